import { dueDays, plusDays } from '../support/expected-cycles.ts';

/** The store of the model is in São Paulo, without daylight saving, and renews at 06:00. */
const momentOn = (day: string): number => Date.parse(`${day}T09:00:00Z`);
export const dayOf = (at: number): string => new Date(at - 3 * 3_600_000).toISOString().slice(0, 10);
export const RETRY_DAYS = [1, 3];
export const GRACE_DAYS = 5;

export interface SubscriptionTerms {
  begins: string;
  interval: 'week' | 'month';
  anchorDay: number;
  trialDays: number;
  cycles: number | null;
  givesUp: boolean;
}

interface Cycle {
  due: string;
  periodEnd: string;
  state: 'open' | 'retrying' | 'unpaid' | 'paid' | 'canceled';
  failures: number;
  firstFailedOn: string | null;
  retriesUsed: number;
  nextAttemptAt: number | null;
  isSpent: boolean;
  invoice: 'open' | 'refused' | 'paid' | 'canceled';
  hasCharge: boolean;
}

export type Step =
  | { kind: 'settle_charge' | 'retry_charge'; cycle: number; at: number }
  | { kind: 'start_cycle'; dueDate: string; at: number }
  | { kind: 'end_trial' | 'resume' | 'cancel' | 'give_up' | 'end'; at: number };

/**
 * A subscription that is paid with the card on file, written from `docs/subscriptions.md`. Its calendar is that of
 * `expected-cycles.ts`, which looks at each day.
 */
export class SubscriptionModel {
  status: 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled' | 'ended' = 'active';
  nextDue: string;
  readonly cycles: Cycle[] = [];
  readonly events = ['subscription.created'];
  private readonly terms: SubscriptionTerms;
  private readonly calendar: ReturnType<typeof dueDays>;
  private readonly trialEndsOn: string | null;
  private periodEndsOn: string;
  private pausedAt: number | null = null;
  private resumesOn: string | null = null;
  private cancelsAtEnd = false;
  private isPastDue = false;
  private givesUpOn: string | null = null;

  constructor(terms: SubscriptionTerms, at: number) {
    const { interval, anchorDay, trialDays } = terms;
    this.terms = terms;
    const chargedFrom = plusDays(dayOf(at), trialDays);
    this.trialEndsOn = trialDays > 0 ? chargedFrom : null;
    this.calendar = dueDays({ interval, intervalCount: 1, anchorDay }, chargedFrom);
    this.nextDue = this.periodEndsOn = this.calendar.first;
    this.rest(at);
    if (this.nextDue <= dayOf(at)) this.makeCycle();
  }

  get isOver(): boolean {
    return this.status === 'canceled' || this.status === 'ended';
  }

  get next(): Step | null {
    const settled = this.cycles.findIndex((cycle) => outcomeOf(cycle) !== null);
    if (settled >= 0) return { kind: 'settle_charge', cycle: settled, at: 0 };
    if (this.isOver) return null;
    if (this.pausedAt !== null) return this.resumesOn ? { kind: 'resume', at: momentOn(this.resumesOn) } : null;
    const steps: Step[] = [];
    if (this.status === 'trialing') steps.push({ kind: 'end_trial', at: momentOn(this.trialEndsOn!) });
    for (const [cycle, { nextAttemptAt }] of this.cycles.entries()) {
      if (nextAttemptAt !== null) steps.push({ kind: 'retry_charge', cycle, at: nextAttemptAt });
    }
    if (this.givesUpOn) steps.push({ kind: 'give_up', at: momentOn(this.givesUpOn) });
    const at = momentOn(this.nextDue);
    if (this.cancelsAtEnd) steps.push({ kind: 'cancel', at });
    else if (this.hasNext) steps.push({ kind: 'start_cycle', dueDate: this.nextDue, at });
    else if (!this.cycles.some(({ state }) => state === 'open' || state === 'retrying')) {
      steps.push({ kind: 'end', at: momentOn(this.periodEndsOn) });
    }
    return steps.sort((a, b) => a.at - b.at)[0] ?? null;
  }

  take(step: Step, now: number): void {
    switch (step.kind) {
      case 'settle_charge':
        return this.settle(this.cycles[step.cycle]!, now);
      case 'retry_charge':
        return this.retry(this.cycles[step.cycle]!, now);
      case 'start_cycle':
        if (this.nextDue === step.dueDate && this.isDue(now)) this.makeCycle();
        return;
      default:
        // Only what is waited for, and has come.
        if (this.next?.kind === step.kind && this.next.at <= now) this.pass(step.kind, now);
    }
  }

  pay(index: number): void {
    Object.assign(this.cycles[index]!, { invoice: 'paid', hasCharge: false });
  }

  refuse(index: number): void {
    Object.assign(this.cycles[index]!, { invoice: 'refused', hasCharge: false });
  }

  pause(resumesOn: string | null, now: number): string | null {
    if (this.isOver) return 'subscription_over';
    if (this.cancelsAtEnd) return 'cancellation_planned';
    const isOverdue = this.resumesOn !== null && momentOn(this.resumesOn) <= now;
    if (this.pausedAt !== null && !isOverdue) {
      if (this.resumesOn !== resumesOn) this.events.push('subscription.updated');
      this.resumesOn = resumesOn;
      return null;
    }
    // A step that was due before is owed all the same.
    if (this.pausedAt !== null) this.endPause(this.resumesOn!, now);
    for (const cycle of this.cycles) if (outcomeOf(cycle) === 'paid') this.settle(cycle, now);
    if (this.status === 'trialing' && momentOn(this.trialEndsOn!) <= now) this.endTrial(now);
    while (this.isDue(now)) this.makeCycle();
    this.pausedAt = now;
    this.resumesOn = resumesOn;
    this.status = 'paused';
    this.events.push('subscription.paused');
    return null;
  }

  resume(now: number): string | null {
    if (this.isOver) return 'subscription_over';
    const today = dayOf(now);
    if (this.pausedAt !== null) this.endPause(this.resumesOn && this.resumesOn < today ? this.resumesOn : today, now);
    else if (!this.cancelsAtEnd) return 'subscription_not_paused';
    else {
      this.cancelsAtEnd = false;
      this.events.push('subscription.updated');
    }
    return null;
  }

  cancel(when: 'now' | 'period_end', invoices: 'cancel' | 'keep'): string | null {
    if (this.status === 'canceled') return null;
    if (this.status === 'ended') return 'subscription_over';
    if (when === 'period_end') {
      if (this.pausedAt !== null) return 'subscription_paused';
      if (!this.cancelsAtEnd) this.events.push('subscription.updated');
      this.cancelsAtEnd = true;
      return null;
    }
    if (invoices === 'cancel') {
      for (const cycle of this.cycles) {
        if (!isOwed(cycle) || cycle.invoice === 'paid') continue;
        const canceled = { state: 'canceled', invoice: 'canceled', hasCharge: false } as const;
        Object.assign(cycle, canceled, { nextAttemptAt: null, isSpent: false });
      }
    }
    this.close('canceled');
    return null;
  }

  /** The store has everything unpaid tried again, and the schedule begin anew. */
  retryNow(): string | null {
    if (this.isOver) return 'subscription_over';
    if (this.pausedAt !== null) return 'subscription_paused';
    const failed = this.cycles.filter(({ state }) => state === 'retrying' || state === 'unpaid');
    if (failed.length === 0) return 'nothing_unpaid';
    const unpaid = failed.filter(({ invoice }) => invoice !== 'paid');
    if (unpaid.length === 0) return 'nothing_to_charge';
    for (const cycle of unpaid) {
      Object.assign(cycle, { state: 'open', hasCharge: true, nextAttemptAt: null });
      Object.assign(cycle, { failures: 0, firstFailedOn: null, retriesUsed: 0 });
    }
    return null;
  }

  private get hasNext(): boolean {
    return this.terms.cycles === null || this.cycles.length < this.terms.cycles;
  }

  private isDue(now: number): boolean {
    const goesOn = !this.isOver && this.pausedAt === null && !this.cancelsAtEnd;
    return goesOn && this.hasNext && momentOn(this.nextDue) <= now;
  }

  private makeCycle(): void {
    const periodEnd = this.calendar.after(this.nextDue);
    const fresh = { failures: 0, firstFailedOn: null, retriesUsed: 0, nextAttemptAt: null, isSpent: false };
    this.cycles.push({ due: this.nextDue, periodEnd, state: 'open', invoice: 'open', hasCharge: true, ...fresh });
    this.nextDue = this.periodEndsOn = periodEnd;
  }

  private settle(cycle: Cycle, now: number): void {
    const outcome = outcomeOf(cycle);
    if (outcome === 'paid') {
      Object.assign(cycle, { state: 'paid', nextAttemptAt: null, isSpent: false });
      if (this.isPastDue && !this.cycles.some((one) => isOwed(one) && one.isSpent)) {
        Object.assign(this, { isPastDue: false, givesUpOn: null });
        this.rest(now);
      }
      this.events.push('subscription.renewed');
    }
    if (outcome === 'failed') this.fail(cycle, now);
  }

  private fail(cycle: Cycle, now: number): void {
    const today = dayOf(now);
    cycle.failures += 1;
    cycle.firstFailedOn ??= today;
    this.events.push('subscription.payment_failed');
    const days = this.isOver ? undefined : RETRY_DAYS[cycle.retriesUsed];
    if (days !== undefined) {
      const planned = plusDays(cycle.firstFailedOn, days);
      // Never twice on one day.
      const tomorrow = plusDays(today, 1);
      cycle.nextAttemptAt = momentOn(planned > tomorrow ? planned : tomorrow);
      cycle.state = 'retrying';
      return;
    }
    Object.assign(cycle, { state: 'unpaid', isSpent: true });
    if (this.isOver || this.isPastDue) return;
    this.isPastDue = true;
    if (this.terms.givesUp) this.givesUpOn = plusDays(today, GRACE_DAYS);
    this.rest(now);
    this.events.push('subscription.past_due');
  }

  private retry(cycle: Cycle, now: number): void {
    if (cycle.state !== 'retrying' || cycle.nextAttemptAt! > now || outcomeOf(cycle) !== null) return;
    if (this.isOver || this.pausedAt !== null) return;
    Object.assign(cycle, { state: 'open', hasCharge: true, nextAttemptAt: null, retriesUsed: cycle.retriesUsed + 1 });
  }

  private pass(kind: 'end_trial' | 'resume' | 'cancel' | 'give_up' | 'end', now: number): void {
    if (kind === 'end_trial') this.endTrial(now);
    else if (kind === 'resume') this.endPause(this.resumesOn!, now);
    else this.close(kind === 'end' ? 'ended' : 'canceled');
  }

  /** Nobody has yet been told of its end. */
  private endTrial(now: number): void {
    this.status = 'active';
    this.rest(now);
    this.events.push('subscription.trial_ended');
  }

  /** Due dates that fell into the pause are left out; the others are where they would have been. */
  private endPause(day: string, now: number): void {
    const { pausedAt } = this;
    if (this.hasNext) while (this.nextDue < day) this.nextDue = this.calendar.after(this.nextDue);
    const today = dayOf(now);
    if (this.givesUpOn) this.givesUpOn = plusDays(day > today ? day : today, GRACE_DAYS);
    this.pausedAt = null;
    this.resumesOn = null;
    this.rest(now);
    this.events.push('subscription.resumed');
    const trialEnd = this.trialEndsOn && momentOn(this.trialEndsOn);
    if (trialEnd && trialEnd > pausedAt! && trialEnd <= now) this.events.push('subscription.trial_ended');
  }

  private close(status: 'canceled' | 'ended'): void {
    for (const cycle of this.cycles) {
      if (cycle.state === 'retrying') Object.assign(cycle, { state: 'unpaid', nextAttemptAt: null });
    }
    const nothing = { pausedAt: null, resumesOn: null, isPastDue: false, givesUpOn: null, cancelsAtEnd: false };
    Object.assign(this, nothing, { status });
    this.events.push(`subscription.${status}`);
  }

  /** The status that follows from everything else. */
  private rest(now: number): void {
    if (this.isOver) return;
    const isInTrial = this.trialEndsOn !== null && momentOn(this.trialEndsOn) > now;
    if (this.pausedAt !== null) this.status = 'paused';
    else if (isInTrial) this.status = 'trialing';
    else this.status = this.isPastDue ? 'past_due' : 'active';
  }
}

function isOwed({ state }: Cycle): boolean {
  return state === 'open' || state === 'retrying' || state === 'unpaid';
}

function outcomeOf({ state, invoice, hasCharge }: Cycle): 'paid' | 'failed' | null {
  if (invoice === 'paid') return state === 'paid' ? null : 'paid';
  return invoice === 'refused' && state === 'open' && !hasCharge ? 'failed' : null;
}
