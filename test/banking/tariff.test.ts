import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { feeOf, parseTariff } from '../../src/banking/tariff.ts';

describe('a tariff as people write it', () => {
  test.each([
    ['0.99%', 10_000, 99],
    ['0,99 %', 10_000, 99],
    ['1,20', 10_000, 120],
    ['1', 10_000, 100],
    ['0', 10_000, 0],
    ['2.99% + 0.39', 10_000, 338],
    ['0.99% min 0.50 max 10.00', 1_000, 50],
    ['0.99% min 0.50 max 10.00', 1_000_000, 1_000],
    ['0,99% mín 0,50 máx 10,00', 1_000, 50],
    // Half a cent is rounded up.
    ['0.5%', 100, 1],
    ['0.5%', 99, 0],
    // Nobody pays more than came.
    ['5.00', 300, 300],
  ])('%s of %i cents is %i cents', (text, amountCents, fee) => {
    const tariff = parseTariff(text);
    expect(tariff).not.toBeNull();
    expect(feeOf(tariff!, amountCents)).toBe(fee);
  });

  test.each([
    '',
    'free',
    '%',
    '0.99% max 0.10 min 0.50',
    '0.99% min 2.00 max 1.00',
    '1.234',
    '-1',
    '0.99% + ',
    '100.00000%',
  ])('%j is none', (text) => {
    expect(parseTariff(text)).toBeNull();
  });

  test('never takes more than the payment, and never less than nothing', () => {
    const tariff = fc.record({
      ratePpm: fc.nat(1_000_000),
      fixedCents: fc.nat(10_000),
      minCents: fc.nat(10_000),
      maxCents: fc.option(fc.integer({ min: 10_000, max: 100_000 })),
    });
    fc.assert(
      fc.property(tariff, fc.integer({ min: 1, max: 9_999_999_999 }), (one, amountCents) => {
        const fee = feeOf(one, amountCents);
        expect(Number.isInteger(fee) && fee >= 0 && fee <= amountCents).toBe(true);
      }),
    );
  });
});
