import { assertMatchesDocument } from './document-check.ts';

/** Sends a request, and throws when the answer is not what the OpenAPI document says. */
export async function checkedFetch(request: Request): Promise<Response> {
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/api/v1/') || pathname === '/api/v1/openapi.json') return response;
  const text = await response.clone().text();
  assertMatchesDocument({
    method: request.method,
    path: pathname,
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  });
  return response;
}
