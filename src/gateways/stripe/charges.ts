import type { Stripe } from 'stripe';
import {
  GatewayUnavailableError,
  KeyUsedUpError,
  type ChargeReference,
  type ChargeRequest,
  type ChargeResult,
  type PaymentGateway,
} from '../payment-gateway.ts';
import { callStripe, isMissing, listAll, StripeRefusal } from './call-stripe.ts';
import { chargeParams, confirmation } from './charge-params.ts';
import { ensureCustomer, findCustomer, noteDeletedCustomer } from './ensure-customer.ts';
import { keyOf, readMark } from './ids.ts';
import { makeOnce } from './make-once.ts';
import { readCharge } from './read-charge.ts';
import { reasonOf } from './reasons.ts';
import type { StripeAccess } from './stripe-access.ts';

const EXPAND = ['latest_charge', 'payment_method'];
/** The search looks through this many charges of a payer; a payer who has more is a whole shop. */
const MAX_LOOKED_THROUGH = 5_000;

type ChargeMethods = Pick<PaymentGateway, 'registerCharge' | 'queryCharge' | 'cancelCharge'>;
type Intent = Stripe.PaymentIntent;

/** Charges at Stripe: a PaymentIntent each. */
export function createCharges(access: StripeAccess): ChargeMethods {
  const { stripe } = access;
  return {
    async registerCharge(request) {
      const { payer, keyNumber } = request;
      let customer: string | null = null;
      try {
        customer = await ensureCustomer(access, payer, keyNumber);
        if (request.cardUse === 'on_file' && request.cardToken) await keepCard(stripe, customer, request.cardToken);
        return await settle(access, request, await makeIntent(access, request, customer));
      } catch (error) {
        if (!(error instanceof StripeRefusal)) throw error;
        if (customer === null || !isMissing(error) || error.param !== 'customer') return refusalOf(error);
        await noteDeletedCustomer(access, { customerId: payer.customerId, gatewayCustomerId: customer });
        throw new GatewayUnavailableError('The customer was deleted at Stripe: the next try makes another.');
      }
    },

    async queryCharge(charge) {
      const intent = await lookUp(access, charge);
      return intent && readCharge(intent);
    },

    async cancelCharge(charge) {
      const intent = await lookUp(access, charge);
      if (intent && !isOver(intent)) await giveUp(stripe, intent.id);
    },
  };
}

/** May be repeated: what is over already stays as it is. */
async function giveUp(stripe: Stripe, id: string): Promise<void> {
  try {
    await callStripe(() => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }));
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    const now = await callStripe(() => stripe.paymentIntents.retrieve(id));
    if (isOver(now)) return;
    throw new GatewayUnavailableError(`Stripe cannot cancel a charge that is ${now.status}.`);
  }
}

function isOver({ status }: Intent): boolean {
  return status === 'canceled' || status === 'succeeded';
}

async function makeIntent(access: StripeAccess, request: ChargeRequest, customer: string): Promise<Intent> {
  const { stripe, mark, statementSuffix } = access;
  const { attemptId, keyNumber } = request;
  // The key that was used up may be that of its confirmation: what waits for one is not made anew.
  const left = keyNumber > 0 ? await findIntent(access, customer, request) : null;
  if (left?.status === 'requires_confirmation') return left;
  const idempotencyKey = keyOf(mark, `attempt-${attemptId}`, keyNumber);
  const params = chargeParams(request, { mark, customer, statementSuffix });
  return makeOnce({
    find: () => findIntent(access, customer, request),
    make: () => callStripe(() => stripe.paymentIntents.create(params, { idempotencyKey })),
  });
}

/**
 * Confirms what is not confirmed yet: a card in installments, whose plans are known only now, or what a failure left.
 */
async function settle(access: StripeAccess, request: ChargeRequest, intent: Intent): Promise<ChargeResult> {
  const { stripe } = access;
  const isOpen = intent.status === 'requires_confirmation';
  if (isOpen && request.installments > 1) return confirmInPlan(access, request, intent);
  const result = isOpen ? await confirm(access, request, intent, {}) : readCharge(intent);
  if (result) return result;
  await giveUp(stripe, intent.id);
  throw new KeyUsedUpError(`Stripe was left with a charge that is ${intent.status}: it is given up for another.`);
}

async function confirmInPlan(access: StripeAccess, request: ChargeRequest, intent: Intent): Promise<ChargeResult> {
  const { installments: count } = request;
  const plans = intent.payment_method_options?.card?.installments?.available_plans ?? [];
  if (!plans.some((plan) => plan.count === count && plan.type === 'fixed_count')) {
    await giveUp(access.stripe, intent.id);
    return { status: 'refused', chargeId: intent.id, reason: 'installments_not_available' };
  }
  const plan = { count, interval: 'month' as const, type: 'fixed_count' as const };
  const confirmed = await confirm(access, request, intent, {
    payment_method_options: { card: { installments: { plan } } },
  });
  if (!confirmed) throw new GatewayUnavailableError('Stripe did not confirm the charge.');
  return confirmed;
}

async function confirm(
  { stripe, mark }: StripeAccess,
  request: ChargeRequest,
  { id }: Intent,
  params: Stripe.PaymentIntentConfirmParams,
): Promise<ChargeResult | null> {
  const idempotencyKey = keyOf(mark, `confirm-${request.attemptId}`, request.keyNumber);
  const all = { ...params, ...confirmation(request), expand: EXPAND };
  return readCharge(await callStripe(() => stripe.paymentIntents.confirm(id, all, { idempotencyKey })));
}

/** A card on file must be its customer's, or Stripe takes it once only. */
async function keepCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const method = await callStripe(() => stripe.paymentMethods.retrieve(card));
  if (!method.customer) await callStripe(() => stripe.paymentMethods.attach(card, { customer }));
}

async function lookUp(access: StripeAccess, charge: ChargeReference) {
  const { stripe } = access;
  const { chargeId, customerId } = charge;
  if (chargeId !== null) {
    try {
      return await callStripe(() => stripe.paymentIntents.retrieve(chargeId, { expand: EXPAND }));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }
  const customer = await findCustomer(access, customerId);
  return customer && findIntent(access, customer.gatewayCustomerId, charge);
}

/**
 * Finds a charge by the mark that is written on it. Stripe's lists are up to date at once, which its search is not. The
 * payer of a counter may have thousands of charges: those of before the attempt are not looked through.
 */
async function findIntent(
  { stripe, mark }: StripeAccess,
  customer: string,
  { attemptId, madeAfter }: Pick<ChargeReference, 'attemptId' | 'madeAfter'>,
): Promise<Intent | null> {
  const created = madeAfter && { created: { gte: Math.floor(madeAfter.getTime() / 1000) } };
  const expand = EXPAND.map((name) => `data.${name}`);
  let looked = 0;
  for await (const intent of listAll(stripe.paymentIntents.list({ customer, limit: 100, expand, ...created }))) {
    if (readMark(intent.metadata, 'attemptId', mark) === attemptId) return intent;
    looked += 1;
    if (looked === MAX_LOOKED_THROUGH) {
      throw new GatewayUnavailableError(`Attempt ${attemptId} was not found among ${looked} charges of its payer.`);
    }
  }
  return null;
}

function refusalOf({ intent, type, code, declineCode, message }: StripeRefusal): ChargeResult {
  const words = { ...intent?.last_payment_error, type, code, decline_code: declineCode };
  const isCard = type === 'card_error';
  const chargeId = intent?.id ?? null;
  return {
    ...{ status: 'refused', chargeId, reason: reasonOf(words), detail: message },
    ...(isCard ? {} : { isFinal: true as const }),
  };
}
