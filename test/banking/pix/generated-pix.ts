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
const names = { merchantName: anyName, merchantCity: anyName };

/** Locations as gateways have them, up to the 77 characters that fit. */
const url = alphanumerics(1, 61).map((path) => `pix.example.com/${path}`);

export const dynamicPix = fc.record({ url, amountCents: amount, ...names });
