import { Agent, request } from 'undici';

/** The calls of a client system to the API: JSON, and connections that are kept. */
export interface HttpClient {
  /** @throws Error unless it is answered with success */
  post: (token: string, path: string, body: unknown) => Promise<{ id: number }>;
  close: () => Promise<void>;
}

export function createHttpClient(publicUrl: string): HttpClient {
  const dispatcher = new Agent({ connections: 64, keepAliveTimeout: 30_000, headersTimeout: 60_000 });
  return {
    async post(token, path, body) {
      const { statusCode, body: answer } = await request(`${publicUrl}/api/v1${path}`, {
        dispatcher,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (statusCode >= 300) throw new Error(`POST ${path} answered ${statusCode}: ${text}`);
      return JSON.parse(text) as { id: number };
    },
    close: () => dispatcher.destroy(),
  };
}
