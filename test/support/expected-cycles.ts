import { DateTime, IANAZone } from 'luxon';
import type { PaymentMethod } from '../../src/banking/payment-method.ts';
import type { Rhythm } from '../../src/subscriptions/schedule.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** Where a store is, and when it charges. */
export interface StoreTime {
  timeZone: string;
  renewalTime: string;
}

/**
 * The terms that a store and a customer agreed to. Moments are in milliseconds, dates are calendar days of the store.
 */
export interface AgreedTerms extends Rhythm {
  createdAt: number;
  /** The first day that costs something. */
  chargedFrom: string;
  paymentMethod: PaymentMethod;
  daysBeforeDue: number;
  cycles: number | null;
  endDate: string | null;
  amountCents: number;
}

/** The things that happened to a subscription, other than its own steps. */
export type Happening = { at: number } & (
  | { kind: 'paused'; resumesOn: string | null }
  | { kind: 'resumed' }
  | { kind: 'changed'; rhythm: Rhythm; amountCents: number }
  /** Nobody worked until then. */
  | { kind: 'outage'; until: number }
  | { kind: 'paid'; dueDate: string }
  /** Nothing more is tried for a cycle. */
  | { kind: 'closed'; dueDate: string }
);

export interface ExpectedCycle {
  number: number;
  dueDate: string;
  periodEnd: string;
  madeAt: number;
  payableUntil: string;
  amountCents: number;
}

/**
 * The cycles that there are to be, as one would count them on a wall calendar: day after day, each day looked at. It
 * shares no code with what it checks.
 */
export function expectedCycles(
  terms: AgreedTerms,
  { store, happenings, now }: { store: StoreTime; happenings: Happening[]; now: number },
): { cycles: ExpectedCycle[]; nextDueDate: string; endedAt: number | null; wasPausedOverEndDate: boolean } {
  const { paymentMethod, daysBeforeDue } = terms;
  const cycles: ExpectedCycle[] = [];
  const paid = new Set<string>();
  let { amountCents } = terms;
  let calendar = dueDays(terms, terms.chargedFrom);
  let next = calendar.first;
  /** The end of the last period, or what a pause made of it: a rhythm that is changed, even twice, begins from here. */
  let freeFrom = next;
  let lastClosedAt = terms.createdAt;
  /** Since when somebody works on it again. */
  let awakeAt = terms.createdAt;
  /** A pause went on past the end date: when that makes it end is not said here. */
  let wasPausedOverEndDate = false;
  let pause: { resumesOn: string | null } | null = null;

  const hasNext = (): boolean =>
    (terms.cycles === null || cycles.length < terms.cycles) && (terms.endDate === null || next <= terms.endDate);
  const issueDay = (dueDate: string): string =>
    paymentMethod === 'card' ? dueDate : plusDays(dueDate, -daysBeforeDue);
  const resume = (at: number, day: string): void => {
    // The end of a last period stays where it is.
    const isOverdue = next < day && hasNext();
    while (isOverdue && next < day) freeFrom = next = calendar.after(next);
    if (isOverdue && !hasNext()) wasPausedOverEndDate = true;
    pause = null;
    awakeAt = at;
  };
  const liveUntil = (until: number): void => {
    if (pause?.resumesOn && momentOn(pause.resumesOn, store) <= until) {
      resume(Math.max(awakeAt, momentOn(pause.resumesOn, store)), pause.resumesOn);
    }
    while (!pause && hasNext() && momentOn(issueDay(next), store) <= until) {
      make(Math.max(awakeAt, momentOn(issueDay(next), store)));
    }
  };
  const make = (madeAt: number): void => {
    const today = dayIn(store, madeAt);
    const isLate = issueDay(next) < today;
    const earliest = isLate && paymentMethod === 'boleto' ? plusDays(today, 3) : today;
    const periodEnd = calendar.after(next);
    const payableUntil = next > earliest ? next : earliest;
    cycles.push({ number: cycles.length + 1, dueDate: next, periodEnd, madeAt, payableUntil, amountCents });
    freeFrom = next = periodEnd;
  };
  // A customer who subscribes before the renewal time of the day does not wait for it.
  if (issueDay(next) <= dayIn(store, terms.createdAt)) make(terms.createdAt);

  for (const happening of happenings) {
    const { at } = happening;
    liveUntil(at);
    switch (happening.kind) {
      case 'paused':
        for (let last = cycles.at(-1); !pause && last && last.dueDate > dayIn(store, at); last = cycles.at(-1)) {
          if (paid.has(last.dueDate)) break;
          freeFrom = next = cycles.pop()!.dueDate;
        }
        pause = { resumesOn: happening.resumesOn };
        awakeAt = at;
        break;
      case 'resumed':
        resume(at, dayIn(store, at));
        break;
      case 'changed': {
        const last = cycles.at(-1);
        const isTiled = last?.periodEnd === next;
        ({ amountCents } = happening);
        awakeAt = at;
        if (isSameRhythm(happening.rhythm, calendar.rhythm)) break;
        calendar = dueDays(happening.rhythm, freeFrom);
        next = calendar.first;
        if (isTiled) last.periodEnd = next;
        break;
      }
      case 'outage':
        awakeAt = happening.until;
        break;
      case 'paid':
        paid.add(happening.dueDate);
        break;
      case 'closed':
        lastClosedAt = at;
        break;
    }
  }
  liveUntil(now);

  const closed = new Set(happenings.flatMap((one) => (one.kind === 'closed' ? [one.dueDate] : [])));
  const isOver = !pause && !hasNext() && cycles.every(({ dueDate }) => closed.has(dueDate));
  const endedAt = Math.max(momentOn(next, store), lastClosedAt, awakeAt);
  return { cycles, nextDueDate: next, endedAt: isOver && endedAt <= now ? endedAt : null, wasPausedOverEndDate };
}

/** The first that has the renewal time; where none has it, as far after the change as it would have been. */
export function momentOn(date: string, { timeZone, renewalTime }: StoreTime): number {
  const zone = IANAZone.create(timeZone);
  const asUtc = Date.parse(`${date}T${renewalTime}Z`);
  const instants = [-1.5, 1.5].map((days) => asUtc - zone.offset(asUtc + days * DAY_MS) * MINUTE_MS);
  const possible = instants.filter((instant) => instant + zone.offset(instant) * MINUTE_MS === asUtc);
  return possible.length > 0 ? Math.min(...possible) : instants[0]!;
}

export function dayIn({ timeZone }: StoreTime, at: number): string {
  return DateTime.fromMillis(at, { zone: timeZone }).toISODate()!;
}

export function plusDays(date: string, days: number): string {
  return DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toISODate()!;
}

/** The day that an anchor names of who names none. */
export function anchorFor(interval: Rhythm['interval'], date: string): number {
  const { weekday, day } = DateTime.fromISO(date, { zone: 'utc' });
  return interval === 'week' ? weekday : day;
}

/** The due days from a day on: each day is looked at, and of those that the anchor names each so many is one. */
export function dueDays(rhythm: Rhythm, from: string): { rhythm: Rhythm; first: string; after(day: string): string } {
  const { interval, intervalCount, anchorDay } = rhythm;
  const step = interval === 'year' ? 12 * intervalCount : intervalCount;
  const found: string[] = [];
  let named = 0;
  // Plain days of UTC rather than luxon's: some thousands of them are looked at.
  const day = new Date(`${from}T00:00Z`);
  const walk = (): void => {
    for (const known = found.length; found.length === known; day.setUTCDate(day.getUTCDate() + 1)) {
      const dayOfMonth = day.getUTCDate();
      const lastOfMonth = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
      const isNamed =
        interval === 'week' ? (day.getUTCDay() || 7) === anchorDay : dayOfMonth === Math.min(anchorDay, lastOfMonth);
      if (!isNamed) continue;
      if (named % step === 0) found.push(day.toISOString().slice(0, 10));
      named += 1;
    }
  };
  walk();
  return {
    rhythm,
    first: found[0]!,
    after(date) {
      while (found.at(-1)! <= date) walk();
      return found.find((due) => due > date)!;
    },
  };
}

function isSameRhythm(a: Rhythm, b: Rhythm): boolean {
  return a.interval === b.interval && a.intervalCount === b.intervalCount && a.anchorDay === b.anchorDay;
}
