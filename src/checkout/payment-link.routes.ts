import { randomBytes } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { koaBody } from 'koa-body';
import { reader } from '../base/db/transaction.ts';
import { ApiError, notFound, payloadTooLarge } from '../base/errors/errors.ts';
import { joi } from '../base/http/joi.ts';
import { pageHeaders } from '../base/http/pages/page-headers.ts';
import { limitVisits } from '../base/http/rate-limit/limit-visits.ts';
import { couponCodeInput } from '../catalog/coupons/coupon.schema.ts';
import { createCustomerSchema } from '../catalog/customers/customer.schema.ts';
import { checkoutUrlOf } from '../invoices/checkout-url.ts';
import { PaymentLink } from '../payments/links/payment-link.entity.ts';
import { usePaymentLink, type LinkPayer } from '../payments/links/use-payment-link.ts';
import { answerPayer } from './answer-payer.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { languageOf } from './pages/messages.ts';
import { LINK_FIELDS, type LinkField, type LinkForm, type LinkProblems } from './pages/present-payment-link.ts';
import { renderPaymentLink } from './pages/render-page.ts';
import { requireOwnPage } from './store-domains.ts';
import { readLogoOfLink, readPaymentLink } from './read-payment-link.ts';

const PATH = '/pay/:hash';

const readForm = koaBody({
  json: false,
  urlencoded: true,
  text: false,
  formLimit: '4kb',
  onError: () => {
    throw payloadTooLarge('4kb');
  },
});

interface Bought extends LinkPayer {
  coupon: string | null;
  submission: string;
}

/** A payer's data by the rules of the API; what is left empty is not given, and spaces around it count for nothing. */
const boughtSchema = joi.object<Bought>({
  name: (createCustomerSchema.extract('name') as ReturnType<typeof joi.text>).empty('').trim().required(),
  email: (createCustomerSchema.extract('email') as ReturnType<typeof joi.text>).empty('').trim().lowercase().required(),
  document: (createCustomerSchema.extract('document') as ReturnType<typeof joi.text>)
    .empty('')
    .trim()
    .invalid(null)
    .required(),
  coupon: couponCodeInput.empty('').trim().default(null),
  submission: joi
    .string()
    .pattern(/^[\w-]{16,40}$/)
    .required(),
});

/** The page at which anybody buys: the hash is its only key, and it works without JavaScript. */
export function paymentLinkRoutes(router: Router, deps: CheckoutDeps): void {
  router.use(
    PATH,
    answerPayer,
    limitVisits((ctx) => {
      const visit = () => deps.limits.spendVisit(ctx.ip);
      return ctx.method === 'POST' ? [visit, () => deps.limits.spendBuy(hashOf(ctx), ctx.ip)] : [visit];
    }),
    requireOwnPage(
      async (hash, companyId) =>
        (await reader(deps.em).findOne(PaymentLink, { hash, companyId }, { fields: ['id'] })) !== null,
    ),
  );

  const show = async (ctx: Context, form: LinkForm, status = 200): Promise<void> => {
    const view = await readPaymentLink(deps, hashOf(ctx));
    if (!view) throw unknownLink();
    const nonce = randomBytes(16).toString('base64');
    pageHeaders(ctx, nonce);
    ctx.status = status;
    ctx.body = renderPaymentLink(view, form, { language: languageOf(ctx.get('Accept-Language')), nonce });
  };

  router.get(PATH, (ctx) => show(ctx, { values: {}, problems: {}, submission: randomBytes(18).toString('base64url') }));

  router.post(PATH, readForm, async (ctx) => {
    const hash = hashOf(ctx);
    const sent = readSent(ctx.request.body);
    const checked = boughtSchema.validate(sent, { abortEarly: false, convert: true });
    const { error } = checked;
    const form = { values: sent, submission: sent.submission ?? randomBytes(18).toString('base64url') };
    if (error) {
      return show(ctx, { ...form, problems: problemsOf(error.details.map(({ path, type }) => [path[0], type])) }, 422);
    }
    const { name, email, document, coupon: couponCode, submission } = checked.value;
    try {
      const bought = { hash, payer: { name, email, document }, couponCode, submission };
      const invoice = await usePaymentLink(deps, bought);
      if (!invoice) throw unknownLink();
      ctx.redirect(checkoutUrlOf(invoice, ''));
      ctx.status = 303;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      // Somebody else has bought the last: the page says so.
      if (failure.code === 'payment_link_over') return show(ctx, { ...form, problems: {} }, 409);
      const problems = problemsOf(failure.errors.map(({ field, code }) => [field, code]));
      if (Object.keys(problems).length === 0) throw failure;
      await show(ctx, { ...form, problems }, 422);
    }
  });

  router.get(`${PATH}/logo`, async (ctx) => {
    const logo = await readLogoOfLink(deps.em, hashOf(ctx));
    if (!logo) throw notFound('logo', hashOf(ctx));
    ctx.type = logo.contentType;
    ctx.set({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'private, max-age=86400' });
    ctx.body = logo.bytes;
  });
}

type Sent = Partial<Record<LinkField | 'submission', string>>;

/** The texts of the form's own fields; a field that comes twice counts as not given. */
function readSent(body: unknown): Sent {
  const given = (body ?? {}) as Record<string, unknown>;
  const known = [...LINK_FIELDS, 'submission'] as const;
  return Object.fromEntries(known.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])));
}

/** The problems of the form's own fields; all else is no matter of its payer. */
function problemsOf(found: [unknown, string][]): LinkProblems {
  const ours = found.filter(([field]) => LINK_FIELDS.includes(field as LinkField));
  return Object.fromEntries(ours) as LinkProblems;
}

function hashOf(ctx: Context): string {
  const { hash = '' } = (ctx as Context & { params: Record<string, string> }).params;
  // Text that cannot be a hash is not looked up.
  if (!/^[\w-]{24}$/.test(hash)) throw unknownLink();
  return hash;
}

function unknownLink(): ApiError {
  return notFound('payment_link', 'with this address');
}
