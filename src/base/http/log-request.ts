import type { Context, Next } from 'koa';
import type { Logger } from 'pino';
import { clientAddress } from './client-address.ts';

/**
 * Writes a line for each request: the path, the store, and the outcome; in the panel also the address, as its people
 * are few and their rights are wide. No query, no body, no token, no payer's address.
 */
export function logRequest(log: Logger) {
  return async function logRequestMiddleware(ctx: Context, next: Next): Promise<void> {
    const begun = performance.now();
    await next();
    const { requestId, store, problemCode } = ctx.state as Record<string, unknown>;
    const path = pathOf(ctx);
    log.info(
      {
        request_id: requestId,
        method: ctx.method,
        path,
        ...(path !== undefined && /^\/panel(\/|$)/.test(path) && { from: clientAddress(ctx) }),
        status: ctx.status,
        code: problemCode,
        store,
        duration_ms: Math.round(performance.now() - begun),
      },
      'request',
    );
  };
}

/** Undefined for a target that is neither a path nor a URL. */
function pathOf(ctx: Context): string | undefined {
  try {
    return withoutSecrets(ctx.path);
  } catch {
    return undefined;
  }
}

/**
 * The hash of a checkout, a mailed link, and the names of a challenge and an inbox are the keys to what they name; a
 * gateway proves itself by the secret in its address.
 */
function withoutSecrets(path: string): string {
  return path.replace(
    /^(\/checkout\/|\/panel\/links\/|\/gateways\/sandbox\/challenges\/|\/gateways\/[^/]+\/[^/]+\/callbacks\/|\/sandbox\/inbox\/)(?!assets\/)[^/]+/,
    '$1…',
  );
}
