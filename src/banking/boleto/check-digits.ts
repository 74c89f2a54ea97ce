/**
 * The check digit of one of the first three fields of a digitable line: FEBRABAN's modulo 10. Weights 2, 1 from the
 * right, the digits of each product added up. The digit detects every single wrong digit.
 *
 * @throws RangeError unless `digits` is one digit or more.
 */
export function fieldCheckDigit(digits: string): number {
  assertDigits(digits);
  let total = 0;
  [...digits].reverse().forEach((digit, i) => {
    const product = Number(digit) * (i % 2 === 0 ? 2 : 1);
    total += product > 9 ? product - 9 : product;
  });
  return (10 - (total % 10)) % 10;
}

/**
 * The check digit of a boleto's barcode over its other 43 digits: FEBRABAN's modulo 11. Weights 2 to 9 from the right,
 * repeated; 11 minus the remainder, where 0, 10 and 11 become 1. The digit detects every single wrong digit unless it
 * is 1, which three remainders share.
 *
 * @throws RangeError unless `digits` is one digit or more.
 */
export function barcodeCheckDigit(digits: string): number {
  assertDigits(digits);
  let total = 0;
  [...digits].reverse().forEach((digit, i) => {
    total += Number(digit) * (2 + (i % 8));
  });
  const result = 11 - (total % 11);
  return result > 9 ? 1 : result; // never 0: the remainder is at most 10
}

function assertDigits(digits: string): void {
  if (!/^\d+$/.test(digits)) throw new RangeError('A check digit is computed over digits only');
}
