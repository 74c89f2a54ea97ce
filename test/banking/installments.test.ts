import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  installmentPlan,
  installmentPlans,
  MAX_INSTALLMENTS,
  MAX_MONTHLY_PPM,
  presentInstallmentPlan,
} from '../../src/banking/installments.ts';

const TERMS = { freeUpTo: 3, monthlyPpm: 24_900 };

describe('a card payment in equal monthly parts', () => {
  // The parts by the formula of the Price table with exact decimals: 1000 × 0.0249 / (1 − 1.0249^-n).
  test.each([
    [1, 100_000, 0],
    [3, 33_333, 0],
    [4, 26_575, 6_300],
    [12, 9_743, 16_916],
  ])('in %d parts of R$ 1,000.00', (count, paymentCents, interestCents) => {
    const plan = installmentPlan(100_000, { count, terms: TERMS });
    expect(plan).toMatchObject({ count, paymentCents, interestCents, totalCents: 100_000 + interestCents });
  });

  test('names the monthly rate and the effective cost of a year, which is that of the rounded parts', () => {
    const plan = presentInstallmentPlan(installmentPlan(100_000, { count: 12, terms: TERMS }));
    expect(plan).toMatchObject({ monthly_rate: 2.49, installment_amount: 97.43, total: 1169.16 });
    // 1.0249^12 − 1 is 34.3315 %: the parts are rounded up by a fifth of a cent.
    expect(plan.effective_annual_cost).toBeCloseTo(34.34, 1);
    expect(presentInstallmentPlan(installmentPlan(100_000, { count: 3, terms: TERMS }))).toMatchObject({
      ...{ monthly_rate: 0, effective_annual_cost: 0, interest_amount: 0, total: 1000 },
    });
  });

  test('costs nothing where the store has no table', () => {
    const totals = installmentPlans(10_001, { most: 12, terms: null }).map(({ totalCents }) => totalCents);
    expect(totals).toEqual(Array<number>(12).fill(10_001));
  });

  test('adds up to its total, costs no less for more parts, and has the cost that the parts have', () => {
    const table = fc.record({
      freeUpTo: fc.integer({ min: 1, max: MAX_INSTALLMENTS }),
      monthlyPpm: fc.integer({ min: 1, max: MAX_MONTHLY_PPM }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 10_000_000_00 }), table, (amountCents, terms) => {
        const plans = installmentPlans(amountCents, { most: MAX_INSTALLMENTS, terms });
        const free = plans.slice(0, terms.freeUpTo);
        expect(free.map(({ totalCents }) => totalCents)).toEqual(free.map(() => amountCents));
        for (const plan of plans.slice(terms.freeUpTo)) {
          const { count, paymentCents, interestCents, totalCents, annualPpm } = plan;
          expect(totalCents).toBe(amountCents + interestCents);
          expect(totalCents).toBe(count * paymentCents);
          expect(interestCents).toBeGreaterThanOrEqual(0);
          const monthly = (1 + annualPpm / 1_000_000) ** (1 / 12) - 1;
          const worth = Array.from({ length: count }, (_, at) => paymentCents / (1 + monthly) ** (at + 1));
          const sum = worth.reduce((total, one) => total + one, 0);
          expect(Math.abs(sum - amountCents)).toBeLessThanOrEqual(1 + amountCents / 100_000);
        }
      }),
    );
  });
});
