import type { EntityManager } from '@mikro-orm/postgresql';
import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import { readReminderSchedule } from '../accounts/companies/read-reminder-schedule.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import { gatewayNotConfigured } from '../base/errors/errors.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { issueInvoice } from '../invoices/issue-invoice.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { PlannedDebit } from '../invoices/new-attempt.ts';
import { discountOfCoupon } from '../catalog/coupons/redeem-coupon.ts';
import { subtotalOf } from '../invoices/price-lines.ts';
import { openCard } from './card-on-file.ts';
import { couponOfNextCycle } from './subscription-coupon.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { authorizedMandate, debitAskedAt, FEWEST_DAYS_BEFORE_DEBIT, firstDebit } from './mandate-terms.ts';
import { hasNextCycle, issueDate, issueMoment } from './next-step.ts';
import { readLines } from './read-lines.ts';
import { dueAfter, dueOnOrAfter, firstDueDate } from './schedule.ts';
import { NOT_CHARGED, SubscriptionCycle } from './subscription-cycle.entity.ts';
import type { Subscription } from './subscription.entity.ts';
import { isOver } from './subscription-status.ts';

export interface CycleDeps {
  em: EntityManager;
  gateways: GatewayRegistry;
  secrets: SecretBox;
}

/**
 * Makes the invoice of the next cycle, once: it does nothing when the cycle was made before, or is not to be made now.
 *
 * @param dueDate of the cycle that is meant
 * @param at the moment it is made, in the store's time; later than planned after an outage
 */
export async function startCycle(
  deps: CycleDeps,
  { subscriptionId, dueDate, at }: { subscriptionId: number; dueDate: string; at: Date },
): Promise<void> {
  await changeSubscription(deps.em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const { subscription, unsettled } = change;
    if (subscription.nextDueDate !== dueDate || !isDue(change)) return;
    // The cycle was taken back before it began, and paid all the same: it is charged no second time. That outcome is
    // settled first.
    if (unsettled.some(({ cycle, outcome }) => cycle.dueDate === dueDate && outcome === 'paid')) return;
    await makeCycle(deps, change);
    change.touch();
  });
}

/** Whether the invoice of the next cycle is to be made. */
export function isDue({
  subscription,
  company,
  at,
}: Pick<SubscriptionChange, 'subscription' | 'company' | 'at'>): boolean {
  if (isOver(subscription) || subscription.pausedAt || subscription.cancelAtPeriodEnd || company.suspendedAt)
    return false;
  return hasNextCycle(subscription) && issueMoment(subscription.nextDueDate, subscription, company) <= at;
}

type CycleFacts = Pick<SubscriptionChange, 'tx' | 'subscription' | 'company' | 'mandates' | 'at'>;

/** Makes the next cycle in the caller's transaction. @throws ApiError 422 `gateway_not_configured` */
export async function makeCycle(
  deps: Omit<CycleDeps, 'em'>,
  { tx, subscription, company, mandates, at }: CycleFacts,
): Promise<void> {
  const { id: subscriptionId, companyId, environment, nextDueDate: dueDate } = subscription;
  const periodEnd = dueAfter(subscription, dueDate);
  const { invoice, debit } = await issueCycleInvoice(deps, { tx, subscription, company, mandates, at });
  const { id: invoiceId } = invoice;
  subscription.cyclesMade += 1;
  tx.create(SubscriptionCycle, {
    companyId,
    environment,
    subscriptionId,
    number: subscription.cyclesMade,
    dueDate,
    periodEnd,
    invoiceId,
    state: 'open',
    failures: 0,
    firstFailedAt: null,
    retriesUsed: 0,
    spentAt: null,
    nextAttemptAt: null,
    asksBankAt: debit && debitAskedAt(debit.settlesOn, company),
    createdAt: at,
    updatedAt: at,
  });
  await tx.flush();
  subscription.periodEndsOn = periodEnd;
  await moveNextDueDate(tx, subscription, { from: periodEnd, to: periodEnd });
}

/**
 * The next cycle is due on `to`, and might be charged from `from`. A period that was paid although it had been taken
 * back is not charged again.
 */
export async function moveNextDueDate(
  tx: EntityManager,
  subscription: Subscription,
  { from, to }: { from: string; to: string },
): Promise<void> {
  subscription.chargeableFrom = from;
  subscription.nextDueDate = to;
  for (;;) {
    const { id: subscriptionId, nextDueDate } = subscription;
    const taken = await tx.findOne(
      SubscriptionCycle,
      {
        subscriptionId,
        dueDate: { $lt: dueAfter(subscription, nextDueDate) },
        periodEnd: { $gt: nextDueDate },
        state: { $nin: [...NOT_CHARGED] },
      },
      { orderBy: { periodEnd: 'desc' } },
    );
    if (!taken) return;
    const next = firstDueDate(subscription, taken.periodEnd);
    // The rhythm may be another one by now: it begins where that period ends.
    if (dueOnOrAfter(subscription, next) !== next) subscription.originDate = next;
    subscription.chargeableFrom = taken.periodEnd;
    subscription.periodEndsOn = taken.periodEnd;
    subscription.nextDueDate = next;
  }
}

async function issueCycleInvoice(
  { gateways, secrets }: Omit<CycleDeps, 'em'>,
  { tx, subscription, company, mandates, at }: CycleFacts,
): Promise<{ invoice: Invoice; debit: PlannedDebit | null }> {
  const { companyId, environment, customerId, description, externalReference, metadata } = subscription;
  const paymentMethod = invoiceMethodOf(subscription.paymentMethod);
  const store = { companyId, environment };
  const gateway = await gateways.forStore(tx, store, paymentMethod);
  if (!gateway) throw gatewayNotConfigured(paymentMethod);
  const card = await openCard(tx, secrets, { subscription, gateway });
  const lines = await readLines(tx, subscription.id);
  const coupon = await couponOfNextCycle(tx, subscription, subtotalOf(lines));
  const isAutomatic = subscription.paymentMethod === 'pix_automatic';
  const mandate = isAutomatic ? authorizedMandate(mandates, gateway.name) : null;
  const dueDate = invoiceDueDate(subscription, { company, at, isDebited: mandate !== null });
  const debit = mandate && firstDebit(mandate, dueDate);
  const invoice = await issueInvoice(tx, {
    store,
    company,
    gateway: gateway.name,
    terms: {
      customerId,
      paymentMethod,
      dueDate,
      // A debit is for one amount, on whichever day it is tried again.
      ...(isAutomatic && { fine: null, interest: null }),
      installments: 1,
      discount: coupon && discountOfCoupon(coupon),
      description,
      externalReference,
      metadata,
    },
    coupon,
    lines,
    schedule: await readReminderSchedule(tx, store),
    card,
    subscription: { id: subscription.id, debit },
    at,
  });
  return { invoice, debit };
}

/**
 * The cycle's own due date. A payer who gets the invoice later than planned (a subscription that begins today, an
 * outage) has the time to pay that any payer of the store has, counted from now. A bank that debits has to know before.
 */
function invoiceDueDate(
  subscription: Subscription,
  { company, at, isDebited }: { company: Company; at: Date; isDebited: boolean },
): string {
  const { nextDueDate } = subscription;
  const paymentMethod = invoiceMethodOf(subscription.paymentMethod);
  const today = storeToday(at, company);
  if (isDebited) {
    const soonest = addDays(today, FEWEST_DAYS_BEFORE_DEBIT);
    return nextDueDate > soonest ? nextDueDate : soonest;
  }
  const isLate = issueDate(nextDueDate, subscription) < today;
  const earliest =
    isLate && METHODS[paymentMethod].dueDate === 'always' ? addDays(today, company.boletoDueDays) : today;
  return nextDueDate > earliest ? nextDueDate : earliest;
}
