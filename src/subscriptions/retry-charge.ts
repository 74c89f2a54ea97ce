import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict, gatewayNotConfigured } from '../base/errors/errors.ts';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import type { PlannedDebit } from '../invoices/new-attempt.ts';
import { chargeAgain } from '../payments/charge-again.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { Clock } from '../base/time/clock.ts';
import { checkCardChoice } from '../catalog/cards/find-saved-card.ts';
import { choiceOf, chooseCard, hasCard, openCard } from './card-on-file.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { findSubscription } from './find-subscription.ts';
import { lockInvoices } from './lock-invoices.ts';
import { authorizedMandate, debitAskedAt, nextDebit } from './mandate-terms.ts';
import { planNext } from './plan-next.ts';
import { checkCardToken } from './subscription-terms.ts';
import type { CycleDeps } from './start-cycle.ts';
import { isOver } from './subscription-status.ts';
import type { Subscription } from './subscription.entity.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Tries an unpaid charge again, as the store's schedule has it. Where nothing can be tried (a charge that can still be
 * paid, no card on file) the next day of the schedule is waited for. Nothing happens when the charge is no longer to be
 * tried, or was tried before.
 *
 * @param at the moment it is tried, in the store's time
 */
export async function retryCharge(
  deps: CycleDeps,
  { subscriptionId, cycleId, at }: { subscriptionId: number; cycleId: number; at: Date },
): Promise<void> {
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const { subscription, company, unsettled, touch } = change;
    const found = unsettled.find(({ cycle }) => cycle.id === cycleId);
    if (!found || found.cycle.state !== 'retrying' || found.cycle.nextAttemptAt! > change.at) return;
    // The charge has an outcome meanwhile, which is settled first.
    if (found.outcome) return;
    if (isOver(subscription) || subscription.pausedAt || company.suspendedAt) return;
    touch();
    found.cycle.retriesUsed += 1;
    if (!(await tryAgain(deps, change, found))) await planNext(change, found, { isAnnounced: false });
  });
}

/**
 * Charges everything unpaid once more, now, because the store asks for it, and begins the schedule of attempts anew. A
 * past-due subscription stays past due until it is paid.
 *
 * @param cardToken another card, put on file, or instead a saved card of the customer; null: the card that is on file
 * @throws ApiError 404; 409 `subscription_over`, `subscription_paused`, `nothing_unpaid` or `nothing_to_charge`; 422
 *   for a card token where no card is charged
 */
export async function retryNow(
  deps: CycleDeps & { clock: Clock },
  {
    store,
    subscriptionId,
    cardToken,
    savedCardId = null,
  }: { store: Store; subscriptionId: number; cardToken: string | null; savedCardId?: number | null },
): Promise<void> {
  await findSubscription(reader(deps.em), { store, subscriptionId });
  const at = await deps.clock.now(store);
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'outbox' }, async (change) => {
    const { tx, subscription, unsettled, touch } = change;
    checkRetryable(subscription);
    checkCardToken(subscription.paymentMethod, cardToken);
    const takesCard = METHODS[invoiceMethodOf(subscription.paymentMethod)].takesCardToken;
    checkCardChoice({ takesCard, savedCardId, cardToken });
    const choice = choiceOf({ cardToken, savedCardId });
    if (choice) await chooseCard(tx, deps, subscription, choice);
    const failed = unsettled.filter((found) => hasFailed(found) || awaitsCardOnFile(subscription, found));
    if (failed.length === 0) {
      const why = 'has no charge that failed, and none that a card on file could pay: there is nothing to try.';
      throw conflict('nothing_unpaid', `Subscription ${subscriptionId} ${why}`);
    }
    await lockInvoices(tx, failed);
    let asked = 0;
    for (const found of failed) {
      if (!(await tryAgain(deps, change, found))) continue;
      Object.assign(found.cycle, { failures: 0, firstFailedAt: null, retriesUsed: 0 });
      asked += 1;
    }
    if (asked === 0) {
      throw conflict(
        'nothing_to_charge',
        `Nothing of subscription ${subscriptionId} can be charged: ${whyNot(failed)}`,
      );
    }
    touch();
  });
}

function hasFailed({ cycle: { state } }: UnsettledCycle): boolean {
  return state === 'retrying' || state === 'unpaid';
}

/** The charge was made while no card was on file, and waits at its checkout for one. */
function awaitsCardOnFile(subscription: Subscription, { cycle, invoice, hasChargeUnderWay }: UnsettledCycle): boolean {
  const isWaiting = cycle.state === 'open' && invoice.status === 'open' && !hasChargeUnderWay;
  return isWaiting && METHODS[invoice.paymentMethod].takesCardToken && hasCard(subscription);
}

function whyNot(failed: UnsettledCycle[]): string {
  return failed.some(({ invoice }) => METHODS[invoice.paymentMethod].takesCardToken)
    ? 'no card is on file. Give a card_token, or let the payer submit a card at the checkout of the invoice.'
    : 'it is overdue and can still be paid.';
}

/** @throws ApiError 409 */
function checkRetryable({ id, status, pausedAt }: Subscription): void {
  if (isOver({ status })) {
    throw conflict('subscription_over', `Subscription ${id} is ${status}: nothing is charged any more.`);
  }
  if (pausedAt) throw conflict('subscription_paused', `Subscription ${id} is paused: resume it first.`);
}

/** @returns whether its charge is under way again, by this or by the payer: what comes of it is settled as before */
async function tryAgain(
  { gateways, secrets }: { gateways: GatewayRegistry; secrets: SecretBox },
  { tx, subscription, company, mandates, at }: SubscriptionChange,
  { cycle }: UnsettledCycle,
): Promise<boolean> {
  const { invoiceId } = cycle;
  const { paymentMethod } = await tx.findOneOrFail(Invoice, invoiceId);
  const gateway = await gateways.forStore(tx, subscription, paymentMethod);
  if (!gateway) throw gatewayNotConfigured(paymentMethod);
  const mandate = subscription.paymentMethod === 'pix_automatic' ? authorizedMandate(mandates, gateway.name) : null;
  const today = storeToday(at, company);
  let debit: PlannedDebit | null = null;
  const planDebit = ({ attempts }: InvoiceChange): PlannedDebit | null =>
    (debit = mandate && nextDebit(mandate, attempts, today));
  const isUnderWay = await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const isByCard = METHODS[change.invoice.paymentMethod].takesCardToken;
    const card = isByCard ? await openCard(tx, secrets, { subscription, gateway }) : null;
    return chargeAgain(change, { gateway: gateway.name, card, planDebit });
  });
  const asksBankAt = debit && debitAskedAt((debit as PlannedDebit).settlesOn, company);
  if (isUnderWay) Object.assign(cycle, { state: 'open', nextAttemptAt: null, asksBankAt, updatedAt: at });
  return isUnderWay;
}
