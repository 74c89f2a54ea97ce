import type { Context } from 'koa';

/** What a page of ours may load: its own files, and the one style block that carries the nonce. Nobody may frame it. */
export function pageHeaders(ctx: Context, nonce: string): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  ctx.type = 'text/html';
  ctx.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  });
}
