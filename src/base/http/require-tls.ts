import type { Context, Next } from 'koa';

const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Tells browsers to come by HTTPS alone (RFC 6797), where the public address is one of HTTPS: a proxy of the
 * installation ends it there.
 */
export function requireTls(publicUrl: string) {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  return async function requireTlsMiddleware(ctx: Context, next: Next): Promise<void> {
    if (isSecure) ctx.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
    await next();
  };
}
