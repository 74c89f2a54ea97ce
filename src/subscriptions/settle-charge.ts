import type { EntityManager } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { addDays } from '../calendar/calendar-date.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { fromCents } from '../money/money.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { momentOf } from './billing-time.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { restingStatus } from './resting-status.ts';
import type { SubscriptionCycle } from './subscription-cycle.entity.ts';
import { isOver } from './subscription-status.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/** Takes account of what the charge of a cycle came to. It does nothing where that was done before. */
export async function settleCharge(
  em: EntityManager,
  { subscriptionId, cycleId, at }: { subscriptionId: number; cycleId: number; at: Date },
): Promise<void> {
  await changeSubscription(em, { subscriptionId, at, dispatch: 'caller' }, async (change) => {
    const found = change.unsettled.find(({ cycle }) => cycle.id === cycleId);
    if (!found?.outcome) return;
    change.touch();
    switch (found.outcome) {
      case 'paid':
        return takePayment(change, found);
      case 'failed':
        return takeFailure(change, found);
      case 'canceled':
        Object.assign(found.cycle, { state: 'canceled', nextAttemptAt: null, updatedAt: at });
        return recover(change);
    }
  });
}

async function takePayment(change: SubscriptionChange, { cycle, invoice }: UnsettledCycle): Promise<void> {
  const { subscription, at, emit } = change;
  const wasDropped = cycle.state === 'dropped';
  Object.assign(cycle, { state: 'paid', nextAttemptAt: null, updatedAt: at });
  if (wasDropped && cycle.dueDate === subscription.nextDueDate) {
    // The payer was quicker than the pause or the cancellation: the cycle is theirs, and is not charged again.
    cycle.number = subscription.cyclesMade += 1;
    subscription.nextDueDate = cycle.periodEnd;
  }
  recover(change);
  await emit('subscription.renewed', {
    ...describeCycle(cycle, invoice),
    amount: fromCents(invoice.amountPaidCents),
    paid_at: invoice.paidAt,
  });
}

/** Counts a failure and plans the next attempt; when none is left, the subscription is past due. */
async function takeFailure(change: SubscriptionChange, { cycle, invoice }: UnsettledCycle): Promise<void> {
  const { tx, subscription, company, at, emit } = change;
  cycle.failures += 1;
  cycle.firstFailedAt ??= at;
  const retryDays = company.dunningRetryDays[cycle.failures - 1];
  const isSpent = retryDays === undefined || isOver(subscription);
  cycle.state = isSpent ? 'unpaid' : 'retrying';
  cycle.nextAttemptAt = isSpent ? null : laterOf(at, momentOf(addDays(dayOf(cycle.firstFailedAt), retryDays), company));
  cycle.updatedAt = at;
  const becomesPastDue = isSpent && !isOver(subscription) && subscription.pastDueSince === null;
  if (becomesPastDue) {
    subscription.pastDueSince = at;
    subscription.givesUpOn =
      company.dunningAction === 'cancel' ? addDays(storeToday(at, company), company.dunningGraceDays) : null;
    subscription.status = restingStatus(subscription, { company, at });
  }
  const payableUntil = cycle.nextAttemptAt ?? (subscription.givesUpOn && momentOf(subscription.givesUpOn, company));
  if (payableUntil) await keepPayable(tx, { invoice, until: payableUntil, at });
  const details = {
    ...describeCycle(cycle, invoice),
    reason: await findReason(tx, invoice),
    failures: cycle.failures,
    next_attempt_at: cycle.nextAttemptAt,
  };
  await emit('subscription.payment_failed', details);
  if (becomesPastDue) await emit('subscription.past_due', { ...details, gives_up_on: subscription.givesUpOn });

  function dayOf(moment: Date): string {
    return DateTime.fromJSDate(moment, { zone: company.timeZone }).toISODate()!;
  }
}

/** Past due no more, once no cycle has its attempts spent. */
export function recover({ subscription, company, unsettled, at }: SubscriptionChange): void {
  if (subscription.pastDueSince === null || unsettled.some(({ cycle }) => cycle.state === 'unpaid')) return;
  subscription.pastDueSince = null;
  subscription.givesUpOn = null;
  subscription.status = restingStatus(subscription, { company, at });
}

/** A payer may submit another card until the next attempt, so the invoice is not given up before. */
async function keepPayable(
  tx: EntityManager,
  { invoice: { id: invoiceId, paymentMethod }, until, at }: { invoice: Invoice; until: Date; at: Date },
): Promise<void> {
  if (paymentMethod !== 'card') return;
  await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, ({ invoice, company, touch }) => {
    const abandonmentAt = new Date(until.getTime() + company.abandonmentSeconds * 1000);
    if (invoice.status !== 'refused' || invoice.abandonmentAt >= abandonmentAt) return;
    invoice.abandonmentAt = abandonmentAt;
    touch();
  });
}

/** In the gateway's word where it refused; else what became of the invoice: `overdue`, `abandoned`, `expired`. */
async function findReason(tx: EntityManager, { id: invoiceId, status }: Invoice): Promise<string> {
  if (status !== 'refused') return status;
  const refused = await tx.findOne(
    PaymentAttempt,
    { invoiceId, state: 'refused' },
    { orderBy: { number: 'desc' }, fields: ['refusalReason'] },
  );
  return refused?.refusalReason ?? status;
}

function describeCycle(cycle: SubscriptionCycle, invoice: Invoice): Record<string, unknown> {
  const { number, dueDate, periodEnd } = cycle;
  return { invoice_id: invoice.id, cycle: { number, due_date: dueDate, period_end: periodEnd } };
}

function laterOf(a: Date, b: Date): Date {
  return a > b ? a : b;
}
