import { getBoletoInfo, isValidBoleto } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from '@jest/globals';
import boletoUtils from '@mrmgomes/boleto-utils';
import fc from 'fast-check';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';
import { boletoBarcode, digitableLine, formatDigitableLine } from '../../../src/banking/boleto/barcode.ts';
import { boletoInput, ROLLOVER } from './generated-boleto.ts';

const RUNS = { numRuns: 2_000 };
const day = (date: Date) => date.toISOString().slice(0, 10);

/**
 * The faults of @mrmgomes/boleto-utils 1.3.3, with a counterexample each in the tests below:
 *
 * - Where modulo 11 leaves 0 or 1, it wants the check digit 0. FEBRABAN has 1 there, as 0 marks other documents, and
 *   @brazilian-utils/brazilian-utils agrees. Such barcodes, two in eleven, are left out of the comparison of barcodes.
 * - Where the second of a value's eight digits before the comma is 0, it drops the first: it reads R$ 20.123.456,78 as
 *   R$ 123.456,78.
 * - It gives both dates that a factor may mean, and leaves the choice to its caller.
 */
const wantsZero = (barcode: string) => boletoUtils.calculaMod11(barcode.slice(0, 4) + barcode.slice(5)) === 0;
const losesZeros = (amountCents: number) => amountCents >= 1_000_000_000 && String(amountCents)[1] === '0';

describe('@mrmgomes/boleto-utils agrees', () => {
  test('with every barcode: check digit, due date, value, and the line that belongs to it', () => {
    fc.assert(
      fc.property(boletoInput, (input) => {
        const barcode = boletoBarcode(input);
        fc.pre(!wantsZero(barcode) && !losesZeros(input.amountCents));
        const read = validarBoleto(barcode);
        expect(read).toMatchObject({ sucesso: true, tipoCodigoInput: 'CODIGO_DE_BARRAS', codigoBarras: barcode });
        expect(read.linhaDigitavel).toBe(digitableLine(barcode));
        expect(dueDateOf(read, input.dueDate)).toBe(input.dueDate);
        expect(read.valor).toBe(input.amountCents / 100);
      }),
      RUNS,
    );
  });

  test('with every digitable line, printed or plain: check digits of the fields, due date, value and barcode', () => {
    fc.assert(
      fc.property(boletoInput, fc.boolean(), (input, isPrinted) => {
        const barcode = boletoBarcode(input);
        fc.pre(!losesZeros(input.amountCents));
        const line = digitableLine(barcode);
        const read = validarBoleto(isPrinted ? formatDigitableLine(line) : line);
        expect(read).toMatchObject({ sucesso: true, tipoCodigoInput: 'LINHA_DIGITAVEL', codigoBarras: barcode });
        expect(dueDateOf(read, input.dueDate)).toBe(input.dueDate);
        expect(read.valor).toBe(input.amountCents / 100);
      }),
      RUNS,
    );
  });

  test('that the check digit is 1 where modulo 11 leaves 10, and wrongly says 0 where it leaves 0 or 1', () => {
    // 34191 16450 0000000001 and a free field of zeros but for its end, which sets the remainder.
    const remainders = new Map<number, string>();
    for (let end = 0; end < 100; end++) {
      const barcode = boletoBarcode({
        bank: '341',
        dueDate: '2026-11-29',
        amountCents: 1,
        freeField: String(end).padStart(25, '0'),
      });
      remainders.set(remainderOf(barcode), barcode);
    }
    const digits = [0, 1, 10].map((remainder) => {
      const barcode = remainders.get(remainder)!;
      return { ours: barcode[4], theirs: boletoUtils.calculaDVCodBarras(barcode, 4, 11) };
    });
    expect(digits).toEqual([
      { ours: '1', theirs: 0 },
      { ours: '1', theirs: 0 },
      { ours: '1', theirs: 1 },
    ]);
    // The other checker takes all three.
    for (const barcode of remainders.values()) expect(isValidBoleto(digitableLine(barcode))).toBe(true);
  });

  test('on values but those whose second digit of eight is zero: R$ 20.123.456,78 it reads as R$ 123.456,78', () => {
    const valueOf = (amountCents: number) =>
      validarBoleto(
        digitableLine(boletoBarcode({ bank: '341', dueDate: ROLLOVER, amountCents, freeField: '1'.repeat(25) })),
      ).valor;
    expect(valueOf(2_012_345_678)).toBe(123_456.78);
    expect(valueOf(2_112_345_678)).toBe(21_123_456.78);
  });
});

describe('@brazilian-utils/brazilian-utils agrees', () => {
  test('with every digitable line, the check digit of the barcode included', () => {
    fc.assert(
      fc.property(boletoInput, (input) => {
        const line = digitableLine(boletoBarcode(input));
        expect(isValidBoleto(line)).toBe(true);
        expect(isValidBoleto(formatDigitableLine(line))).toBe(true);
      }),
      RUNS,
    );
  });

  // It takes a factor for a date from 3,000 days ago to 5,500 days ahead, where ours takes the nearest.
  test('that bank, value and due date are those of the boleto, seen from a day on which banks would take it', () => {
    fc.assert(
      fc.property(boletoInput, fc.integer({ min: -5_000, max: 2_999 }), (input, days) => {
        const referenceDate = new Date(`${addDays(input.dueDate, days)}T12:00:00Z`);
        const info = getBoletoInfo(digitableLine(boletoBarcode(input)), { referenceDate });
        expect(info).toEqual({
          amount: input.amountCents,
          bankCode: input.bank,
          expirationDate: new Date(`${input.dueDate}T00:00:00Z`),
        });
      }),
      RUNS,
    );
  });

  test('that a line with a wrong digit in its first three fields is none', () => {
    fc.assert(
      fc.property(boletoInput, fc.nat(31), fc.integer({ min: 1, max: 9 }), (input, place, by) => {
        const line = digitableLine(boletoBarcode(input));
        const wrong = line.slice(0, place) + String((Number(line[place]) + by) % 10) + line.slice(place + 1);
        // An 8 in front makes a bill of a utility, which is another kind of line.
        fc.pre(!wrong.startsWith('8'));
        expect(isValidBoleto(wrong)).toBe(false);
      }),
      RUNS,
    );
  });
});

/** Its answer; the types that come with it name one field wrongly, and call dates texts. */
interface Read {
  sucesso: boolean;
  linhaDigitavel: string;
  vencimento: Date;
  vencimentoComNovoFator2025: Date;
  valor: number;
}

function validarBoleto(code: string): Read {
  return boletoUtils.validarBoleto(code) as unknown as Read;
}

/** The due date in the cycle of the boleto, among the two dates that it gives. */
function dueDateOf({ vencimento, vencimentoComNovoFator2025 }: Read, dueDate: string): string {
  return day(dueDate <= ROLLOVER ? vencimento : vencimentoComNovoFator2025);
}

/** Modulo 11 over the other 43 digits, weights 2 to 9 from the right. */
function remainderOf(barcode: string): number {
  const digits = [...(barcode.slice(0, 4) + barcode.slice(5))].reverse();
  return digits.reduce((total, digit, i) => total + Number(digit) * (2 + (i % 8)), 0) % 11;
}
