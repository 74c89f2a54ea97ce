import fc from 'fast-check';
import { addDays } from '../../../src/base/calendar/calendar-date.ts';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';
import { boletoBarcode, type BoletoInput } from '../../../src/banking/boleto/barcode.ts';

const digits = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''));

/** The last day of the first cycle of due factors; the next day's factor is 1000 again. */
export const ROLLOVER = '2025-02-21';

/** Any day with a factor in either cycle, often one beside the rollover. */
const dueDate = fc.oneof(
  fc.integer({ min: -8_999, max: 9_000 }).map((days) => addDays(ROLLOVER, days)),
  fc.integer({ min: -3, max: 4 }).map((days) => addDays(ROLLOVER, days)),
);

const amountCents = fc.oneof(
  fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }),
  fc.integer({ min: 1, max: 100_000 }),
  fc.constantFrom(1, 99, 100, MAX_AMOUNT_CENTS),
);

/** Boletos of any bank; a code that begins with 8 would be a utility bill to whoever reads the line. */
export const boletoInput: fc.Arbitrary<BoletoInput> = fc.record({
  bank: digits(3).filter((bank) => !bank.startsWith('8')),
  dueDate,
  amountCents,
  freeField: fc.oneof(digits(25), fc.constantFrom('0'.repeat(25), '9'.repeat(25))),
});

export const barcode = boletoInput.map(boletoBarcode);
