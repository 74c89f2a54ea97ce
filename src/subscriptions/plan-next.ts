import type { EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import { changeInvoice } from '../invoices/change-invoice.ts';
import { abandonmentAfter, storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { PaymentAttempt } from '../invoices/payment-attempt.entity.ts';
import { momentOf } from './billing-time.ts';
import type { SubscriptionChange } from './change-subscription.ts';
import { restingStatus } from './resting-status.ts';
import type { SubscriptionCycle } from './subscription-cycle.entity.ts';
import { isOver } from './subscription-status.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

/**
 * Plans what follows where a charge is not paid: the next attempt, or when none is left, that the subscription is past
 * due.
 *
 * @param isAnnounced whether a charge failed, or there was nothing to try
 */
export async function planNext(
  change: SubscriptionChange,
  { cycle, invoice }: UnsettledCycle,
  { isAnnounced }: { isAnnounced: boolean },
): Promise<void> {
  const { tx, subscription, emit } = change;
  const isSpent = !planRetry(change, cycle);
  const becomesPastDue = isSpent && !isOver(subscription) && subscription.pastDueSince === null;
  const givesUpOn = becomesPastDue ? firstDayWithoutPatience(change) : subscription.givesUpOn;
  await keepPayable(change, { invoice, cycle, givesUpOn });
  if (!isAnnounced && !becomesPastDue) return;
  const details = {
    ...describeCycle(cycle, invoice),
    reason: await findReason(tx, invoice),
    failures: cycle.failures,
    next_attempt_at: cycle.nextAttemptAt,
  };
  if (isAnnounced) await emit('subscription.payment_failed', details);
  if (becomesPastDue) await becomePastDue(change, { details, givesUpOn });
}

/**
 * Plans the next attempt by the store's schedule: on its day, and not on the day of the last failure, however late that
 * came. Without one the cycle is unpaid.
 *
 * @returns whether there is one
 */
function planRetry({ subscription, company, at }: SubscriptionChange, cycle: SubscriptionCycle): boolean {
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
async function becomePastDue(
  { subscription, company, at, emit }: SubscriptionChange,
  { details, givesUpOn }: { details: Record<string, unknown>; givesUpOn: string | null },
): Promise<void> {
  subscription.pastDueSince = at;
  subscription.givesUpOn = givesUpOn;
  subscription.status = restingStatus(subscription, { company, at });
  await emit('subscription.past_due', { ...details, gives_up_on: givesUpOn });
}

/** The day on which a subscription that is past due from now on is canceled; null: the store keeps it. */
function firstDayWithoutPatience({ company, at }: Pick<SubscriptionChange, 'company' | 'at'>): string | null {
  return company.dunningAction === 'cancel' ? addDays(storeToday(at, company), company.dunningGraceDays) : null;
}

/** A payer may submit another card until the next attempt, or the end of the patience: it is not given up before. */
async function keepPayable(
  { tx, company, at }: SubscriptionChange,
  {
    invoice: { id: invoiceId, paymentMethod },
    cycle,
    givesUpOn,
  }: { invoice: Invoice; cycle: SubscriptionCycle; givesUpOn: string | null },
): Promise<void> {
  const until = cycle.nextAttemptAt ?? (givesUpOn && momentOf(givesUpOn, company));
  if (!METHODS[paymentMethod].takesCardToken || !until) return;
  await changeInvoice(tx, { invoiceId, at, dispatch: 'outbox' }, ({ invoice, touch }) => {
    const abandonmentAt = abandonmentAfter(until, invoice, company);
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

export function describeCycle(cycle: SubscriptionCycle, invoice: Invoice): Record<string, unknown> {
  const { number, dueDate, periodEnd } = cycle;
  return { invoice_id: invoice.id, cycle: { number, due_date: dueDate, period_end: periodEnd } };
}
