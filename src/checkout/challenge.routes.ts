import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import { koaBody } from 'koa-body';
import { notFound, payloadTooLarge, serviceUnavailable } from '../base/errors/errors.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { joi } from '../base/http/joi.ts';
import { validate } from '../base/http/validate.ts';
import { answerPayer } from './answer-payer.ts';
import { limitCheckout } from './limit-checkout.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { languageOf } from './pages/messages.ts';
import { renderChallenge } from './pages/render-page.ts';
import { decideChallenge, readChallenge } from './sandbox-challenge.ts';

const readForm = koaBody({
  json: false,
  urlencoded: true,
  text: false,
  formLimit: '1kb',
  onError: () => {
    throw payloadTooLarge('1kb');
  },
});

const outcomeSchema = joi.object<{ outcome: 'confirmed' | 'refused' }>({
  outcome: joi.string().valid('confirmed', 'refused').required(),
});

/** The sandbox bank's page: "is it you who pays?". The page stands for one of somebody else's. */
export function challengeRoutes(router: Router, deps: CheckoutDeps): void {
  router.use('/gateways/sandbox/challenges/:name', answerPayer, limitCheckout(deps.limits));

  router.get('/gateways/sandbox/challenges/:name', async (ctx) => {
    const challenge = await readChallenge(deps, ctx.params.name ?? '');
    if (!challenge) throw notFound('challenge', 'with this address');
    const nonce = randomBytes(16).toString('base64');
    pageHeaders(ctx, nonce);
    const { storeName, amountCents } = challenge;
    const language = languageOf(ctx.get('Accept-Language'));
    ctx.body = renderChallenge({ language, nonce, storeName, amountCents, action: ctx.path });
  });

  router.post('/gateways/sandbox/challenges/:name', readForm, async (ctx) => {
    const { outcome } = validate(outcomeSchema, ctx.request.body);
    const challenge = await readChallenge(deps, ctx.params.name ?? '');
    if (!challenge) throw notFound('challenge', 'with this address');
    const acknowledged = await decideChallenge(deps, { challenge, outcome });
    if (!acknowledged) throw serviceUnavailable('The bank could not tell the store: look again in a moment.');
    ctx.redirect(`/checkout/${challenge.checkoutHash}`);
    ctx.status = 303;
  });
}
