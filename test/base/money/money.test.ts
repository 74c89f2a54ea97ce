import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  formatDecimal,
  fromCents,
  isWireAmount,
  MAX_AMOUNT_CENTS,
  multiply,
  sum,
  toCents,
} from '../../../src/base/money/money.ts';

const cents = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS });

describe('toCents', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [0.29, 29],
    [1.1, 110],
    [4.35, 435],
    [19.99, 1999],
    [149.9, 14990],
    [1234567.89, 123456789],
    [99_999_999.99, MAX_AMOUNT_CENTS],
  ])('%d reais is %d cents', (amount, expected) => {
    expect(toCents(amount)).toBe(expected);
  });

  test('every amount of JSON text with two decimals is read exactly', () => {
    fc.assert(
      fc.property(cents, (value) => {
        const text = `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
        expect(toCents(JSON.parse(text) as number)).toBe(value);
      }),
    );
  });

  test.each([1.005, 0.001, 0.30000000000000004, 10.999, 149.901, 99_999_999.985, Number.MIN_VALUE])(
    'a third or further decimal is refused, never rounded: %d',
    (amount) => {
      expect(() => toCents(amount)).toThrow(RangeError);
    },
  );

  test('a further decimal is refused on top of any amount', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 9 }), (value, digit) => {
        const text = `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}${digit}`;
        expect(() => toCents(JSON.parse(text) as number)).toThrow(RangeError);
      }),
    );
  });

  test.each([-0.01, -1, 100_000_000, 1e21, Number.MAX_VALUE, Infinity, -Infinity, NaN])(
    'an amount outside what a boleto can carry is refused: %d',
    (amount) => {
      expect(() => toCents(amount)).toThrow(RangeError);
    },
  );

  test('a negative zero becomes zero', () => {
    expect(Object.is(toCents(-0), 0)).toBe(true);
  });
});

describe('isWireAmount', () => {
  test('it holds for exactly the numbers that toCents reads', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), cents.map(fromCents)), (amount) => {
        expect(isWireAmount(amount)).toBe(!throws(() => toCents(amount)));
      }),
    );
  });

  test.each([['149.9'], [null], [undefined], [149n], [{}], [[1]], [true]])('only a number is an amount: %p', (x) => {
    expect(isWireAmount(x)).toBe(false);
  });
});

describe('fromCents', () => {
  test('14990 cents are 149.9 on the wire', () => {
    expect(JSON.stringify({ total: fromCents(14990) })).toBe('{"total":149.9}');
  });

  test('toCents undoes it for every amount', () => {
    fc.assert(
      fc.property(cents, (value) => {
        expect(toCents(fromCents(value))).toBe(value);
      }),
    );
  });

  test('its JSON text is the exact decimal, up to fifteen digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), (value) => {
        const exact = formatDecimal(value).replace(/\.?0{1,2}$/, '');
        expect(JSON.stringify(fromCents(value))).toBe(exact);
      }),
    );
  });

  test.each([0.5, NaN, Infinity, 1_000_000_000_000_000])(
    'what is not a whole number of cents is refused: %d',
    (value) => {
      expect(() => fromCents(value)).toThrow(RangeError);
    },
  );
});

describe('formatDecimal', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [14990, '149.90'],
    [-14990, '-149.90'],
    [-5, '-0.05'],
    [MAX_AMOUNT_CENTS, '99999999.99'],
  ])('%d cents are written %s', (value, text) => {
    expect(formatDecimal(value)).toBe(text);
  });

  test('half a cent is refused', () => {
    expect(() => formatDecimal(0.5)).toThrow(RangeError);
  });
});

describe('multiply', () => {
  test('it agrees with exact arithmetic, or refuses', () => {
    fc.assert(
      fc.property(cents, fc.nat(), (value, quantity) => {
        const exact = BigInt(value) * BigInt(quantity);
        const product = (): number => multiply(value, quantity);
        const fits = exact <= 999_999_999_999_999n;
        expect(fits ? BigInt(product()) === exact : throws(product)).toBe(true);
      }),
    );
  });

  test('none of something is zero, not negative zero', () => {
    expect(Object.is(multiply(100, 0), 0)).toBe(true);
    expect(Object.is(multiply(-100, 0), 0)).toBe(true);
  });

  test.each([-1, 1.5, NaN])('a quantity is a whole number, not negative: %d', (quantity) => {
    expect(() => multiply(100, quantity)).toThrow(RangeError);
  });

  test('half a cent is refused, also when doubled', () => {
    expect(() => multiply(0.5, 2)).toThrow(RangeError);
  });
});

describe('sum', () => {
  test('the sum of no amounts is zero', () => {
    expect(sum([])).toBe(0);
  });

  test('ten cents and twenty are thirty', () => {
    expect(fromCents(sum([toCents(0.1), toCents(0.2)]))).toBe(0.3);
  });

  test('it agrees with exact arithmetic in any order', () => {
    fc.assert(
      fc.property(fc.array(cents), (values) => {
        const exact = values.reduce((total, value) => total + BigInt(value), 0n);
        expect(BigInt(sum(values))).toBe(exact);
        expect(sum([...values].reverse())).toBe(sum(values));
      }),
    );
  });

  test('halves of a cent are refused, also when they add up', () => {
    expect(() => sum([0.5, 0.5])).toThrow(RangeError);
  });

  test('the largest exact total is kept', () => {
    expect(sum([999_999_999_999_998, 1])).toBe(999_999_999_999_999);
  });

  test('a total that no longer is exact is refused', () => {
    expect(() => sum([999_999_999_999_999, 1])).toThrow(RangeError);
  });
});

function throws(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}
