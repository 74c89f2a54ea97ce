import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { notFound, payloadTooLarge } from '../base/errors/errors.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { optOut, readOptOut, type OptOut } from '../payments/messages/stop-by-token.ts';
import { answerPayer } from './answer-payer.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { limitCheckout } from './limit-checkout.ts';
import { languageOf } from './pages/messages.ts';
import { renderOptOut } from './pages/render-page.ts';

const PATH = '/messages/:token/unsubscribe';

/** A mail program posts `List-Unsubscribe=One-Click` (RFC 8058), as a form of either kind; the token says it all. */
const readForm = koaBody({
  json: false,
  multipart: true,
  urlencoded: true,
  text: false,
  formLimit: '1kb',
  formidable: { maxFiles: 0, maxFieldsSize: 1_024 },
  onError: () => {
    throw payloadTooLarge('1kb');
  },
});

/** The page on which the receiver of a reminder opts out. Opening it changes nothing: mail programs open links. */
export function optOutRoutes(router: Router, { em, limits }: CheckoutDeps): void {
  router.use(PATH, answerPayer, limitCheckout(limits));

  router.get(PATH, async (ctx) => answer(ctx, await readOptOut(em, tokenOf(ctx))));

  router.post(PATH, readForm, async (ctx) => answer(ctx, await optOut(em, tokenOf(ctx))));
}

function tokenOf(ctx: Context): string {
  const { token = '' } = (ctx as Context & { params: Record<string, string> }).params;
  if (!/^[\w-]{24}$/.test(token)) throw notFound('message', 'with this address');
  return token;
}

function answer(ctx: Context, facts: OptOut | null): void {
  if (!facts) throw notFound('message', 'with this address');
  const nonce = randomBytes(16).toString('base64');
  pageHeaders(ctx, nonce);
  ctx.body = renderOptOut(facts, { language: languageOf(ctx.get('Accept-Language')), nonce, action: ctx.path });
}
