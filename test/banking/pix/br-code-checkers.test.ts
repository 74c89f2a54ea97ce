import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';
import { dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { anyName, dynamicPix } from './generated-pix.ts';

const RUNS = { numRuns: 2_000 };
const CHARGE = { url: 'pix.example.com/v2/1', amountCents: 1 };

/** The form of both names, for any input: not empty, printable ASCII, no space at either end. */
const written = (max: number) => new RegExp(`^[\\x21-\\x7e]([\\x20-\\x7e]{0,${max - 2}}[\\x21-\\x7e])?$`);

describe('@brazilian-utils/brazilian-utils reads', () => {
  // For it the charge's location is the truth: it reads neither the amount nor the txid of a dynamic payload, beyond
  // that the amount is one. That these are right is for br-code.test.ts.
  test('every dynamic payload back, with its url', () => {
    fc.assert(
      fc.property(dynamicPix, (input) => {
        expect(getPixPayloadInfo(dynamicPixPayload(input))).toEqual({
          pointOfInitiation: 'dynamic',
          url: input.url,
          merchantName: expect.stringMatching(written(25)),
          merchantCity: expect.stringMatching(written(15)),
        });
      }),
      RUNS,
    );
  });

  test('names and cities in Portuguese as they are without accents, cut where the standard ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'áàâãçéêíóôõúüÁÂÃÇÉÊÍÓÔÕÚ az'), maxLength: 60 }), (name) => {
        const plain = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/ +/g, ' ').trim();
        const info = getPixPayloadInfo(dynamicPixPayload({ ...CHARGE, merchantName: name, merchantCity: name }));
        expect(info?.merchantName).toBe(plain.slice(0, 25).trim() || 'N');
        expect(info?.merchantCity).toBe(plain.slice(0, 15).trim() || 'C');
      }),
      RUNS,
    );
  });

  test('the longest payload, with the largest amount', () => {
    const names = { merchantName: 'Ç'.repeat(100), merchantCity: 'Ã'.repeat(100), amountCents: MAX_AMOUNT_CENTS };
    const url = `pix.example.com/${'u'.repeat(61)}`;
    expect(getPixPayloadInfo(dynamicPixPayload({ url, ...names }))).toMatchObject({
      url,
      pointOfInitiation: 'dynamic',
      merchantName: 'C'.repeat(25),
      merchantCity: 'A'.repeat(15),
    });
  });

  test('no payload with one character changed', () => {
    fc.assert(
      fc.property(dynamicPix, fc.nat(), fc.integer({ min: 1, max: 94 }), (input, place, by) => {
        const payload = dynamicPixPayload(input);
        const at = place % payload.length;
        const changed = String.fromCharCode(33 + ((payload.charCodeAt(at) - 33 + by + 94) % 94));
        const wrong = payload.slice(0, at) + changed + payload.slice(at + 1);
        // It takes the checksum in small letters too, as the standard's "hexadecimal" allows.
        fc.pre(wrong.toUpperCase() !== payload.toUpperCase());
        expect(isValidPixPayload(wrong)).toBe(false);
      }),
      RUNS,
    );
  });

  test('any name of a store', () => {
    fc.assert(
      fc.property(anyName, anyName, (merchantName, merchantCity) => {
        expect(isValidPixPayload(dynamicPixPayload({ ...CHARGE, merchantName, merchantCity }))).toBe(true);
      }),
      RUNS,
    );
  });

  // Its rule for the host wants a dot and knows no port, where RFC 3986 has one. Ours takes it, as a gateway on a test
  // network may need it; no bank's location has one.
  test('but no url with a port, which ours takes', () => {
    const at = (host: string) =>
      isValidPixPayload(
        dynamicPixPayload({ url: `${host}/v2/1`, amountCents: 1, merchantName: 'A', merchantCity: 'B' }),
      );
    expect([at('192.168.0.9'), at('192.168.0.9:3000')]).toEqual([true, false]);
  });
});
