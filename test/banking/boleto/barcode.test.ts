import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';
import {
  barcodeOfLine,
  boletoBarcode,
  digitableLine,
  formatDigitableLine,
} from '../../../src/banking/boleto/barcode.ts';
import { barcodeCheckDigit } from '../../../src/banking/boleto/check-digits.ts';
import { dueFactor } from '../../../src/banking/boleto/due-factor.ts';

const example = {
  input: { bank: '341', dueDate: '2002-05-01', amountCents: 12345, freeField: '1101234567880057123457000' },
  barcode: '34196166700000123451101234567880057123457000',
  line: '34191.10121 34567.880058 71234.570001 6 16670000012345',
};
const plainLine = example.line.replace(/[. ]/g, '');

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''));
const boleto = fc.record({
  bank: digits(3),
  dueDate: fc.nat(18_000).map((days) => addDays('2000-07-03', days)),
  amountCents: fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }),
  freeField: digits(25),
});

/** A barcode with a right check digit between its two parts. */
function checked(front: string, back: string): string {
  return front + String(barcodeCheckDigit(front + back)) + back;
}

/** The line with the digit at `place` replaced by another one. */
function corrupted(line: string, place: number, by: number): string {
  return line.slice(0, place) + String((Number(line[place]) + by) % 10) + line.slice(place + 1);
}

describe('boletoBarcode', () => {
  test('it writes the worked example', () => {
    expect(boletoBarcode(example.input)).toBe(example.barcode);
  });

  test('the due factor starts again on 2025-02-22', () => {
    expect(boletoBarcode({ ...example.input, dueDate: '2025-02-21' }).slice(5, 9)).toBe('9999');
    expect(boletoBarcode({ ...example.input, dueDate: '2025-02-22' }).slice(5, 9)).toBe('1000');
  });

  test('every part is at its place among the 44 digits', () => {
    fc.assert(
      fc.property(boleto, (input) => {
        const barcode = boletoBarcode(input);
        expect(barcode).toMatch(/^\d{44}$/);
        expect(barcode.slice(0, 3)).toBe(input.bank);
        expect(barcode[3]).toBe('9');
        expect(Number(barcode.slice(5, 9))).toBe(dueFactor(input.dueDate));
        expect(Number(barcode.slice(9, 19))).toBe(input.amountCents);
        expect(barcode.slice(19)).toBe(input.freeField);
      }),
    );
  });

  test('the largest amount fills all ten digits', () => {
    expect(boletoBarcode({ ...example.input, amountCents: MAX_AMOUNT_CENTS }).slice(9, 19)).toBe('9999999999');
  });

  test.each([
    ['an amount of zero, which the payer could choose', { amountCents: 0 }],
    ['an amount of eleven digits', { amountCents: MAX_AMOUNT_CENTS + 1 }],
    ['an amount of half a cent', { amountCents: 0.5 }],
    ['a negative amount', { amountCents: -1 }],
    ['a bank of two digits', { bank: '34' }],
    ['a bank of letters', { bank: 'abc' }],
    ['a free field of 24 digits', { freeField: '1'.repeat(24) }],
    ['a free field with a letter', { freeField: `${'1'.repeat(24)}X` }],
    ['a date that does not exist', { dueDate: '2026-02-29' }],
  ])('%s is refused', (_case, change) => {
    expect(() => boletoBarcode({ ...example.input, ...change })).toThrow(RangeError);
  });
});

describe('digitableLine', () => {
  test('it writes the worked example', () => {
    expect(digitableLine(example.barcode)).toBe(plainLine);
  });

  test('barcodeOfLine undoes it for every boleto, plain or formatted', () => {
    fc.assert(
      fc.property(boleto, (input) => {
        const barcode = boletoBarcode(input);
        const line = digitableLine(barcode);
        expect(line).toMatch(/^\d{47}$/);
        expect(barcodeOfLine(line)).toBe(barcode);
        expect(barcodeOfLine(formatDigitableLine(line))).toBe(barcode);
      }),
    );
  });

  test.each([
    ['43 digits', checked('3419', '1'.repeat(38)), /44 digits/],
    ['45 digits', checked('3419', '1'.repeat(40)), /44 digits/],
    ['a letter', `${example.barcode.slice(0, -1)}X`, /44 digits/],
    ['another currency', checked('3418', '1'.repeat(39)), /currency/],
    ['a wrong check digit', corrupted(example.barcode, 4, 1), /check digit/],
    ['a wrong value', corrupted(example.barcode, 18, 1), /check digit/],
  ])('a barcode with %s is refused', (_case, barcode, message) => {
    expect(() => digitableLine(barcode)).toThrow(message);
  });
});

describe('formatDigitableLine', () => {
  test('it prints the worked example', () => {
    expect(formatDigitableLine(plainLine)).toBe(example.line);
  });

  test('a formatted line stays as it is', () => {
    expect(formatDigitableLine(example.line)).toBe(example.line);
  });

  test('anything but 47 digits is refused', () => {
    expect(() => formatDigitableLine(plainLine.slice(1))).toThrow(RangeError);
  });
});

describe('barcodeOfLine', () => {
  test('it reads the worked example, plain or formatted', () => {
    expect(barcodeOfLine(example.line)).toBe(example.barcode);
    expect(barcodeOfLine(plainLine)).toBe(example.barcode);
  });

  test('every wrong digit of the example is found', () => {
    const places = [...plainLine].flatMap((_digit, place) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((by) => ({ place, by })));
    const accepted = places.filter(({ place, by }) => reads(corrupted(plainLine, place, by)));
    expect(accepted).toEqual([]);
  });

  test('a wrong digit in the first three fields, or a wrong check digit of the barcode, is always found', () => {
    fc.assert(
      fc.property(boleto, fc.nat(32), fc.integer({ min: 1, max: 9 }), (input, place, by) => {
        const line = digitableLine(boletoBarcode(input));
        expect(() => barcodeOfLine(corrupted(line, place, by))).toThrow(/check digit/);
      }),
    );
  });

  test('a wrong digit of due factor or value is found whenever the check digit is not 1', () => {
    const lines = boleto.map((input) => digitableLine(boletoBarcode(input))).filter((line) => line[32] !== '1');
    fc.assert(
      fc.property(lines, fc.integer({ min: 33, max: 46 }), fc.integer({ min: 1, max: 9 }), (line, place, by) => {
        expect(() => barcodeOfLine(corrupted(line, place, by))).toThrow(/check digit/);
      }),
    );
  });

  test.each([
    [1, 4],
    [2, 15],
    [3, 26],
  ])('the error names field %d', (field, place) => {
    expect(() => barcodeOfLine(corrupted(plainLine, place, 1))).toThrow(`field ${field} `);
  });

  test.each([
    ['46 digits', plainLine.slice(1)],
    ['48 digits, as a utility bill has', `${plainLine}0`],
    ['a letter', `${plainLine.slice(0, -1)}X`],
    ['nothing', ''],
  ])('a line of %s is refused', (_case, line) => {
    expect(() => barcodeOfLine(line)).toThrow(RangeError);
  });
});

function reads(line: string): boolean {
  try {
    barcodeOfLine(line);
    return true;
  } catch {
    return false;
  }
}
