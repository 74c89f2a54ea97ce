import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { barcodeCheckDigit, fieldCheckDigit } from '../../../src/banking/boleto/check-digits.ts';

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''));

/** Some digits, a place in them, and another digit for that place. */
const corruption = (length: number): fc.Arbitrary<{ right: string; wrong: string }> =>
  fc.tuple(digits(length), fc.nat(length - 1), fc.integer({ min: 1, max: 9 })).map(([right, at, by]) => ({
    right,
    wrong: right.slice(0, at) + String((Number(right[at]) + by) % 10) + right.slice(at + 1),
  }));

describe('fieldCheckDigit', () => {
  test.each([
    ['341911012', 1],
    ['3456788005', 8],
    ['7123457000', 1],
    ['0000000000', 0],
  ])('the check digit of %s is %d', (field, expected) => {
    expect(fieldCheckDigit(field)).toBe(expected);
  });

  test('a wrong digit always changes the field’s check digit', () => {
    fc.assert(
      fc.property(fc.oneof(corruption(9), corruption(10)), ({ right, wrong }) => {
        expect(fieldCheckDigit(wrong)).not.toBe(fieldCheckDigit(right));
      }),
    );
  });
});

describe('barcodeCheckDigit', () => {
  test('the check digit of the worked example is 6', () => {
    expect(barcodeCheckDigit('3419' + '16670000012345' + '1101234567880057123457000')).toBe(6);
  });

  test.each([
    ['a remainder of 0, from no digit at all', '0', 1],
    ['a remainder of 1, from 6 times 2', '6', 1],
    ['a remainder of 10, from 5 times 2', '5', 1],
    ['a remainder of 2, from 1 times 2', '1', 9],
    ['a remainder of 9, from 1 times 9', '10000000', 2],
    ['a ninth weight that is 2 again', '100000000', 9],
  ])('%s: %s has %d', (_case, number, expected) => {
    expect(barcodeCheckDigit(number)).toBe(expected);
  });

  test('it is never 0', () => {
    fc.assert(
      fc.property(digits(43), (number) => {
        expect(String(barcodeCheckDigit(number))).toMatch(/^[1-9]$/);
      }),
    );
  });

  test('a wrong digit changes the barcode’s check digit whenever it is not 1', () => {
    const detectable = corruption(43).filter(({ right }) => barcodeCheckDigit(right) !== 1);
    fc.assert(
      fc.property(detectable, ({ right, wrong }) => {
        expect(barcodeCheckDigit(wrong)).not.toBe(barcodeCheckDigit(right));
      }),
    );
  });
});

test.each(['', '12a', '1.2', '١٢'])('text that is not digits has no check digit: %p', (text) => {
  expect(() => fieldCheckDigit(text)).toThrow(RangeError);
  expect(() => barcodeCheckDigit(text)).toThrow(RangeError);
});
