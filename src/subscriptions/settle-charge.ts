import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../calendar/calendar-date.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { fromCents } from '../money/money.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { momentOf } from './billing-time.ts';
import { changeSubscription, type SubscriptionChange } from './change-subscription.ts';
import { giveUpInvoice } from './drop-upcoming.ts';
import { closeCycle, recover } from './past-due.ts';
import { restingStatus } from './resting-status.ts';
import { moveNextDueDate } from './start-cycle.ts';
import { NOT_CHARGED, SubscriptionCycle } from './subscription-cycle.entity.ts';
import { isOver } from './subscription-status.ts';
import type { Subscription } from './subscription.entity.ts';
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
        closeCycle(found.cycle, 'canceled', at);
        if (recover(change)) await change.emit('subscription.updated', { changed: ['status'] });
    }
  });
}

/** The charge of a cycle is paid; it may be one that had been taken back. */
export async function takePayment(change: SubscriptionChange, found: UnsettledCycle): Promise<void> {
  const { tx, subscription, at, emit } = change;
  const { cycle, invoice } = found;
  await adoptCard(tx, subscription);
  if (cycle.state !== 'dropped') closeCycle(cycle, 'paid', at);
  else if (!(await reviveCycle(change, found))) return closeCycle(cycle, 'surplus', at);
  recover(change);
  await emit('subscription.renewed', {
    ...describeCycle(cycle, invoice),
    amount: fromCents(invoice.amountPaidCents),
    paid_at: invoice.paidAt,
  });
}

/**
 * The payer was quicker than the pause or the cancellation that took the cycle back: it is theirs, and is not charged
 * again. An invoice that was made in its place is given up.
 *
 * @returns false where that one was paid too
 */
async function reviveCycle(change: SubscriptionChange, { cycle }: UnsettledCycle): Promise<boolean> {
  const { tx, subscription, unsettled, at } = change;
  const { subscriptionId, dueDate } = cycle;
  const inItsPlace = await tx.findOne(SubscriptionCycle, {
    subscriptionId,
    dueDate,
    state: { $nin: [...NOT_CHARGED] },
  });
  if (inItsPlace) {
    const owed = unsettled.find(({ cycle: { id } }) => id === inItsPlace.id);
    const isGivenUp = owed && (owed.cycle.state === 'canceled' || owed.outcome === 'canceled');
    if (!owed || !(isGivenUp || (await giveUpInvoice(change, owed)))) return false;
    closeCycle(owed.cycle, 'dropped', at);
    cycle.number = owed.cycle.number;
    cycle.periodEnd = owed.cycle.periodEnd;
    await tx.flush();
    closeCycle(cycle, 'paid', at);
    return true;
  }
  cycle.number = subscription.cyclesMade += 1;
  closeCycle(cycle, 'paid', at);
  await tx.flush();
  const { nextDueDate: to, chargeableFrom: from } = subscription;
  if (!isOver(subscription)) await moveNextDueDate(tx, subscription, { from, to });
  await giveUpExtraCycle(change);
  return true;
}

/** A cycle that came back may be one more than there are to be: the last one that nobody has paid makes room for it. */
async function giveUpExtraCycle(change: SubscriptionChange): Promise<void> {
  const { subscription, unsettled, at } = change;
  if (subscription.cycles === null || subscription.cyclesMade <= subscription.cycles) return;
  const extra = unsettled.findLast(({ cycle: { state } }) => state === 'open' || state === 'retrying');
  if (!extra || !(await giveUpInvoice(change, extra))) return;
  closeCycle(extra.cycle, 'dropped', at);
  subscription.cyclesMade -= 1;
}

/** A card that the payer submitted is on file from now on if it is the one that paid. */
async function adoptCard(tx: EntityManager, subscription: Subscription): Promise<void> {
  const { offeredAttemptId, offeredCardToken } = subscription;
  if (offeredAttemptId === null) return;
  const attempt = await tx.findOneOrFail(PaymentAttempt, offeredAttemptId, { refresh: true });
  if (attempt.state === 'pending') return;
  const isKept = attempt.state === 'paid' && subscription.paymentMethod === 'card' && !isOver(subscription);
  if (isKept) subscription.cardToken = offeredCardToken;
  Object.assign(subscription, { offeredAttemptId: null, offeredCardToken: null });
}

/** Counts a failure and plans the next attempt; when none is left, the subscription is past due. */
async function takeFailure(change: SubscriptionChange, { cycle, invoice }: UnsettledCycle): Promise<void> {
  const { tx, subscription, at, emit } = change;
  await adoptCard(tx, subscription);
  cycle.failures += 1;
  cycle.firstFailedAt ??= at;
  const isSpent = !planRetry(change, cycle);
  const becomesPastDue = isSpent && !isOver(subscription) && subscription.pastDueSince === null;
  const givesUpOn = becomesPastDue ? firstDayWithoutPatience(change) : subscription.givesUpOn;
  await keepPayable(change, { invoice, cycle, givesUpOn });
  const details = {
    ...describeCycle(cycle, invoice),
    reason: await findReason(tx, invoice),
    failures: cycle.failures,
    next_attempt_at: cycle.nextAttemptAt,
  };
  await emit('subscription.payment_failed', details);
  if (becomesPastDue) await becomePastDue(change, details);
}

/**
 * Plans the next attempt by the store's schedule: on its day, and not on the day of the last failure, however late that
 * came. Without one the cycle is unpaid.
 *
 * @returns whether there is one
 */
export function planRetry({ subscription, company, at }: SubscriptionChange, cycle: SubscriptionCycle): boolean {
  const retryDays = isOver(subscription) ? undefined : company.dunningRetryDays[cycle.retriesUsed];
  cycle.updatedAt = at;
  if (retryDays === undefined) {
    Object.assign(cycle, { state: 'unpaid', nextAttemptAt: null, spentAt: cycle.spentAt ?? at });
    return false;
  }
  const planned = addDays(storeToday(cycle.firstFailedAt ?? at, company), retryDays);
  const tomorrow = addDays(storeToday(at, company), 1);
  const nextAttemptAt = momentOf(planned > tomorrow ? planned : tomorrow, company);
  Object.assign(cycle, { state: 'retrying', nextAttemptAt });
  return true;
}

/** The attempts of a charge are spent. */
export async function becomePastDue(change: SubscriptionChange, details: Record<string, unknown>): Promise<void> {
  const { subscription, company, at, emit } = change;
  subscription.pastDueSince = at;
  subscription.givesUpOn = firstDayWithoutPatience(change);
  subscription.status = restingStatus(subscription, { company, at });
  await emit('subscription.past_due', { ...details, gives_up_on: subscription.givesUpOn });
}

/** The day on which a subscription that is past due from now on is canceled; null: the store keeps it. */
export function firstDayWithoutPatience({ company, at }: Pick<SubscriptionChange, 'company' | 'at'>): string | null {
  return company.dunningAction === 'cancel' ? addDays(storeToday(at, company), company.dunningGraceDays) : null;
}

/** A payer may submit another card until the next attempt, or the end of the patience: it is not given up before. */
export async function keepPayable(
  { tx, company, at }: SubscriptionChange,
  {
    invoice: { id: invoiceId, paymentMethod },
    cycle,
    givesUpOn,
  }: { invoice: Pick<Invoice, 'id' | 'paymentMethod'>; cycle: SubscriptionCycle; givesUpOn: string | null },
): Promise<void> {
  const until = cycle.nextAttemptAt ?? (givesUpOn && momentOf(givesUpOn, company));
  if (paymentMethod !== 'card' || !until) return;
  await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, ({ invoice, touch }) => {
    const abandonmentAt = new Date(until.getTime() + company.abandonmentSeconds * 1000);
    if (invoice.status !== 'refused' || invoice.abandonmentAt >= abandonmentAt) return;
    invoice.abandonmentAt = abandonmentAt;
    touch();
  });
}

/** In the gateway's word where it refused; else what became of the invoice: `overdue`, `abandoned`, `expired`. */
export async function findReason(tx: EntityManager, { id: invoiceId, status }: Invoice): Promise<string> {
  if (status !== 'refused') return status;
  const refused = await tx.findOne(
    PaymentAttempt,
    { invoiceId, state: 'refused' },
    { orderBy: { number: 'desc' }, fields: ['refusalReason'] },
  );
  return refused?.refusalReason ?? status;
}

export function describeCycle(cycle: SubscriptionCycle, invoice: Invoice): Record<string, unknown> {
  const { number, dueDate, periodEnd } = cycle;
  return { invoice_id: invoice.id, cycle: { number, due_date: dueDate, period_end: periodEnd } };
}
