import { nextBusinessDay } from '../base/calendar/business-day.ts';
import { daysBetween, isCalendarDate } from '../base/calendar/calendar-date.ts';
import { fromCents, multiply, sum, toCents, type Cents } from '../base/money/money.ts';

/** A fine, interest or discount as the record keeps it: whole cents, or whole millionths (1 % is 10,000). */
export type Adjustment = { type: 'fixed'; cents: Cents } | { type: 'percentage'; ppm: number };

/** A discount; with `until`, only for who pays on that calendar day or before. */
export type Discount = Adjustment & { until: string | null };

/** The terms that the store agreed with the payer. Dates are `YYYY-MM-DD`, calendar days of the store. */
export interface Terms {
  subtotalCents: Cents;
  discount: Discount | null;
  /** Charged once, however late. */
  fine: Adjustment | null;
  /** Charged for each day late, simple: never interest on interest. */
  interest: Adjustment | null;
  dueDate: string | null;
}

/**
 * The amounts due on a day: whole cents, none negative, `totalCents` = subtotal - discount + fine + interest, over
 * zero.
 */
export interface Quote {
  subtotalCents: Cents;
  discountCents: Cents;
  fineCents: Cents;
  interestCents: Cents;
  totalCents: Cents;
  daysLate: number;
}

/**
 * An {@link Adjustment} on the wire: reais with at most two decimals, or percent as {@link isWirePercentage} has it.
 */
export interface WireAdjustment {
  type: Adjustment['type'];
  value: number;
}

/** A {@link Discount} on the wire; without `until` it has no last day. */
export type WireDiscount = WireAdjustment & { until?: string | null | undefined };

/**
 * Calculates the amount due of an invoice that is paid on `date`, a calendar day in the store's time zone. The amount
 * never falls as days pass.
 *
 * The fine comes once and interest for each day late (R$ 100, two days late, 3 % fine, 1 % a day: R$ 105.00). Their
 * percentages are of the principal: the subtotal less the discount that applies on that day. A percentage is exact
 * until it is rounded to the cent once, half a cent up: interest after its days are multiplied, not day by day.
 *
 * @throws RangeError when `date` or a date of the terms is not a calendar date, the subtotal is not over zero, an
 *   amount is negative or over fifteen digits, or as {@link discountOf} does.
 */
export function quote(terms: Terms, date: string): Quote {
  const { subtotalCents, discount, fine, interest, dueDate } = terms;
  if (!isCalendarDate(date)) throw new RangeError(`Not a calendar date: ${String(date)}`);
  if (!(subtotalCents > 0)) throw new RangeError(`Not a subtotal over zero: ${subtotalCents}`);
  const daysLate = daysLateOn(date, dueDate);
  const discountCents = discount && appliesOn(date, discount) ? discountOf(subtotalCents, discount) : 0;
  const principalCents = sum([subtotalCents, -discountCents]);
  const fineCents = fine ? amountOf(fine, principalCents, daysLate > 0 ? 1 : 0) : 0;
  const interestCents = interest ? amountOf(interest, principalCents, daysLate) : 0;
  const totalCents = sum([principalCents, fineCents, interestCents]);
  return { subtotalCents, discountCents, fineCents, interestCents, totalCents, daysLate };
}

/**
 * The cents that a discount takes off a subtotal while it applies; a percentage is rounded to the cent, half a cent up.
 *
 * @throws RangeError when it leaves nothing to pay. The code that accepts a discount refuses that first, so here it is
 *   a bug; mind the rounding: half of one cent is one cent.
 */
export function discountOf(subtotalCents: Cents, discount: Adjustment): Cents {
  const cents = amountOff(subtotalCents, discount);
  if (cents >= subtotalCents) throw new RangeError(`A discount of ${cents} cents leaves nothing of ${subtotalCents}`);
  return cents;
}

/** The cents that a discount would take off, be it all or more: see {@link discountOf}. */
export function amountOff(subtotalCents: Cents, discount: Adjustment): Cents {
  return amountOf(discount, subtotalCents, 1);
}

/**
 * The cents of a payment that can still be given back: what has gone back, or is on its way, cannot again. Never < 0.
 */
export function refundableCents(payment: { amountCents: Cents; refundedCents: Cents; pendingCents: Cents }): Cents {
  return Math.max(0, sum([payment.amountCents, -payment.refundedCents, -payment.pendingCents]));
}

/** Whether `x` is a percentage as the wire carries it: over 0, at most 100, with at most four decimals. */
export function isWirePercentage(x: unknown): x is number {
  // Division rounds correctly, as parsing does: the quotient is the very number that the four-decimal text parses to.
  return typeof x === 'number' && x > 0 && x <= 100 && nearestPpm(x) / PPM_PER_PERCENT === x;
}

/** @throws RangeError when the value is neither an amount (see `toCents`) nor a percentage as the wire carries it. */
export function toAdjustment({ type, value }: WireAdjustment): Adjustment {
  if (type === 'fixed') return { type, cents: toCents(value) };
  if (!isWirePercentage(value)) throw new RangeError(`Not a percentage with at most four decimals: ${String(value)}`);
  return { type, ppm: nearestPpm(value) };
}

/** The exact wire form: {@link toAdjustment} undoes it, and it undoes that. */
export function fromAdjustment(adjustment: Adjustment): WireAdjustment {
  const { type } = adjustment;
  return { type, value: type === 'fixed' ? fromCents(adjustment.cents) : adjustment.ppm / PPM_PER_PERCENT };
}

/** @throws RangeError as {@link toAdjustment} does. The caller has checked that `until` is a calendar date. */
export function toDiscount({ until, ...adjustment }: WireDiscount): Discount {
  return { ...toAdjustment(adjustment), until: until ?? null };
}

/** The exact wire form, with `until` null when it has no last day. */
export function fromDiscount({ until, ...adjustment }: Discount): WireAdjustment & { until: string | null } {
  return { ...fromAdjustment(adjustment), until };
}

const PPM_PER_PERCENT = 10_000;
const PPM_PER_WHOLE = 1_000_000n;

function nearestPpm(percent: number): number {
  return Math.round(percent * PPM_PER_PERCENT);
}

/**
 * Calendar days, not business days, after the last day on which payment is on time; 0 while it is. A due date without
 * banks is met on the next business day free of charge (Law 7.089/1983, article 1). Days are counted from that moved
 * day too: the reading in the payer's favour, where another would count the days without banks once one is late.
 */
function daysLateOn(date: string, dueDate: string | null): number {
  return dueDate === null ? 0 : Math.max(0, daysBetween(nextBusinessDay(dueDate), date));
}

/** `until` itself is included, and is not moved to a business day: the law moves what is due, not what is offered. */
function appliesOn(date: string, { until }: Discount): boolean {
  if (until !== null && !isCalendarDate(until)) throw new RangeError(`Not a calendar date: ${String(until)}`);
  return until === null || date <= until;
}

/**
 * An adjustment charged `times` times; of a percentage of `baseCents` the product is exact, then half a cent goes up.
 */
function amountOf(adjustment: Adjustment, baseCents: Cents, times: number): Cents {
  const cents =
    adjustment.type === 'fixed'
      ? multiply(adjustment.cents, times)
      : // In whole numbers of any length: cents times ppm times days is beyond what a double holds exactly.
        Number((BigInt(baseCents) * BigInt(adjustment.ppm) * BigInt(times) + PPM_PER_WHOLE / 2n) / PPM_PER_WHOLE);
  if (cents < 0) throw new RangeError(`Not an amount to charge or to take off: ${cents} cents`);
  return cents; // over fifteen digits it need not be exact, and the sum of the total refuses it
}
