import { METHODS } from '../banking/payment-method.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { momentOf, type BillingClock } from './billing-time.ts';
import { dueOnOrAfter } from './schedule.ts';
import type { Subscription } from './subscription.entity.ts';
import type { SubscriptionStep } from './subscription-news.ts';
import { isOver } from './subscription-status.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

interface Circumstances {
  company: BillingClock & Pick<Company, 'suspendedAt'>;
  unsettled: UnsettledCycle[];
  /** Whether charges are left out: the store has no gateway. */
  withoutCharges?: boolean;
}

type Terms = Pick<Subscription, 'paymentMethod' | 'daysBeforeDue'>;

/** The day on which the invoice of a cycle that is due on a day is made: a card is charged on the day itself. */
export function issueDate(dueDate: string, { paymentMethod, daysBeforeDue }: Terms): string {
  return METHODS[paymentMethod].takesCardToken ? dueDate : addDays(dueDate, -daysBeforeDue);
}

/** The moment at which it is. */
export function issueMoment(dueDate: string, terms: Terms, company: BillingClock): Date {
  return momentOf(issueDate(dueDate, terms), company);
}

/** Whether there is a cycle after those that were made. */
export function hasNextCycle({
  cycles,
  cyclesMade,
  endDate,
  nextDueDate,
}: Pick<Subscription, 'cycles' | 'cyclesMade' | 'endDate' | 'nextDueDate'>): boolean {
  return (cycles === null || cyclesMade < cycles) && (endDate === null || nextDueDate <= endDate);
}

/** When the next charge is due; null when none follows. In a pause without an end: as if it were over before. */
export function upcomingDueDate(subscription: Subscription): string | null {
  if (isOver(subscription) || subscription.cancelAtPeriodEnd) return null;
  const { nextDueDate, resumesOn } = subscription;
  const isLeftOut = resumesOn !== null && nextDueDate < resumesOn && hasNextCycle(subscription);
  const due = isLeftOut ? dueOnOrAfter(subscription, resumesOn) : nextDueDate;
  return hasNextCycle({ ...subscription, nextDueDate: due }) ? due : null;
}

/** Steps of a store that are planned for one moment are taken at this rate, as renewals are worked off no faster. */
const SPREAD_PER_SECOND = 3;
/** A store with no more subscriptions than these takes the steps at the moment itself. */
const NOT_SPREAD = 100;
/** The steps of a store with more subscriptions than these share ten minutes. */
export const MOST_SPREAD = 1_800;

/**
 * The step of a subscription, a little later where its store has many subscriptions: a thousand timers of one moment
 * would make all work of that minute slow, also that of other stores.
 *
 * @param waiting the number of the store's subscriptions that have a step before them
 */
export function spreadOut(step: SubscriptionStep, { id, waiting }: { id: number; waiting: number }): SubscriptionStep {
  if (step.kind === 'settle_charge' || waiting <= NOT_SPREAD) return step;
  const spreadMs = (Math.min(waiting, MOST_SPREAD) / SPREAD_PER_SECOND) * 1_000;
  return { ...step, at: new Date(Date.parse(step.at) + placeOf(id) * spreadMs).toISOString() };
}

/** The place of an id between 0 and 1: those of any steps of ids are spread evenly (Fibonacci hashing). */
function placeOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) / 2 ** 32;
}

const CHARGES: ReadonlySet<SubscriptionStep['kind']> = new Set(['start_cycle', 'retry_charge']);

/** The step that comes first, or null when nothing happens unless somebody acts. */
export function nextStep(
  subscription: Subscription,
  { company, unsettled, withoutCharges = false }: Circumstances,
): SubscriptionStep | null {
  // Money that arrived, and what became of a charge, is taken account of whatever the status.
  const settled = unsettled.find(({ outcome }) => outcome !== null);
  if (settled) {
    return { kind: 'settle_charge', cycleId: settled.cycle.id, at: settled.invoice.updatedAt.toISOString() };
  }
  // A suspended store charges nobody; what came due meanwhile follows when it is back.
  if (isOver(subscription) || company.suspendedAt) return null;
  const on = (date: string): string => momentOf(date, company).toISOString();
  if (subscription.pausedAt) return subscription.resumesOn ? { kind: 'resume', at: on(subscription.resumesOn) } : null;

  const steps: SubscriptionStep[] = [];
  const { status, trialEndsOn, givesUpOn } = subscription;
  if (status === 'trialing') steps.push({ kind: 'end_trial', at: on(trialEndsOn!) });
  for (const { cycle } of unsettled) {
    if (cycle.state !== 'retrying') continue;
    steps.push({ kind: 'retry_charge', cycleId: cycle.id, at: cycle.nextAttemptAt!.toISOString() });
  }
  if (givesUpOn) steps.push({ kind: 'give_up', at: on(givesUpOn) });
  const last = stepAfterLastCycle(subscription, { company, unsettled });
  if (last) steps.push(last);
  const possible = withoutCharges ? steps.filter(({ kind }) => !CHARGES.has(kind)) : steps;
  const [first = null] = possible.sort((a, b) => a.at.localeCompare(b.at));
  return first;
}

/** Finds the step that follows the cycles that were made: another cycle, or the end. */
function stepAfterLastCycle(
  subscription: Subscription,
  { company, unsettled }: Circumstances,
): SubscriptionStep | null {
  const { nextDueDate, periodEndsOn, cancelAtPeriodEnd } = subscription;
  if (cancelAtPeriodEnd) return { kind: 'cancel', at: momentOf(nextDueDate, company).toISOString() };
  if (hasNextCycle(subscription)) {
    const at = issueMoment(nextDueDate, subscription, company).toISOString();
    return { kind: 'start_cycle', dueDate: nextDueDate, at };
  }
  // The last charge is tried as often as the store wants before the subscription ends.
  const isUnderWay = unsettled.some(({ cycle }) => cycle.state === 'open' || cycle.state === 'retrying');
  return isUnderWay ? null : { kind: 'end', at: momentOf(periodEndsOn, company).toISOString() };
}
