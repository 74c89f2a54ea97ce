import type { Store } from '../base/environment.ts';
import { invoiceMethodOf } from '../banking/payment-method.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict, gatewayNotConfigured, invalidFields } from '../base/errors/errors.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import type { Clock } from '../base/time/clock.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { findSubscription } from './find-subscription.ts';
import { checkAuthorization, checkMandateTerms, journeyOf, type MandateWish, type WishPath } from './mandate-terms.ts';
import { askForMandate, cancelMandate, endAuthorization, liveMandate } from './mandates.ts';
import { restingStatus } from './resting-status.ts';
import type { CycleDeps } from './start-cycle.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver } from './subscription-status.ts';

type Deps = CycleDeps & { clock: Clock };

/**
 * Asks the payer anew to agree to debits, after an agreement that was refused, ran out or was canceled.
 *
 * @throws ApiError 404; 409 `subscription_over` or `authorization_exists`; 422 for a subscription that is paid in
 *   another way, and for a wish that does not fit
 */
export async function requestAuthorization(
  deps: Deps,
  { store, subscriptionId, wish }: { store: Store; subscriptionId: number; wish: MandateWish },
): Promise<void> {
  await findSubscription(reader(deps.em), { store, subscriptionId });
  const at = await deps.clock.now(store);
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { subscription, mandates, emit } = change;
    requireAutomatic(subscription);
    checkAuthorization({ paymentMethod: subscription.paymentMethod, authorization: wish, path: '' });
    const live = liveMandate(mandates);
    if (live) {
      const why = `Subscription ${subscriptionId} has an authorization that is ${live.status}: cancel it first.`;
      throw conflict('authorization_exists', why);
    }
    await ask(deps, change, { wish, path: '' });
    await emit('subscription.updated', { changed: ['authorization'] });
  });
}

/**
 * Cancels the agreement to debits, or the request for it. The next charges are paid by a code. To cancel twice changes
 * nothing.
 *
 * @throws ApiError 404; 409 `subscription_over`; 422 for a subscription that is paid in another way
 */
export async function cancelAuthorization(
  { em, clock }: Pick<Deps, 'em' | 'clock'>,
  { store, subscriptionId }: { store: Store; subscriptionId: number },
): Promise<void> {
  await findSubscription(reader(em), { store, subscriptionId });
  const at = await clock.now(store);
  await changeSubscription(em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    requireAutomatic(change.subscription);
    const live = liveMandate(change.mandates);
    if (!live) return;
    cancelMandate(live, at);
    await endAuthorization(change, live);
  });
}

/**
 * Begins or ends the agreement where a subscription is to be paid in another way from now on.
 *
 * @throws ApiError 422 for terms by which no bank debits, for a rhythm that the payer did not agree to, and for a wish
 *   beside the method that there is
 */
export async function changeMandate(
  deps: Omit<Deps, 'clock'>,
  change: SubscriptionChange,
  {
    before,
    wish,
  }: { before: Pick<Subscription, 'paymentMethod' | 'interval' | 'intervalCount'>; wish: MandateWish | null },
): Promise<void> {
  const { subscription, company, mandates, at } = change;
  const [was, is] = [before.paymentMethod === 'pix_automatic', subscription.paymentMethod === 'pix_automatic'];
  const live = liveMandate(mandates);
  if (was && is) {
    if (wish) {
      const message =
        'authorization goes with a new payment_method: else POST /subscriptions/{id}/authorization asks anew.';
      throw invalidFields([{ field: 'authorization', code: 'not_allowed', message }]);
    }
    const isOtherRhythm =
      before.interval !== subscription.interval || before.intervalCount !== subscription.intervalCount;
    if (live && isOtherRhythm) {
      const message = 'interval is what the payer agreed to: cancel the authorization first, and ask for another.';
      throw invalidFields([{ field: 'interval', code: 'authorized', message }]);
    }
    if (isOtherRhythm) await checkTerms(deps, change);
    return;
  }
  if (is) return ask(deps, change, { wish: wish ?? { journey: null, payerAccount: null }, path: 'authorization.' });
  if (!was) return;
  if (live) {
    cancelMandate(live, at);
    await endAuthorization(change, live);
  }
  subscription.authorizedAt = null;
  subscription.status = restingStatus(subscription, { company, at });
}

async function ask(
  { gateways, secrets }: Omit<Deps, 'clock'>,
  change: SubscriptionChange,
  { wish, path }: { wish: MandateWish; path: WishPath },
) {
  const { tx, subscription, company, unsettled, at } = change;
  const gateway = await checkTerms({ gateways }, change);
  const open = unsettled.findLast(({ cycle }) => cycle.state === 'open');
  const hasCharge =
    open !== undefined &&
    open.invoice.status !== 'overdue' &&
    open.invoice.paymentMethod === invoiceMethodOf('pix_automatic');
  const journey = journeyOf(wish, { hasCharge, path });
  await askForMandate(tx, { ...wish, journey, subscription, company, gateway, secrets, at });
  subscription.status = restingStatus(subscription, { company, at });
}

/** @returns the name of the gateway that debits */
async function checkTerms(
  { gateways }: Pick<Deps, 'gateways'>,
  { tx, subscription }: SubscriptionChange,
): Promise<string> {
  const gateway = await gateways.forStore(tx, subscription, 'pix');
  if (!gateway) throw gatewayNotConfigured('pix');
  const customer = await tx.findOneOrFail(Customer, subscription.customerId);
  // The days are the store's where the subscription was begun without any: they are held to the bank's.
  checkMandateTerms({ gateway, customer, terms: { ...subscription, daysBeforeDue: null } });
  return gateway.name;
}

/** @throws ApiError 409 or 422 */
function requireAutomatic(subscription: Subscription): void {
  const { id, status, paymentMethod } = subscription;
  if (isOver(subscription)) throw conflict('subscription_over', `Subscription ${id} is ${status}: create a new one.`);
  if (paymentMethod === 'pix_automatic') return;
  const message = `Subscription ${id} is paid by ${paymentMethod}: set payment_method to pix_automatic first.`;
  throw invalidFields([{ field: 'payment_method', code: 'not_automatic', message }]);
}
