import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { forbidden } from '../base/errors/errors.ts';
import { formToken } from '../accounts/people/session-cookie.ts';

/**
 * Refuses a form that another site has sent. Browsers say where a request comes from (`Sec-Fetch-Site`, else `Origin`),
 * and who says neither is no browser with somebody's cookie.
 *
 * @throws ApiError 403 `form_forged`
 */
export function checkOrigin(ctx: Context): void {
  if (!isSameOrigin(ctx)) throw forged('This form was sent from another site.');
}

/** Refuses a form that does not carry the token of its session. @throws ApiError 403 `form_forged` */
export function checkFormToken({ session, sent }: { session: string | null; sent: unknown }): void {
  if (session !== null && !isEqual(typeof sent === 'string' ? sent : '', formToken(session))) {
    throw forged('This form is of another session. Open the page again and send it from there.');
  }
}

function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site === 'same-origin';
  const origin = ctx.get('Origin');
  return URL.canParse(origin) && new URL(origin).host === ctx.host;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function forged(detail: string): Error {
  return forbidden('form_forged', detail);
}
