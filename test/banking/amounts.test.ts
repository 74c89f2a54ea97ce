import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isBusinessDay, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { addDays, daysBetween } from '../../src/base/calendar/calendar-date.ts';
import {
  discountOf,
  fromAdjustment,
  fromDiscount,
  isWirePercentage,
  quote,
  refundableCents,
  toAdjustment,
  toDiscount,
  type Adjustment,
  type Discount,
  type Terms,
} from '../../src/banking/amounts.ts';
import { formatDecimal, fromCents, MAX_AMOUNT_CENTS, multiply, sum } from '../../src/base/money/money.ts';

const PLAIN: Terms = { subtotalCents: 100_00, discount: null, fine: null, interest: null, dueDate: null };
const MONDAY = '2025-06-16';
const TUESDAY = '2025-06-17';
const WEDNESDAY = '2025-06-18';
/** Corpus Christi, a Thursday; the Friday after it is a business day. */
const HOLIDAY = '2025-06-19';
const FRIDAY = '2025-06-20';
const SATURDAY = '2025-06-21';
const NEXT_MONDAY = '2025-06-23';

describe('fine and interest', () => {
  test('R$ 100.00, two days late, with 3 % fine and 1 % a day, are R$ 105.00', () => {
    expect(quote({ ...PLAIN, fine: percent(3), interest: percent(1), dueDate: MONDAY }, WEDNESDAY)).toEqual({
      subtotalCents: 100_00,
      discountCents: 0,
      fineCents: 3_00,
      interestCents: 2_00,
      totalCents: 105_00,
      daysLate: 2,
    });
  });

  test('a fixed fine and a fixed interest are cents, once and for each day', () => {
    const terms: Terms = { ...PLAIN, fine: fixed(2_50), interest: fixed(33), dueDate: MONDAY };
    expect(quote(terms, addDays(MONDAY, 3))).toMatchObject({ fineCents: 2_50, interestCents: 99, totalCents: 103_49 });
  });

  test('a fine is charged once, however late', () => {
    fc.assert(
      fc.property(adjustments(), fc.integer({ min: 1, max: 4_000 }), (fine, days) => {
        const terms: Terms = { ...PLAIN, fine, dueDate: MONDAY };
        expect(quote(terms, addDays(MONDAY, days)).fineCents).toBe(quote(terms, TUESDAY).fineCents);
      }),
    );
  });

  test('fine and interest in percent are of what is left after the discount of that day', () => {
    const terms: Terms = {
      ...PLAIN,
      discount: { ...fixed(50_00), until: WEDNESDAY },
      fine: percent(10),
      interest: percent(1),
      dueDate: MONDAY,
    };
    expect(quote(terms, WEDNESDAY)).toMatchObject({ discountCents: 50_00, fineCents: 5_00, interestCents: 1_00 });
    expect(quote(terms, HOLIDAY)).toMatchObject({ discountCents: 0, fineCents: 10_00, interestCents: 3_00 });
  });

  test('interest is simple and rounded once: a third of a cent a day is a cent in three days', () => {
    const terms: Terms = { ...PLAIN, subtotalCents: 3_33, interest: percent(0.1), dueDate: MONDAY };
    expect([1, 2, 3, 30].map((days) => quote(terms, addDays(MONDAY, days)).interestCents)).toEqual([0, 1, 1, 10]);
  });

  test('interest in percent agrees with a long division on paper, over any number of days', () => {
    fc.assert(
      fc.property(subtotals(), ppms(), fc.integer({ min: 1, max: 40_000 }), (subtotalCents, ppm, days) => {
        const terms: Terms = { ...PLAIN, subtotalCents, interest: { type: 'percentage', ppm }, dueDate: MONDAY };
        const exact = roundedByLongDivision(repeated(BigInt(subtotalCents) * BigInt(ppm), days), 1_000_000n);
        const fits = exact + BigInt(subtotalCents) <= 999_999_999_999_999n;
        const interest = unlessRefused(() => quote(terms, addDays(MONDAY, days)).interestCents);
        expect(interest).toBe(fits ? Number(exact) : 'refused');
      }),
    );
  });

  test('the largest invoice at the smallest and at the highest rate is exact after thirty years', () => {
    const terms: Terms = { ...PLAIN, subtotalCents: MAX_AMOUNT_CENTS, dueDate: MONDAY };
    const late = addDays(MONDAY, 10_957);
    // 9,999,999,999 cents * 10,957 days / 1,000,000 is 109,569,999.989...
    expect(quote({ ...terms, interest: percent(0.0001) }, late).interestCents).toBe(109_570_000);
    expect(quote({ ...terms, interest: percent(100) }, late).interestCents).toBe(109_569_999_989_043);
  });
});

describe('the due date', () => {
  const late: Terms = { ...PLAIN, fine: percent(2), interest: percent(1) };

  test('the due date itself is on time, and the day after it is late', () => {
    expect(quote({ ...late, dueDate: MONDAY }, MONDAY)).toMatchObject({ totalCents: 100_00, daysLate: 0 });
    expect(quote({ ...late, dueDate: MONDAY }, TUESDAY)).toMatchObject({ totalCents: 103_00, daysLate: 1 });
  });

  test('an invoice due on a Saturday is paid on Monday free of charge, and on Tuesday is one day late', () => {
    expect(quote({ ...late, dueDate: SATURDAY }, NEXT_MONDAY)).toMatchObject({ totalCents: 100_00, daysLate: 0 });
    expect(quote({ ...late, dueDate: SATURDAY }, '2025-06-24')).toMatchObject({ totalCents: 103_00, daysLate: 1 });
  });

  test('an invoice due on a bank holiday is paid on the next business day free of charge', () => {
    expect(quote({ ...late, dueDate: HOLIDAY }, FRIDAY)).toMatchObject({ totalCents: 100_00, daysLate: 0 });
    expect(quote({ ...late, dueDate: HOLIDAY }, SATURDAY)).toMatchObject({ totalCents: 103_00, daysLate: 1 });
  });

  test('once late, days without banks count too', () => {
    expect(quote({ ...late, dueDate: FRIDAY }, NEXT_MONDAY)).toMatchObject({ interestCents: 3_00, daysLate: 3 });
  });

  test('no due date is never late', () => {
    expect(quote(late, '2999-12-31')).toMatchObject({ totalCents: 100_00, daysLate: 0 });
  });

  test('the first business day of any due date is free of charge and each day after it is one day later', () => {
    fc.assert(
      fc.property(dates(), fc.nat({ max: 1_000 }), (dueDate, days) => {
        let onTime = dueDate;
        while (!isBusinessDay(onTime)) onTime = addDays(onTime, 1);
        expect(quote({ ...late, dueDate }, addDays(onTime, days)).daysLate).toBe(days);
        expect(quote({ ...late, dueDate }, addDays(onTime, -days))).toMatchObject({ totalCents: 100_00, daysLate: 0 });
      }),
    );
  });
});

describe('the discount', () => {
  const discount: Discount = { ...percent(10), until: WEDNESDAY };

  test.each([
    [TUESDAY, 10_00],
    [WEDNESDAY, 10_00],
    [HOLIDAY, 0],
  ])('until Wednesday, on %s, it is %d cents', (date, expected) => {
    expect(quote({ ...PLAIN, discount }, date)).toMatchObject({ discountCents: expected });
  });

  test('its last day is not moved to a business day', () => {
    const terms: Terms = { ...PLAIN, discount: { ...discount, until: SATURDAY } };
    expect(quote(terms, SATURDAY).totalCents).toBe(90_00);
    expect(quote(terms, NEXT_MONDAY).totalCents).toBe(100_00);
  });

  test('without a last day it applies for ever, also to who is late', () => {
    const terms: Terms = { ...PLAIN, discount: { ...fixed(1_00), until: null }, fine: fixed(5_00), dueDate: MONDAY };
    expect(quote(terms, '2999-12-31').totalCents).toBe(104_00);
  });

  test('a discount that leaves nothing is refused, also when only rounding makes it so', () => {
    expect(() => discountOf(100_00, fixed(100_00))).toThrow(RangeError);
    expect(() => discountOf(100_00, fixed(100_01))).toThrow(RangeError);
    expect(() => discountOf(100_00, percent(100))).toThrow(RangeError);
    expect(() => discountOf(1, percent(50))).toThrow(RangeError);
    expect(() => discountOf(100_00, percent(99.9999))).toThrow(RangeError);
    expect(discountOf(100_00, fixed(99_99))).toBe(99_99);
    expect(discountOf(1, percent(49.9999))).toBe(0);
  });

  test('a quote refuses a discount that leaves nothing on the days on which the discount applies', () => {
    const terms: Terms = { ...PLAIN, discount: { ...fixed(100_00), until: WEDNESDAY } };
    expect(() => quote(terms, WEDNESDAY)).toThrow(RangeError);
    expect(quote(terms, HOLIDAY).totalCents).toBe(100_00);
  });
});

describe('rounding', () => {
  test.each([
    ['half a cent goes up', 10, 5, 1],
    ['half a cent over an even number goes up', 50, 5, 3],
    ['half a cent over an odd number goes up', 30, 5, 2],
    ['a little less than half a cent goes down', 10, 4.9999, 0],
    ['a whole cent stays', 100, 5, 5],
  ])('%s: %d cents at %d percent are %d', (_, subtotalCents, percentage, expected) => {
    const terms: Terms = { ...PLAIN, subtotalCents, dueDate: MONDAY };
    expect(discountOf(subtotalCents, percent(percentage))).toBe(expected);
    expect(quote({ ...terms, fine: percent(percentage) }, TUESDAY).fineCents).toBe(expected);
    expect(quote({ ...terms, interest: percent(percentage) }, TUESDAY).interestCents).toBe(expected);
  });
});

describe('a quote', () => {
  test('adds up to the cent for any lines, terms and date', () => {
    fc.assert(
      fc.property(lines(), termsOf(), dates(), (items, agreed, date) => {
        const subtotalCents = sum(items.map(({ unitCents, quantity }) => multiply(unitCents, quantity)));
        const terms = withoutTakingAll({ ...agreed, subtotalCents });
        const { discountCents, fineCents, interestCents, totalCents, ...rest } = quote(terms, date);

        const exact = items.reduce((total, line) => total + BigInt(line.unitCents) * BigInt(line.quantity), 0n);
        expect(BigInt(totalCents)).toBe(exact - BigInt(discountCents) + BigInt(fineCents) + BigInt(interestCents));
        expect(rest.subtotalCents).toBe(subtotalCents);
        for (const value of [discountCents, fineCents, interestCents, rest.daysLate]) {
          expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
        }
        expect(totalCents).toBeGreaterThan(0);
      }),
    );
  });

  test('agrees part by part with an independent reading of the terms', () => {
    fc.assert(
      fc.property(subtotals(), termsOf(), dates(), (subtotalCents, agreed, date) => {
        const terms = withoutTakingAll({ ...agreed, subtotalCents });
        const days = terms.dueDate === null ? 0 : Math.max(0, daysBetween(nextBusinessDay(terms.dueDate), date));
        const until = terms.discount?.until ?? '9999-12-31';
        const discount = daysBetween(date, until) >= 0 ? reference(terms.discount, subtotalCents, 1) : 0n;
        const principal = subtotalCents - Number(discount);
        const { discountCents, fineCents, interestCents, daysLate } = quote(terms, date);

        expect(daysLate).toBe(days);
        expect(BigInt(discountCents)).toBe(discount);
        expect(BigInt(fineCents)).toBe(days === 0 ? 0n : reference(terms.fine, principal, 1));
        expect(BigInt(interestCents)).toBe(reference(terms.interest, principal, days));
      }),
    );
  });

  test('never falls as the days pass', () => {
    fc.assert(
      fc.property(subtotals(), termsOf(), dates(), fc.nat({ max: 500 }), (subtotalCents, agreed, date, days) => {
        const terms = withoutTakingAll({ ...agreed, subtotalCents });
        expect(quote(terms, addDays(date, days)).totalCents).toBeGreaterThanOrEqual(quote(terms, date).totalCents);
      }),
    );
  });

  test('never falls from one day to the next around the due date and the end of the discount', () => {
    fc.assert(
      fc.property(subtotals(), termsOf(), (subtotalCents, agreed) => {
        const terms = withoutTakingAll({ ...agreed, subtotalCents });
        const marks = [terms.dueDate, terms.discount?.until].filter((mark) => typeof mark === 'string');
        for (const mark of marks) {
          const totals = [-2, -1, 0, 1, 2, 3, 4, 5, 6].map((days) => quote(terms, addDays(mark, days)).totalCents);
          expect(totals).toEqual([...totals].sort((a, b) => a - b));
        }
      }),
    );
  });

  test('without discount, fine and interest is the subtotal on any day', () => {
    fc.assert(
      fc.property(subtotals(), fc.option(dates()), dates(), (subtotalCents, dueDate, date) => {
        expect(quote({ ...PLAIN, subtotalCents, dueDate }, date).totalCents).toBe(subtotalCents);
      }),
    );
  });

  test('adds up to the cent when its numbers on the wire are added as decimals', () => {
    fc.assert(
      fc.property(subtotals(), termsOf(), dates(), (subtotalCents, agreed, date) => {
        const due = quote(withoutTakingAll({ ...agreed, subtotalCents }), date);
        const onTheWire = (cents: number): bigint => centsOfText(JSON.stringify(fromCents(cents)));
        const [subtotal, discount] = [onTheWire(due.subtotalCents), onTheWire(due.discountCents)];
        const [fine, interest, total] = [
          onTheWire(due.fineCents),
          onTheWire(due.interestCents),
          onTheWire(due.totalCents),
        ];
        expect(subtotal - discount + fine + interest).toBe(total);
        expect(total).toBe(centsOfText(formatDecimal(due.totalCents)));
      }),
    );
  });

  test.each([
    ['a date that does not exist', PLAIN, '2025-02-30'],
    ['a date with a time', PLAIN, '2025-06-16T00:00:00Z'],
    ['a due date that does not exist', { ...PLAIN, dueDate: '2025-02-30' }, MONDAY],
    ['a last day that does not exist', { ...PLAIN, discount: { ...percent(1), until: '2025-6-1' } }, MONDAY],
    ['an empty invoice', { ...PLAIN, subtotalCents: 0 }, MONDAY],
    ['half a cent', { ...PLAIN, subtotalCents: 0.5 }, MONDAY],
    ['a negative discount', { ...PLAIN, discount: { ...fixed(-1), until: null } }, MONDAY],
    ['a negative fine', { ...PLAIN, fine: fixed(-1), dueDate: MONDAY }, TUESDAY],
    ['a negative rate', { ...PLAIN, interest: percent(-1), dueDate: MONDAY }, TUESDAY],
    ['half a millionth', { ...PLAIN, interest: { type: 'percentage', ppm: 0.5 }, dueDate: MONDAY }, TUESDAY],
    ['a total of sixteen digits', { ...PLAIN, interest: fixed(999_999_999_999_999), dueDate: MONDAY }, TUESDAY],
  ] as [string, Terms, string][])('is refused for %s', (_, terms, date) => {
    expect(() => quote(terms, date)).toThrow(RangeError);
  });
});

describe('the wire', () => {
  test.each([
    [{ type: 'fixed', value: 10.5 }, fixed(10_50)],
    [
      { type: 'percentage', value: 2.5 },
      { type: 'percentage', ppm: 25_000 },
    ],
    [
      { type: 'percentage', value: 0.0333 },
      { type: 'percentage', ppm: 333 },
    ],
    [
      { type: 'percentage', value: 100 },
      { type: 'percentage', ppm: 1_000_000 },
    ],
  ] as const)('%j is kept as %j, and is given back as it came', (wire, kept) => {
    expect(toAdjustment(wire)).toEqual(kept);
    expect(fromAdjustment(kept)).toEqual(wire);
    expect(toDiscount({ ...wire, until: MONDAY })).toEqual({ ...kept, until: MONDAY });
  });

  test('every amount and every percentage comes back as the very JSON text that was sent', () => {
    fc.assert(
      fc.property(wireTexts(), fc.option(dates()), ({ type, text }, until) => {
        const wire = { type, value: JSON.parse(text) as number };
        expect(JSON.stringify(fromAdjustment(toAdjustment(wire)))).toBe(`{"type":"${type}","value":${text}}`);
        expect(fromDiscount(toDiscount({ ...wire, until }))).toEqual({ ...wire, until });
      }),
    );
  });

  test('stored terms survive the way out and back in', () => {
    fc.assert(
      fc.property(adjustments(), fc.option(dates()), (adjustment, until) => {
        expect(toAdjustment(fromAdjustment(adjustment))).toEqual(adjustment);
        expect(toDiscount(fromDiscount({ ...adjustment, until }))).toEqual({ ...adjustment, until });
      }),
    );
  });

  test('each of the million percentages is accepted and comes back exactly', () => {
    const lost = Array.from({ length: 1_000_000 }, (_, index) => index + 1).filter((ppm) => {
      const value = Number(`${ppm}e-4`);
      if (!isWirePercentage(value)) return true;
      const adjustment = toAdjustment({ type: 'percentage', value });
      return adjustment.type !== 'percentage' || adjustment.ppm !== ppm || fromAdjustment(adjustment).value !== value;
    });
    expect(lost).toEqual([]);
  });

  test('a discount without a last day has none', () => {
    expect(toDiscount({ type: 'fixed', value: 1 })).toEqual({ ...fixed(1_00), until: null });
    expect(fromDiscount({ ...fixed(1_00), until: null })).toEqual({ type: 'fixed', value: 1, until: null });
  });

  test.each([0, -0, -1, 100.0001, 101, 0.00001, 2.50001, 0.1 + 0.2, 1e-300, NaN, Infinity, '5', null, undefined, 5n])(
    'no percentage is %p',
    (value) => {
      expect(isWirePercentage(value)).toBe(false);
      expect(() => toAdjustment({ type: 'percentage', value: value as number })).toThrow(RangeError);
    },
  );

  test.each([-1, 0.001, 100_000_000, NaN])('no fixed amount is %d', (value) => {
    expect(() => toAdjustment({ type: 'fixed', value })).toThrow(RangeError);
  });
});

describe('refunds', () => {
  test('money that has gone back or is on its way cannot be given back again', () => {
    expect(refundableCents({ amountCents: 100_00, refundedCents: 30_00, pendingCents: 20_00 })).toBe(50_00);
    expect(refundableCents({ amountCents: 100_00, refundedCents: 60_00, pendingCents: 40_00 })).toBe(0);
    expect(refundableCents({ amountCents: 100_00, refundedCents: 100_00, pendingCents: 1 })).toBe(0);
  });

  test('no sequence of requests, confirmations and failures gives back more than a payment brought', () => {
    fc.assert(
      fc.property(fc.array(subtotals(), { minLength: 1, maxLength: 4 }), refundSteps(), (amounts, steps) => {
        for (const { requested, left, accepted, payments } of playRefunds(amounts, steps)) {
          expect(accepted).toBe(requested <= left);
          for (const { amountCents, refundedCents, pendingCents } of payments) {
            expect(refundedCents + pendingCents).toBeLessThanOrEqual(amountCents);
            expect(refundedCents).toBeGreaterThanOrEqual(0);
            expect(pendingCents).toBeGreaterThanOrEqual(0);
            const stillThere = amountCents - refundedCents - pendingCents;
            expect(refundableCents({ amountCents, refundedCents, pendingCents })).toBe(stillThere);
          }
        }
      }),
    );
  });

  test('all that a payment brought can be given back, in any parts', () => {
    fc.assert(
      fc.property(subtotals(), fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (amountCents, shares) => {
        let refundedCents = 0;
        for (const share of shares) {
          refundedCents += Math.floor(refundableCents({ amountCents, refundedCents, pendingCents: 0 }) * share);
        }
        refundedCents += refundableCents({ amountCents, refundedCents, pendingCents: 0 });
        expect(refundedCents).toBe(amountCents);
      }),
    );
  });
});

function percent(value: number): Adjustment {
  return { type: 'percentage', ppm: Math.round(value * 10_000) };
}

function fixed(cents: number): Adjustment {
  return { type: 'fixed', cents };
}

function unlessRefused<T>(action: () => T): T | 'refused' {
  try {
    return action();
  } catch (error) {
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
}

/** The cents of an adjustment, from the words of the rule: as a rational number, rounded at the end. */
function reference(adjustment: Adjustment | null, baseCents: number, times: number): bigint {
  if (!adjustment) return 0n;
  if (adjustment.type === 'fixed') return repeated(BigInt(adjustment.cents), times);
  return roundedByLongDivision(repeated(BigInt(baseCents) * BigInt(adjustment.ppm), times), 1_000_000n);
}

function repeated(value: bigint, times: number): bigint {
  let total = 0n;
  for (let i = 0; i < times; i += 1) total += value;
  return total;
}

/** Quotient and remainder; half of the divisor or more goes up. */
function roundedByLongDivision(numerator: bigint, divisor: bigint): bigint {
  const remainder = numerator % divisor;
  const quotient = (numerator - remainder) / divisor;
  return 2n * remainder >= divisor ? quotient + 1n : quotient;
}

/** The cents of decimal text, read digit by digit. */
function centsOfText(text: string): bigint {
  const [whole, decimals = ''] = text.split('.') as [string, string?];
  if (decimals.length > 2) throw new Error(`More than two decimals: ${text}`);
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** Validation refuses a discount that leaves nothing to pay; so do the terms of these tests. */
function withoutTakingAll(terms: Terms): Terms {
  const takesAll = reference(terms.discount, terms.subtotalCents, 1) >= BigInt(terms.subtotalCents);
  return takesAll ? { ...terms, discount: null } : terms;
}

function subtotals(): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }));
}

function ppms(): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 100_000 }));
}

function adjustments(): fc.Arbitrary<Adjustment> {
  return fc.oneof(
    fc.record({
      type: fc.constant('fixed' as const),
      cents: fc.oneof(fc.nat({ max: 500 }), fc.nat({ max: MAX_AMOUNT_CENTS })),
    }),
    fc.record({ type: fc.constant('percentage' as const), ppm: ppms() }),
  );
}

/** Days close enough to each other that a date often lies around a due date or the end of a discount. */
function dates(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.integer({ min: 0, max: 60 }).map((days) => addDays('2025-12-01', days)),
    fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2010-01-01', days)),
  );
}

function termsOf(): fc.Arbitrary<Omit<Terms, 'subtotalCents'>> {
  return fc.record({
    discount: fc.option(
      fc.tuple(adjustments(), fc.option(dates())).map(([adjustment, until]) => ({ ...adjustment, until })),
    ),
    fine: fc.option(adjustments()),
    interest: fc.option(adjustments()),
    dueDate: fc.option(dates()),
  });
}

function lines(): fc.Arbitrary<{ unitCents: number; quantity: number }[]> {
  const line = fc.record({
    unitCents: fc.integer({ min: 1, max: 10_000_00 }),
    quantity: fc.integer({ min: 1, max: 100 }),
  });
  return fc.array(line, { minLength: 1, maxLength: 50 });
}

/** Values as the shortest JSON text of a number: no zero at the end of its decimals. */
function wireTexts(): fc.Arbitrary<{ type: Adjustment['type']; text: string }> {
  return fc.oneof(
    fc.nat({ max: MAX_AMOUNT_CENTS }).map((cents) => ({ type: 'fixed' as const, text: decimalText(cents, 2) })),
    ppms().map((ppm) => ({ type: 'percentage' as const, text: decimalText(ppm, 4) })),
  );
}

function decimalText(units: number, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '');
}

type RefundStep = { type: 'request'; payment: number; share: number } | { type: 'confirm' | 'fail'; refund: number };

function refundSteps(): fc.Arbitrary<RefundStep[]> {
  const request = fc.record({
    type: fc.constant('request' as const),
    payment: fc.nat({ max: 100 }),
    share: fc.double({ min: 0, max: 1.1, noNaN: true }),
  });
  const settle = fc.record({
    type: fc.constantFrom('confirm' as const, 'fail' as const),
    refund: fc.nat({ max: 100 }),
  });
  return fc.array(fc.oneof(request, settle), { maxLength: 60 });
}

interface TestRefund {
  payment: number;
  cents: number;
  state: 'pending' | 'succeeded' | 'failed';
}

/**
 * A store that accepts the refunds that `refundableCents` allows. The rest of a payment follows from its list of
 * refunds.
 */
function* playRefunds(amounts: number[], steps: RefundStep[]) {
  const refunds: TestRefund[] = [];
  const total = (payment: number, state: TestRefund['state']): number =>
    sum(refunds.filter((refund) => refund.payment === payment && refund.state === state).map(({ cents }) => cents));
  const payments = () =>
    amounts.map((amountCents, payment) => ({
      amountCents,
      refundedCents: total(payment, 'succeeded'),
      pendingCents: total(payment, 'pending'),
    }));

  for (const step of steps) {
    if (step.type === 'request') {
      const payment = step.payment % amounts.length;
      const { amountCents, refundedCents, pendingCents } = payments()[payment]!;
      const cents = 1 + Math.floor(amountCents * step.share);
      const accepted = cents <= refundableCents({ amountCents, refundedCents, pendingCents });
      if (accepted) refunds.push({ payment, cents, state: 'pending' });
      yield { requested: cents, left: amountCents - refundedCents - pendingCents, accepted, payments: payments() };
    } else {
      const pending = refunds.filter(({ state }) => state === 'pending');
      const refund = pending[step.refund % pending.length];
      if (!refund) continue;
      refund.state = step.type === 'confirm' ? 'succeeded' : 'failed';
      yield { requested: 0, left: 0, accepted: true, payments: payments() };
    }
  }
}
