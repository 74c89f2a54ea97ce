import { invoiceMethodOf, METHODS } from '../../banking/payment-method.ts';
import type { Company } from '../../accounts/companies/company.entity.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { hasNextCycle, issueMoment, upcomingDueDate } from '../../subscriptions/next-step.ts';
import { dueOnOrAfter } from '../../subscriptions/schedule.ts';
import { hasCard } from '../../subscriptions/card-on-file.ts';
import { isOver } from '../../subscriptions/subscription-status.ts';
import type { Subscription } from '../../subscriptions/subscription.entity.ts';
import type { Formats } from '../formats.ts';
import type { SubscriptionRecord } from './read-subscriptions.ts';
import type { SubscriptionsWords } from './subscriptions.words.ts';

interface Context {
  company: Company;
  /** The store's time. */
  now: Date;
  w: SubscriptionsWords['outlook'];
  f: Formats;
}

/** The state of a subscription, its next step, and the time of that step, in sentences. */
export function outlookOf(
  { subscription, unsettled }: Pick<SubscriptionRecord, 'subscription' | 'unsettled'>,
  context: Context,
): string[] {
  const { w, f, company } = context;
  if (isOver(subscription)) return [sayEnd(subscription, context)];
  const said = [
    ...(company.suspendedAt ? [w.suspended] : []),
    ...sayPause(subscription, context),
    ...(subscription.status === 'trialing' ? [w.trial(f.date(subscription.trialEndsOn!))] : []),
  ];
  for (const { cycle, invoice } of unsettled) {
    const { state, invoiceId, failures, dueDate, nextAttemptAt } = cycle;
    if (state === 'open') said.push(w.underWay(invoiceId, f.date(dueDate)));
    if (state === 'surplus' && invoice.status === 'paid') said.push(w.surplus(invoiceId));
    if (state === 'unpaid') said.push(w.unpaid(invoiceId));
    if (state === 'retrying') said.push(w.retrying(invoiceId, failures, f.moment(nextAttemptAt!)));
  }
  const { pastDueSince, givesUpOn, pausedAt } = subscription;
  if (pastDueSince) {
    said.push(w.pastDue(f.moment(pastDueSince)), givesUpOn ? w.givesUp(f.date(givesUpOn)) : w.kept);
  }
  if (!pausedAt) said.push(sayNext({ subscription, unsettled }, context));
  return said;
}

function sayEnd({ canceledAt, cancellationReason, endedAt }: Subscription, { w, f }: Context): string {
  if (endedAt) return w.ended(f.day(endedAt));
  return w.canceled[cancellationReason!](f.day(canceledAt!));
}

function sayPause(subscription: Subscription, { company, now, w, f }: Context): string[] {
  const { pausedAt, resumesOn } = subscription;
  if (!pausedAt) return [];
  const today = storeToday(now, company);
  const next = upcomingDueDate(subscription);
  const from = resumesOn ?? today;
  const due = next !== null && next < from ? dueOnOrAfter(subscription, from) : next;
  return [
    w.paused(f.moment(pausedAt)),
    resumesOn ? w.resumesOn(f.date(resumesOn)) : w.resumesByHand,
    ...(due === null ? [] : [resumesOn ? w.thenDue(f.date(due)) : w.dueIfResumed(f.date(due))]),
  ];
}

/** Says the step that follows the cycles that were made: another cycle, or the end. */
function sayNext(
  { subscription, unsettled }: Pick<SubscriptionRecord, 'subscription' | 'unsettled'>,
  { company, w, f }: Context,
): string {
  const { nextDueDate, cancelAtPeriodEnd, paymentMethod } = subscription;
  const day = f.date(nextDueDate);
  if (cancelAtPeriodEnd) return w.cancels(day);
  if (!hasNextCycle(subscription)) {
    const isUnderWay = unsettled.some(({ cycle: { state } }) => state === 'open' || state === 'retrying');
    return isUnderWay ? w.endsWhenSettled : w.ends(day);
  }
  const moment = f.moment(issueMoment(nextDueDate, subscription, company));
  if (!METHODS[invoiceMethodOf(paymentMethod)].takesCardToken) return w.next(day, moment);
  return hasCard(subscription) ? w.nextByCard(moment) : w.nextWithoutCard(moment);
}
