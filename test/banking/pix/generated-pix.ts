import fc from 'fast-check';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';

/** Any Unicode at all, Portuguese, and other scripts; often longer than the standard has room for. */
export const anyName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'abcXYZ &.-’áãçéíõúÂÊÔÇñüßø'), maxLength: 60 }),
);

export const amount = fc.oneof(fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }), fc.constantFrom(1, 99, MAX_AMOUNT_CENTS));

const alphanumerics = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189'), minLength, maxLength });
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

const names = { merchantName: anyName, merchantCity: anyName };

export const key = fc.oneof(
  digits(11),
  digits(14),
  digits(11).map((phone) => `+55${phone}`),
  fc.uuid(),
  alphanumerics(1, 36).map((name) => `${name}@example.com`),
);

/** Plain ASCII that nothing has to be changed in; with the longest key (48) there is room for 25. */
const message = fc
  .string({ unit: fc.constantFrom(...'abc XYZ#1'), minLength: 1, maxLength: 25 })
  .map((text) => text.replace(/ +/g, ' ').trim() || 'x');

export const staticPix = fc.record(
  { key, amountCents: amount, txid: alphanumerics(1, 25), info: message, ...names },
  { requiredKeys: ['key', 'merchantName', 'merchantCity'] },
);

/** Locations as gateways have them, up to the 77 characters that fit. */
const url = alphanumerics(1, 61).map((path) => `pix.example.com/${path}`);

export const dynamicPix = fc.record({ url, amountCents: amount, ...names });
