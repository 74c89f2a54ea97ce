import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { ObjectSchema } from 'joi';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { reader } from '../base/db/transaction.ts';
import { ApiError, notFound, payloadTooLarge } from '../base/errors/errors.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { fields } from '../base/http/fields.ts';
import { joi } from '../base/http/joi.ts';
import { validate } from '../base/http/validate.ts';
import { toCents } from '../base/money/money.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../banking/payment-method.ts';
import { renderReceiptPdf } from '../banking/documents/render-receipt-pdf.ts';
import { renderBarcode } from '../banking/documents/render-barcode.ts';
import { renderQrCode } from '../banking/documents/render-qr-code.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { submitPaymentSchema, type SubmitPaymentBody } from '../invoices/payment.schema.ts';
import { clientAddress } from '../base/http/client-address.ts';
import { admitCard } from './admit-card.ts';
import { makeChallenge } from './card-challenge.ts';
import { answerPayer } from './answer-payer.ts';
import { createBoletoPdfs } from './boleto-pdfs.ts';
import { assetsWith } from './asset-files.ts';
import { limitCheckout } from './limit-checkout.ts';
import { serveAsset } from '../base/http/pages/assets.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { languageOf } from './pages/messages.ts';
import { presentReceipt } from './pages/present-receipt.ts';
import { renderCheckout } from './pages/render-page.ts';
import { readBoletoOfCheckout, readLogo } from './read-checkout-files.ts';
import { originOf, requireOwnPage } from './store-domains.ts';
import { readReceipt } from './read-receipt.ts';
import { readCheckout } from './read-checkout.ts';
import { sessionCookie } from '../accounts/people/session-cookie.ts';
import { isOfStore } from './is-of-store.ts';
import { CHECKOUT_ACTS, recordAct, type CheckoutAct } from './record-act.ts';
import { PLAYED_OUTCOMES, type PlayedOutcome } from './checkout-view.ts';
import { simulateAtCheckout } from './simulate-at-checkout.ts';
import { submitCheckoutPayment } from './submit-checkout-payment.ts';

const readBody = koaBody({
  json: true,
  urlencoded: true,
  text: false,
  jsonLimit: '10kb',
  formLimit: '10kb',
  onError: () => {
    throw payloadTooLarge('10kb');
  },
});

const actSchema = joi.object<{ act: CheckoutAct }>({
  act: joi
    .string()
    .valid(...CHECKOUT_ACTS)
    .required(),
});

const simulationSchema = joi.object<{ outcome: PlayedOutcome }>({
  outcome: joi
    .string()
    .valid(...PLAYED_OUTCOMES)
    .required(),
});

/** A card is charged what its page showed; a fresh code or boleto shows its amount before anybody pays it. */
const submissionSchema = submitPaymentSchema
  // The address of a page proves nobody: saved cards are charged by their store alone.
  .fork('saved_card_id', (schema) => schema.forbidden())
  .keys({
    amount: fields.amount.when('card_token', { is: joi.string(), then: joi.required() }),
  })
  .keys({ challenge: joi.string().max(200) } as object) as ObjectSchema<SubmitPaymentBody & { challenge?: string }>;

/**
 * The payer's page and what it is made of. The hash is the only key; payers have no cookies and no sessions. The
 * panel's cookie tells a visit of the store's own people from the payer's.
 */
export function checkoutRoutes(router: Router, deps: CheckoutDeps): void {
  const panelCookie = sessionCookie(deps.publicUrl);
  const entries = deps.gateways.providers.flatMap((provider) => provider.cardEntry?.({ settings: {} }) ?? []);
  const assets = assetsWith([deps.sandbox.cardEntry, ...entries]);
  router.get('/checkout/assets/:name', (ctx) => serveAsset(ctx, assets, ctx.params.name ?? ''));

  const isOwn = async (checkoutHash: string, companyId: number) =>
    (await reader(deps.em).findOne(Invoice, { checkoutHash, companyId }, { fields: ['id'] })) !== null;
  router.use('/checkout/:hash', answerPayer, limitCheckout(deps.limits), requireOwnPage(isOwn));

  router.get('/checkout/:hash', async (ctx) => {
    const hash = hashOf(ctx);
    // The query that the bank's page adds to the address is neither needed nor to be kept by the payer's browser.
    const asked = askedMethod(ctx.querystring);
    if (ctx.querystring !== '' && !asked) {
      ctx.redirect(`/checkout/${hash}`);
      ctx.status = 303;
      return;
    }
    const view = await readCheckout(deps, hash, asked);
    if (!view) throw unknownCheckout();
    const nonce = randomBytes(16).toString('base64');
    pageHeaders(ctx, nonce, { alsoFrom: view.card.entry?.origins });
    const publicUrl = originOf(ctx, deps.publicUrl);
    ctx.body = renderCheckout(view, { language: languageOf(ctx.get('Accept-Language')), nonce, publicUrl });
  });

  router.get('/checkout/:hash/status', async (ctx) => {
    const view = await readCheckout(deps, hashOf(ctx));
    if (!view) throw unknownCheckout();
    ctx.body = { version: view.version, status: view.status };
  });

  router.get('/checkout/:hash/events', async (ctx) => {
    const stream = await deps.pages.open(hashOf(ctx));
    if (stream === 'unknown') throw unknownCheckout();
    // The page polls when it is told that there is no stream for it.
    if (stream === 'full') return void (ctx.status = 204);
    ctx.type = 'text/event-stream';
    ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    ctx.body = stream;
  });

  router.post('/checkout/:hash/acts', readBody, async (ctx) => {
    const { act } = validate(actSchema, ctx.request.body);
    const visitor = { hash: hashOf(ctx), sessionToken: panelCookie.read(ctx), now: new Date() };
    const isKnown = (await isOfStore(deps.em, visitor)) || (await recordAct(deps, { hash: visitor.hash, act }));
    if (!isKnown) throw unknownCheckout();
    ctx.status = 204;
  });

  router.post('/checkout/:hash/payments', readBody, async (ctx) => {
    const isForm = Boolean(ctx.is('urlencoded'));
    // A form without JavaScript sends text, and no card.
    const sent = ctx.request.body as { amount?: unknown; payment_method?: unknown } | undefined;
    const { amount: sentAmount, payment_method: sentMethod } = sent ?? {};
    const fromForm = {
      ...(sentAmount !== undefined && { amount: Number(sentAmount) }),
      ...(sentMethod !== undefined && { payment_method: sentMethod }),
    };
    const body: unknown = isForm ? fromForm : sent;
    const submitted = validate(submissionSchema, body);
    const { payment_method: method, card_token: cardToken, save_card: savesCard, installments } = submitted;
    const { amount, challenge } = submitted;
    if (cardToken !== null) {
      const card = { hash: hashOf(ctx), address: clientAddress(ctx), cardToken, challenge, now: new Date() };
      await admitCard(deps, card);
    }
    const agreedCents = amount && toCents(amount);
    const payment = { hash: hashOf(ctx), method, cardToken, savesCard, installments, agreedCents };
    const view = await submitCheckoutPayment(deps, payment).catch((error: unknown) => {
      // Pressed twice, or after what is asked for had changed: the page shows how things stand.
      if (isForm && error instanceof ApiError && error.status === 409) return readCheckout(deps, payment.hash);
      throw error;
    });
    if (!view) throw unknownCheckout();
    // A form without JavaScript goes back to the page, which shows how things stand.
    if (isForm) {
      ctx.redirect(`/checkout/${view.hash}`);
      ctx.status = 303;
      return;
    }
    ctx.status = 202;
    ctx.body = { version: view.version };
  });

  router.post('/checkout/:hash/simulation', readBody, async (ctx) => {
    const { outcome } = validate(simulationSchema, ctx.request.body);
    const hash = hashOf(ctx);
    if (!(await simulateAtCheckout(deps, { hash, outcome }))) throw unknownCheckout();
    ctx.redirect(`/checkout/${hash}`);
    ctx.status = 303;
  });

  router.get('/checkout/:hash/challenge', (ctx) => {
    ctx.body = makeChallenge(deps.secrets, { hash: hashOf(ctx), now: new Date() });
  });

  router.get('/checkout/:hash/pix.svg', async (ctx) => {
    const view = await readCheckout(deps, hashOf(ctx));
    if (!view?.pix) throw notFound('pix', hashOf(ctx));
    answerPicture(ctx, await renderQrCode(view.pix.qrCode));
  });

  router.get('/checkout/:hash/boleto.svg', async (ctx) => {
    const view = await readCheckout(deps, hashOf(ctx));
    if (!view?.boleto) throw notFound('boleto', hashOf(ctx));
    answerPicture(ctx, await renderBarcode(view.boleto.barcode));
  });

  const pdfOf = createBoletoPdfs();
  router.get('/checkout/:hash/boleto.pdf', async (ctx) => {
    const boleto = await readBoletoOfCheckout(deps, hashOf(ctx));
    if ('pdfUrl' in boleto) return ctx.redirect(boleto.pdfUrl);
    ctx.type = 'application/pdf';
    ctx.set({ 'Content-Disposition': 'inline; filename="boleto.pdf"', 'Cache-Control': 'no-store' });
    ctx.body = await pdfOf(boleto.document, boleto.logo);
  });

  router.get('/checkout/:hash/receipt.pdf', async (ctx) => {
    const view = await readReceipt(deps.em, hashOf(ctx));
    const receipt = presentReceipt(view, languageOf(ctx.get('Accept-Language')));
    ctx.type = 'application/pdf';
    ctx.set({ 'Content-Disposition': 'inline; filename="receipt.pdf"', 'Cache-Control': 'no-store' });
    ctx.body = await renderReceiptPdf(receipt, view.store.logo);
  });

  router.get('/checkout/:hash/logo', async (ctx) => {
    const logo = await readLogo(deps.em, hashOf(ctx));
    if (!logo) throw notFound('logo', hashOf(ctx));
    ctx.type = logo.contentType;
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, max-age=86400' });
    ctx.body = logo.bytes;
  });
}

function answerPicture(ctx: Context, svg: string): void {
  ctx.type = 'image/svg+xml';
  // Opened by itself, an SVG is a document: this one may do nothing at all.
  ctx.set({ 'Content-Security-Policy': "default-src 'none'", 'Cache-Control': 'private, max-age=300' });
  ctx.body = svg;
}

/** The method whose page is asked for, before it is the one that is charged. */
function askedMethod(querystring: string): PaymentMethod | null {
  return PAYMENT_METHODS.find((method) => querystring === `method=${method}`) ?? null;
}

function hashOf(ctx: Context): string {
  const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
  // Text that cannot be a hash is not looked up.
  if (!/^[\w-]{24}$/.test(hash)) throw unknownCheckout();
  return hash;
}

function unknownCheckout(): ApiError {
  return notFound('checkout', 'with this address');
}
