/**
 * An amount of Brazilian reais in whole centavos: an integer, so sums and comparisons are exact.
 * A difference may be negative; an amount read from the wire never is.
 */
export type Cents = number;

/**
 * R$ 99,999,999.99: the largest value that fits the ten digits of a boleto's barcode (FEBRABAN, positions 10 to 19).
 */
export const MAX_AMOUNT_CENTS: Cents = 99_999_999_99;

/** Fifteen digits: the longest decimal that a JSON number carries without loss, so `fromCents` is exact up to here. */
const MAX_EXACT_CENTS: Cents = 9_999_999_999_999_99;

/**
 * The cents of an amount read from the wire: a JSON number of reais with at most two decimals (`149.9` is 14990).
 *
 * A further decimal is refused, never rounded; that includes the result of `0.1 + 0.2`, which is not 0.3.
 *
 * @throws RangeError unless {@link isWireAmount} holds: negative, over `MAX_AMOUNT_CENTS`, not finite, or with more
 * than two decimals.
 */
export function toCents(amount: number): Cents {
  if (!isWireAmount(amount)) {
    const most = formatDecimal(MAX_AMOUNT_CENTS);
    throw new RangeError(`Not an amount from 0 to ${most} with at most two decimals: ${String(amount)}`);
  }
  return nearestCents(amount);
}

/** Whether `x` is a number of reais from 0 to `MAX_AMOUNT_CENTS` with at most two decimals, as the wire carries it. */
export function isWireAmount(x: unknown): x is number {
  if (typeof x !== 'number' || !(x >= 0)) return false;
  const cents = nearestCents(x);
  // Division rounds correctly, as parsing does: the quotient is the very number that the two-decimal text parses to.
  return cents <= MAX_AMOUNT_CENTS && cents / 100 === x;
}

/**
 * The number of reais for the wire: 14990 is `149.9`. The JSON text has at most two decimals.
 *
 * @throws RangeError when `cents` is not an integer of at most fifteen digits.
 */
export function fromCents(cents: Cents): number {
  assertCents(cents);
  return cents / 100;
}

/**
 * Reais as text with exactly two decimals, a point, and no grouping: 14990 is `"149.90"`.
 *
 * @throws RangeError when `cents` is not an integer of at most fifteen digits.
 */
export function formatDecimal(cents: Cents): string {
  assertCents(cents);
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The cents of a text as {@link formatDecimal} writes it, `"149.90"`.
 *
 * @throws RangeError for any other text, and over `MAX_AMOUNT_CENTS`
 */
export function parseDecimal(text: string): Cents {
  const match = /^(\d+)\.(\d{2})$/.exec(text);
  const cents = match ? Number(match[1]! + match[2]!) : NaN;
  if (!(cents <= MAX_AMOUNT_CENTS)) throw new RangeError(`Not an amount with two decimals: ${text}`);
  return cents;
}

/**
 * The amount of an invoice line: a unit price times a whole, non-negative quantity.
 *
 * @throws RangeError when `cents` or the product is not an integer of at most fifteen digits, or `quantity` is not a
 * non-negative integer.
 */
export function multiply(cents: Cents, quantity: number): Cents {
  assertCents(cents);
  if (!Number.isSafeInteger(quantity) || quantity < 0) throw new RangeError(`Not a quantity: ${quantity}`);
  return exactCents(cents * quantity);
}

/**
 * The sum of amounts; of none, 0.
 *
 * @throws RangeError when an amount or a partial sum is not an integer of at most fifteen digits.
 */
export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => {
    assertCents(cents);
    return exactCents(total + cents);
  }, 0);
}

function nearestCents(amount: number): Cents {
  return Math.round(amount * 100) + 0; // + 0 turns a negative zero into zero
}

function exactCents(cents: Cents): Cents {
  assertCents(cents);
  return cents + 0;
}

function assertCents(cents: Cents): void {
  if (!Number.isInteger(cents) || Math.abs(cents) > MAX_EXACT_CENTS) {
    throw new RangeError(`Not a whole number of cents of at most fifteen digits: ${cents}`);
  }
}
