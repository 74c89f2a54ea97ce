import { expect, test } from '@jest/globals';
import { createBoletoPdfs } from '../../src/checkout/boleto-pdfs.ts';
import type { BoletoDocument } from '../../src/banking/documents/render-boleto-pdf.ts';

const documentOf = (amountCents: number) => ({ amountCents }) as unknown as BoletoDocument;

test('a boleto is drawn once, however many ask for it at one moment; another amount or logo is another document', async () => {
  let drawn = 0;
  const pdfOf = createBoletoPdfs((document) => {
    drawn += 1;
    return Promise.resolve(Buffer.from(JSON.stringify(document)));
  });
  const same = await Promise.all(Array.from({ length: 5 }, () => pdfOf(documentOf(100), null)));
  expect(new Set(same.map(String)).size).toBe(1);
  expect(drawn).toBe(1);
  await pdfOf(documentOf(200), null);
  expect(drawn).toBe(2);
  await pdfOf(documentOf(200), Buffer.from('a new logo'));
  expect(drawn).toBe(3);
});

test('a drawing that failed is tried again by the next who asks', async () => {
  let drawn = 0;
  const pdfOf = createBoletoPdfs(() => {
    drawn += 1;
    return drawn === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.from('%PDF'));
  });
  await expect(pdfOf(documentOf(100), null)).rejects.toThrow('no memory');
  expect(String(await pdfOf(documentOf(100), null))).toBe('%PDF');
});
