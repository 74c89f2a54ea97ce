import { invoiceMethodOf, METHODS } from '../banking/payment-method.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { momentOf, type BillingClock } from './billing-time.ts';
import type { Mandate } from '../payments/mandates/mandate.entity.ts';
import { FEWEST_DAYS_BEFORE_DEBIT, MOST_DAYS_BEFORE_DEBIT } from './mandate-terms.ts';
import { dueOnOrAfter, type Schedule } from './schedule.ts';
import type { Subscription } from './subscription.entity.ts';
import type { MandateStepKind, SubscriptionStep } from './subscription-news.ts';
import { isOver } from './subscription-status.ts';
import type { UnsettledCycle } from './unsettled-cycles.ts';

interface Circumstances {
  company: BillingClock & Pick<Company, 'suspendedAt'>;
  unsettled: UnsettledCycle[];
  /** Live, or of which something is still to be done. */
  mandates: Mandate[];
  /** Whether charges are left out: the store has no gateway. */
  withoutCharges?: boolean;
}

type Terms = Pick<Subscription, 'paymentMethod' | 'daysBeforeDue'>;

/** The day on which the invoice of a cycle that is due on a day is made: a card is charged on the day itself. */
export function issueDate(dueDate: string, { paymentMethod, daysBeforeDue }: Terms): string {
  if (METHODS[invoiceMethodOf(paymentMethod)].takesCardToken) return dueDate;
  if (paymentMethod !== 'pix_automatic') return addDays(dueDate, -daysBeforeDue);
  // The store's days may be others than those that a payer's bank allows.
  const days = Math.min(Math.max(daysBeforeDue, FEWEST_DAYS_BEFORE_DEBIT), MOST_DAYS_BEFORE_DEBIT);
  return addDays(dueDate, -days);
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
export function upcomingDueDate(
  subscription: Schedule &
    Pick<
      Subscription,
      | ('status' | 'canceledAt' | 'endedAt' | 'cancelAtPeriodEnd')
      | ('cycles' | 'cyclesMade' | 'endDate' | 'nextDueDate' | 'resumesOn')
    >,
): string | null {
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
  if (AT_ONCE.has(step.kind) || waiting <= NOT_SPREAD) return step;
  const spreadMs = (Math.min(waiting, MOST_SPREAD) / SPREAD_PER_SECOND) * 1_000;
  return { ...step, at: new Date(Date.parse(step.at) + placeOf(id) * spreadMs).toISOString() };
}

/** The place of an id between 0 and 1: those of any steps of ids are spread evenly (Fibonacci hashing). */
function placeOf(id: number): number {
  return (Math.imul(id, 0x9e3779b1) >>> 0) / 2 ** 32;
}

const CHARGES: ReadonlySet<SubscriptionStep['kind']> = new Set([
  ...(['start_cycle', 'retry_charge', 'request_mandate', 'cancel_mandate', 'ask_debit'] as const),
]);
/** Steps that follow from what has come about, whatever else is planned. */
const AT_ONCE: ReadonlySet<SubscriptionStep['kind']> = new Set(['settle_charge', 'settle_mandate', 'ask_debit']);

/** The step that comes first, or null when nothing happens unless somebody acts. */
export function nextStep(
  subscription: Subscription,
  { company, unsettled, mandates, withoutCharges = false }: Circumstances,
): SubscriptionStep | null {
  // Money that arrived, and what became of a charge, is taken account of whatever the status.
  const settled = unsettled.find(({ outcome }) => outcome !== null);
  if (settled) {
    return { kind: 'settle_charge', cycleId: settled.cycle.id, at: settled.invoice.updatedAt.toISOString() };
  }
  const ofMandate = mandateStep(subscription, mandates, company);
  if (ofMandate && !(withoutCharges && CHARGES.has(ofMandate.kind))) return ofMandate;
  // A suspended store charges nobody; what came due meanwhile follows when it is back.
  const debits = withoutCharges ? [] : debitSteps(unsettled);
  if (isOver(subscription) || company.suspendedAt) return earliest(debits);
  const on = (date: string): string => momentOf(date, company).toISOString();
  if (subscription.pausedAt) {
    const { resumesOn } = subscription;
    return earliest(resumesOn ? [...debits, { kind: 'resume', at: on(resumesOn) }] : debits);
  }

  const steps: SubscriptionStep[] = [...debits];
  const { status, trialEndsOn, givesUpOn } = subscription;
  if (status === 'trialing') steps.push({ kind: 'end_trial', at: on(trialEndsOn!) });
  for (const { cycle } of unsettled) {
    if (cycle.state !== 'retrying') continue;
    steps.push({ kind: 'retry_charge', cycleId: cycle.id, at: cycle.nextAttemptAt!.toISOString() });
  }
  if (givesUpOn) steps.push({ kind: 'give_up', at: on(givesUpOn) });
  const last = stepAfterLastCycle(subscription, { company, unsettled });
  if (last) steps.push(last);
  return earliest(withoutCharges ? steps.filter(({ kind }) => !CHARGES.has(kind)) : steps);
}

function earliest(steps: SubscriptionStep[]): SubscriptionStep | null {
  const [first = null] = steps.sort((a, b) => a.at.localeCompare(b.at));
  return first;
}

/** Debits that are under way, whatever became of the subscription. */
function debitSteps(unsettled: UnsettledCycle[]): SubscriptionStep[] {
  return unsettled.flatMap(({ cycle: { id: cycleId, asksBankAt }, hasChargeUnderWay }) =>
    hasChargeUnderWay && asksBankAt ? { kind: 'ask_debit' as const, cycleId, at: asksBankAt.toISOString() } : [],
  );
}

/** The step of a mandate comes at once, also where the subscription is over: nobody is debited any more. */
function mandateStep(
  subscription: Subscription,
  mandates: Mandate[],
  { suspendedAt }: Circumstances['company'],
): SubscriptionStep | null {
  const step = (kind: MandateStepKind, { id: mandateId, updatedAt }: Mandate): SubscriptionStep => ({
    ...{ kind, mandateId, at: updatedAt.toISOString() },
  });
  const news = mandates.find(({ isSettled }) => !isSettled);
  if (news) return step('settle_mandate', news);
  const canceled = mandates.find(({ isCancellationDue }) => isCancellationDue);
  if (canceled) return step('cancel_mandate', canceled);
  const requested = mandates.find(({ status }) => status === 'requested');
  return requested && !isOver(subscription) && !suspendedAt ? step('request_mandate', requested) : null;
}

/** Finds the step that follows the cycles that were made: another cycle, or the end. */
function stepAfterLastCycle(
  subscription: Subscription,
  { company, unsettled }: Pick<Circumstances, 'company' | 'unsettled'>,
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
