import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { crc16 } from '../../../src/banking/pix/crc16.ts';

const ascii = fc.string({ unit: 'grapheme-ascii' });

describe('crc16', () => {
  test('the check value of CRC-16/CCITT-FALSE is 29B1', () => {
    expect(crc16('123456789')).toBe('29B1');
  });

  test('the checksum of nothing is the initial value', () => {
    expect(crc16('')).toBe('FFFF');
  });

  test('it is four upper-case hexadecimal digits, leading zeros kept', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(crc16(text)).toMatch(/^[0-9A-F]{4}$/);
      }),
    );
  });

  test('it agrees with long division by the polynomial', () => {
    fc.assert(
      fc.property(ascii, (text) => {
        expect(crc16(text)).toBe(remainder(text));
      }),
    );
  });

  test('a changed character always changes the checksum', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), fc.nat(), fc.nat(93), (text, at, by) => {
        const i = at % text.length;
        const other = String.fromCharCode(0x20 + ((text.charCodeAt(i) - 0x20 + 1 + by) % 95));
        expect(crc16(text.slice(0, i) + other + text.slice(i + 1))).not.toBe(crc16(text));
      }),
    );
  });

  test('a character outside ASCII is refused', () => {
    expect(() => crc16('São Paulo')).toThrow(RangeError);
  });
});

/** The textbook definition in big integers: the first 16 bits inverted, 16 zero bits appended, the remainder. */
function remainder(text: string): string {
  let dividend = 0n;
  for (const character of text) dividend = (dividend << 8n) | BigInt(character.charCodeAt(0));
  const bits = text.length * 8;
  dividend = (dividend << 16n) ^ (0xffffn << BigInt(bits));
  for (let bit = bits + 15; bit >= 16; bit--) {
    if ((dividend >> BigInt(bit)) & 1n) dividend ^= 0x11021n << BigInt(bit - 16);
  }
  return dividend.toString(16).toUpperCase().padStart(4, '0');
}
