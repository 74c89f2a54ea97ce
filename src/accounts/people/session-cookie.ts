import { createHmac } from 'node:crypto';
import type { Context } from 'koa';
import { LIFETIME_MS } from './sessions.ts';

/**
 * The cookie of a session. Over https it is bound to this very host and to https (`__Host-`, RFC 6265bis); `lax`: a
 * link in a mail still finds its reader signed in, and no other site's form does.
 */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-fatura_session' : 'fatura_session';
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure, overwrite: true, signed: false } as const;
  return {
    read: (ctx: Context): string | null => ctx.cookies.get(name, { signed: false }) ?? null,
    set(ctx: Context, token: string): void {
      // TLS may end at a proxy, of which the cookie library does not know.
      ctx.cookies.secure = secure;
      ctx.cookies.set(name, token, { ...options, maxAge: LIFETIME_MS });
    },
    clear(ctx: Context): void {
      ctx.cookies.secure = secure;
      ctx.cookies.set(name, '', { ...options, maxAge: 0 });
    },
  };
}

/** The token that the forms of a session carry: nobody who does not see the session's pages knows it. */
export function formToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('forms of the panel').digest('base64url');
}
