import { describe, expect, test } from '@jest/globals';
import { boletoBarcode } from '../../../src/banking/boleto/barcode.ts';
import { renderBarcode } from '../../../src/banking/documents/render-barcode.ts';
import { decode, pictureOfSvg } from '../../support/pictures.ts';

describe('the picture of a barcode', () => {
  test.each([1, 100_00, 99_999_999_99])('is read by a reader, for a boleto of %d cents', async (amountCents) => {
    const boleto = { bank: '001', dueDate: '2026-12-10', amountCents, freeField: '1234567890123456789012345' };
    const barcode = boletoBarcode(boleto);
    const picture = await pictureOfSvg(await renderBarcode(barcode), { zoom: 1 });
    expect(await decode(picture, 'ITF')).toEqual([barcode]);
  });

  test('is drawn for 44 digits alone', async () => {
    await expect(renderBarcode('123')).rejects.toThrow(RangeError);
  });
});
