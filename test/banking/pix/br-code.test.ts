import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_AMOUNT_CENTS } from '../../../src/base/money/money.ts';
import { authorizingPixPayload, dynamicPixPayload } from '../../../src/banking/pix/br-code.ts';
import { crc16 } from '../../../src/banking/pix/crc16.ts';

const merchant = { merchantName: 'Loja do Zé', merchantCity: 'São Paulo' };
const charge = { url: 'pix.example.com/v2/0f1e2d3c4b5a', amountCents: 14990, ...merchant };

describe('authorizingPixPayload', () => {
  const recurrenceUrl = 'https://pix.example.com/rec/0f1e2d3c4b5a';
  const recurrence = ['80', '0014br.gov.bcb.pix2532pix.example.com/rec/0f1e2d3c4b5a'];

  test('alone, it names no charge, no amount and no single use', () => {
    const fields = [...read(authorizingPixPayload({ ...merchant, recurrenceUrl }))].filter(([id]) => id !== '63');
    expect(fields).toEqual([
      ['00', '01'],
      ['26', '0014br.gov.bcb.pix'],
      ['52', '0000'],
      ['53', '986'],
      ['58', 'BR'],
      ['59', 'Loja do Ze'],
      ['60', 'Sao Paulo'],
      ['62', '0503***'],
      recurrence,
    ]);
  });

  test('beside a charge, it keeps the fields of the charge and signs them anew', () => {
    const qrCode = dynamicPixPayload(charge);
    const code = authorizingPixPayload({ ...merchant, recurrenceUrl, qrCode });
    const fields = [...read(qrCode)].filter(([id]) => id !== '63');
    expect([...read(code)]).toEqual([...fields, recurrence, ['63', crc16(code.slice(0, -4))]]);
  });
});

describe('dynamicPixPayload', () => {
  test('every field is there, in order, with the url and no txid of its own', () => {
    const fields = [...read(dynamicPixPayload(charge))].filter(([id]) => id !== '63');
    expect(fields).toEqual([
      ['00', '01'],
      ['01', '12'],
      ['26', '0014br.gov.bcb.pix2531pix.example.com/v2/0f1e2d3c4b5a'],
      ['52', '0000'],
      ['53', '986'],
      ['54', '149.90'],
      ['58', 'BR'],
      ['59', 'Loja do Ze'],
      ['60', 'Sao Paulo'],
      ['62', '0503***'],
    ]);
  });

  test('the scheme is left out of the url', () => {
    expect(dynamicPixPayload({ ...charge, url: `https://${charge.url}` })).toBe(dynamicPixPayload(charge));
  });

  test.each([
    '',
    'pix.example.com',
    'pix.example.com/',
    'http://pix.example.com/v2/1',
    'pix.example.com/a b',
    'pix.example.com/ação',
  ])('text that is no host and path is refused: %p', (url) => {
    expect(() => dynamicPixPayload({ ...charge, url })).toThrow(RangeError);
  });

  test('a url of 77 characters fits, and one more is refused', () => {
    const url = `pix.example.com/${'a'.repeat(61)}`;
    expect(read(dynamicPixPayload({ ...charge, url })).get('26')).toHaveLength(99);
    expect(() => dynamicPixPayload({ ...charge, url: `${url}a` })).toThrow(/77 characters/);
  });

  test('a host may be an address with a port', () => {
    const url = '192.168.0.9:3000/v2/1';
    expect(read(dynamicPixPayload({ ...charge, url })).get('26')).toContain(url);
  });

  test.each([
    [1, '0.01'],
    [MAX_AMOUNT_CENTS, '99999999.99'],
  ])('%d cents are asked for as %s', (amountCents, text) => {
    expect(read(dynamicPixPayload({ ...charge, amountCents })).get('54')).toBe(text);
  });

  test.each([0, -1, 0.5, NaN, MAX_AMOUNT_CENTS + 1])('an amount that nobody can owe is refused: %d', (amountCents) => {
    expect(() => dynamicPixPayload({ ...charge, amountCents })).toThrow(RangeError);
  });

  test('the payload of any input is printable ASCII, reads back field by field, and its checksum is right', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 60 });
    const amount = fc.integer({ min: 1, max: MAX_AMOUNT_CENTS });
    fc.assert(
      fc.property(anyText, anyText, amount, (merchantName, merchantCity, amountCents) => {
        const payload = dynamicPixPayload({ ...charge, amountCents, merchantName, merchantCity });
        const fields = read(payload);
        expect(payload).toMatch(/^[\x20-\x7e]+$/);
        expect(crc16(payload.slice(0, -4))).toBe(payload.slice(-4));
        expect(Number(fields.get('54'))).toBe(amountCents / 100);
        expect(fields.get('59')).toMatch(/^\S(.{0,23}\S)?$/);
        expect(fields.get('60')).toMatch(/^\S(.{0,13}\S)?$/);
      }),
    );
  });
});

describe("the merchant's name and city", () => {
  test.each([
    ['Açaí & Cia. Ltda', 'Acai & Cia. Ltda'],
    ['PANIFICADORA JOÃO', 'PANIFICADORA JOAO'],
    ['Café Nº 1', 'Cafe No 1'],
    ['Smørrebrød – Straße', 'Smorrebrod - Strasse'],
    ['Loja ☕ do\tZé\n', 'Loja do Ze'],
    ['  duas   palavras  ', 'duas palavras'],
    ['D’Ávila “Arte”', 'D\'Avila "Arte"'],
  ])('%p is written %p, its case kept', (merchantName, written) => {
    expect(read(dynamicPixPayload({ ...charge, merchantName })).get('59')).toBe(written);
  });

  test('the name is cut after 25 characters and the city after 15, without a space at the end', () => {
    const merchantName = 'Comércio de Alimentos ABC Ltda';
    const merchantCity = 'São José dos Campos';
    const fields = read(dynamicPixPayload({ ...charge, merchantName, merchantCity }));
    expect(fields.get('59')).toBe('Comercio de Alimentos ABC');
    expect(fields.get('60')).toBe('Sao Jose dos Ca');
    expect(read(dynamicPixPayload({ ...charge, merchantName: 'n'.repeat(26) })).get('59')).toBe('n'.repeat(25));
    expect(read(dynamicPixPayload({ ...charge, merchantCity: 'Campos do Prado X' })).get('60')).toBe('Campos do Prado');
  });

  test.each(['', '   ', '株式会社', '☕'])('neither is ever empty: %p', (text) => {
    const fields = read(dynamicPixPayload({ ...charge, merchantName: text, merchantCity: text }));
    expect(fields.get('59')).toBe('N');
    expect(fields.get('60')).toBe('C');
  });
});

/** A reader of its own: two digits of id, two of length, the value; nothing left over, no id twice. */
function read(payload: string): Map<string, string> {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < payload.length) {
    const id = payload.slice(at, at + 2);
    const length = Number(payload.slice(at + 2, at + 4));
    expect(fields.has(id)).toBe(false);
    fields.set(id, payload.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  expect(at).toBe(payload.length);
  return fields;
}
