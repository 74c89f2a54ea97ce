import { MAX_AMOUNT_CENTS, type Cents } from '../../base/money/money.ts';
import { barcodeCheckDigit, fieldCheckDigit } from './check-digits.ts';
import { dueFactor } from './due-factor.ts';

export interface BoletoInput {
  /** The bank's three-digit code in the clearing system (COMPE). */
  bank: string;
  /** `YYYY-MM-DD`, from 2000-07-03. */
  dueDate: string;
  /** 1 to `MAX_AMOUNT_CENTS`. Zero would mean that the payer chooses the value. */
  amountCents: Cents;
  /** 25 digits whose meaning the bank defines: agency, account, our number. */
  freeField: string;
}

/**
 * The 44 digits of a boleto's barcode (FEBRABAN, *Layout padrão do código de barras*, billing): bank, currency 9, check
 * digit, due factor, value in cents, free field. Printed as Interleaved 2 of 5.
 *
 * @throws RangeError when a part does not have the shape that {@link BoletoInput} states.
 */
export function boletoBarcode({ bank, dueDate, amountCents, freeField }: BoletoInput): string {
  if (!/^\d{3}$/.test(bank)) throw new RangeError("A bank's code is three digits");
  if (!/^\d{25}$/.test(freeField)) throw new RangeError('The free field of a boleto is 25 digits');
  if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > MAX_AMOUNT_CENTS) {
    throw new RangeError(`The value of a boleto is from 1 to ${MAX_AMOUNT_CENTS} cents: ${amountCents}`);
  }
  const front = bank + CURRENCY_REAL;
  const back = String(dueFactor(dueDate)) + String(amountCents).padStart(10, '0') + freeField;
  return front + String(barcodeCheckDigit(front + back)) + back;
}

/**
 * The 47 digits that a payer types, without dots and spaces: three fields, each with a check digit of its own (bank,
 * currency and the free field), the barcode's check digit, and due factor with value.
 *
 * @throws RangeError when `barcode` is not the barcode of a boleto with a right check digit.
 */
export function digitableLine(barcode: string): string {
  assertBarcode(barcode);
  const freeField = barcode.slice(19);
  const fields = [barcode.slice(0, 4) + freeField.slice(0, 5), freeField.slice(5, 15), freeField.slice(15)];
  const checkedFields = fields.map((field) => field + String(fieldCheckDigit(field)));
  return checkedFields.join('') + barcode.slice(4, 19);
}

/**
 * A digitable line as it is printed: `34191.10121 34567.880058 71234.570001 6 16670000012345`.
 *
 * @throws RangeError when `line` is not 47 digits, dots and spaces aside. Check digits are not looked at.
 */
export function formatDigitableLine(line: string): string {
  return lineDigits(line).replace(
    /^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/,
    '$1.$2 $3.$4 $5.$6 $7 $8',
  );
}

/**
 * The barcode of a digitable line, printed or plain: the inverse of {@link digitableLine}.
 *
 * All four check digits are verified. A single wrong digit in the first three fields, or a wrong barcode check digit,
 * is always found; one in due factor or value is found unless the barcode's check digit is 1 (see `barcodeCheckDigit`).
 *
 * @throws RangeError when `line` is not 47 digits, dots and spaces aside, or a check digit or the currency is wrong.
 */
export function barcodeOfLine(line: string): string {
  const digits = lineDigits(line);
  const fields = [digits.slice(0, 10), digits.slice(10, 21), digits.slice(21, 32)].map(verifiedField).join('');
  const barcode = fields.slice(0, 4) + digits.slice(32) + fields.slice(4);
  assertBarcode(barcode);
  return barcode;
}

const CURRENCY_REAL = '9';

function lineDigits(line: string): string {
  const digits = line.replace(/[. ]/g, '');
  if (!/^\d{47}$/.test(digits)) throw new RangeError("A boleto's digitable line has 47 digits");
  return digits;
}

function verifiedField(field: string, index: number): string {
  const content = field.slice(0, -1);
  if (field.slice(-1) !== String(fieldCheckDigit(content))) {
    throw new RangeError(`Wrong check digit in field ${index + 1} of the digitable line`);
  }
  return content;
}

function assertBarcode(barcode: string): void {
  if (!/^\d{44}$/.test(barcode)) throw new RangeError("A boleto's barcode has 44 digits");
  if (barcode[3] !== CURRENCY_REAL) throw new RangeError("A boleto's currency digit is 9");
  if (barcode[4] !== String(barcodeCheckDigit(barcode.slice(0, 4) + barcode.slice(5)))) {
    throw new RangeError("Wrong check digit of a boleto's barcode");
  }
}
