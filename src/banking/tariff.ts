import { parseDecimal, type Cents } from '../base/money/money.ts';

/** The price of a payment, as a bank agrees it with a store: a share, a fixed amount, or both, within bounds. */
export interface Tariff {
  /** Millionths of the amount. */
  ratePpm: number;
  fixedCents: Cents;
  minCents: Cents;
  /** Null: no upper bound. */
  maxCents: Cents | null;
}

const PPM_PER_WHOLE = 1_000_000;
const PERCENT = String.raw`(\d{1,2}(?:[.,]\d{1,4})?) ?%`;
const AMOUNT = String.raw`(\d{1,6}(?:[.,]\d{2})?)`;
const FORM = new RegExp(
  `^(?:${PERCENT}(?: ?\\+ ?${AMOUNT})?|${AMOUNT})(?: m[ií]n\\.? ${AMOUNT})?(?: m[aá]x\\.? ${AMOUNT})?$`,
  'i',
);

/**
 * Reads a tariff as people write it: `0.99%`, `1,20`, `0.99% + 0.39`, `0.99% min 0.50 max 10.00`.
 *
 * @returns null for a text that is none
 */
export function parseTariff(text: string): Tariff | null {
  const match = FORM.exec(text.trim().replace(/\s+/g, ' '));
  if (!match) return null;
  const [, percent, plus, fixed, min, max] = match;
  const tariff = {
    ratePpm: percent === undefined ? 0 : Math.round(Number(percent.replace(',', '.')) * 10_000),
    fixedCents: centsOf(plus ?? fixed) ?? 0,
    minCents: centsOf(min) ?? 0,
    maxCents: centsOf(max),
  };
  return tariff.maxCents !== null && tariff.maxCents < tariff.minCents ? null : tariff;
}

/** The price of a payment in cents: rounded once, half a cent up, and never more than the payment. */
export function feeOf({ ratePpm, fixedCents, minCents, maxCents }: Tariff, amountCents: Cents): Cents {
  const share = Number((BigInt(amountCents) * BigInt(ratePpm) + BigInt(PPM_PER_WHOLE / 2)) / BigInt(PPM_PER_WHOLE));
  const price = Math.max(minCents, share + fixedCents);
  return Math.min(amountCents, maxCents === null ? price : Math.min(maxCents, price));
}

function centsOf(text: string | undefined): Cents | null {
  if (text === undefined) return null;
  const [whole, cents = '00'] = text.split(/[.,]/);
  return parseDecimal(`${whole}.${cents}`);
}
