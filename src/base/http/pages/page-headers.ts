import type { Context } from 'koa';

/**
 * The headers that limit a page of ours to its own files, and the one style block that carries the nonce. Nobody may
 * frame it, but for a page of ours where `framed` says so. `same-origin` is for pages with forms: without a referrer
 * browsers do not tell where a form comes from.
 */
export function pageHeaders(
  ctx: Context,
  nonce: string,
  {
    framed = false,
    referrer = 'no-referrer',
    formsLeadTo = [],
    alsoFrom = { scripts: [], frames: [], connections: [] },
  }: {
    framed?: boolean;
    referrer?: 'no-referrer' | 'same-origin';
    /** Origins other than ours at which a form of the page may end. */
    formsLeadTo?: string[];
    /** Origins other than ours that the page loads from: the field of a card gateway is theirs. */
    alsoFrom?: { scripts: string[]; frames: string[]; connections: string[] } | undefined;
  } = {},
): void {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...alsoFrom.scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    ["connect-src 'self'", ...alsoFrom.connections].join(' '),
    ["frame-src 'self'", ...alsoFrom.frames].join(' '),
    ["form-action 'self'", ...formsLeadTo].join(' '),
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ];
  ctx.type = 'text/html';
  ctx.set({
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Language',
  });
}
