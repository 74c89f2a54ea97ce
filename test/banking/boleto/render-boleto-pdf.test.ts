import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderBoletoPdf } from '../../../src/banking/documents/render-boleto-pdf.ts';
import { digitableLine, formatDigitableLine } from '../../../src/banking/boleto/barcode.ts';
import { drawnPicture } from '../../support/drawn-picture.ts';
import { decode, pictureOfPdf, textOfPdf, withPdf, type Picture } from '../../support/pictures.ts';
import { boletoDocument, longestDocument } from './boleto-documents.ts';
import { barcode } from './generated-boleto.ts';

/** Millimetres of the page, in points. */
const mm = (length: number) => (length * 72) / 25.4;

describe('renderBoletoPdf', () => {
  test('a scanner reads the 44 digits from the printed page, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(barcode, fc.boolean(), async (digits, isTest) => {
        const pdf = await renderBoletoPdf({ ...boletoDocument, barcode: digits, isTest });
        expect(await decode(await pictureOfPdf(pdf, { dpi: 200 }), 'ITF')).toEqual([digits]);
      }),
      { numRuns: 30 },
    );
  });

  test.each([150, 300])('and at %d dpi', async (dpi) => {
    const picture = await pictureOfPdf(await renderBoletoPdf(boletoDocument), { dpi });
    expect(await decode(picture, 'ITF')).toEqual([boletoDocument.barcode]);
  });

  test('the barcode is 103 mm by 13 mm, with 5 mm of white at its left and right', async () => {
    const dpi = 300;
    const picture = await pictureOfPdf(await renderBoletoPdf({ ...boletoDocument, isTest: true }), { dpi });
    const { left, right, top, bottom } = barcodeBox(picture);
    const millimetres = (pixels: number) => (pixels / dpi) * 25.4;
    expect(millimetres(right - left)).toBeCloseTo(103, 0);
    expect(millimetres(bottom - top)).toBeCloseTo(13, 0);
    const quiet = Math.round((5 / 25.4) * dpi);
    expect(left).toBeGreaterThan(quiet);
    for (let y = top; y < bottom; y++) {
      expect(isWhite(picture, { y, from: left - quiet, to: left - 2 })).toBe(true);
      expect(isWhite(picture, { y, from: right + 2, to: right + quiet })).toBe(true);
    }
  });

  test('it says what the payer and the bank need, twice where both parts need it', async () => {
    const text = await textOfPdf(await renderBoletoPdf(boletoDocument));
    const twice = [
      formatDigitableLine(digitableLine(boletoDocument.barcode)),
      '341-7',
      'Itaú',
      'R$ 1.234,56',
      '01/12/2026',
      '12.345.678/0001-95',
      '111.444.777-35',
      'Pães & Açúcar Ltda.',
      'Conceição Araújo Müller',
      '0057 / 12345-7',
      '12345678',
      '21/11/2026',
      'Autenticação mecânica',
    ];
    for (const words of twice) expect(text.split(words).length).toBeGreaterThanOrEqual(3);
    const once = [
      'Recibo do pagador',
      'Local de pagamento Pagável em qualquer banco, mesmo após o vencimento',
      'Data do processamento 23/11/2026',
      'Carteira 110',
      'Espécie doc. DM',
      'Aceite N',
      'Desconto de R$ 61,73 até 28/11/2026, já incluído no valor do documento. Depois, cobrar R$ 1.296,29.',
      'Após o vencimento, cobrar multa de 2% (R$ 25,93).',
      'Após o vencimento, cobrar juros de 0,0333% ao dia (R$ 0,43).',
      'Não receber após 31/12/2026.',
      '(-) Desconto / Abatimento',
      '(+) Mora / Multa',
      'Avenida Paulista, 1000, apto 42, Bela Vista',
      'São Paulo/SP - CEP 01310-100',
      'Referente a: Encomenda 12: pães, bolos e salgados',
      'Ficha de compensação',
    ];
    for (const words of once) expect(text).toContain(words);
  });

  test('only one of the sandbox is marked as worth nothing', async () => {
    const mark = 'SEM VALOR - AMBIENTE DE TESTES';
    expect(await textOfPdf(await renderBoletoPdf(boletoDocument))).not.toContain(mark);
    expect((await textOfPdf(await renderBoletoPdf({ ...boletoDocument, isTest: true }))).split(mark)).toHaveLength(4);
  });

  test('the longest texts are shortened, what must be whole stays whole, and nothing leaves the page or its field', async () => {
    const pdf = await renderBoletoPdf(longestDocument);
    const text = await textOfPdf(pdf);
    const whole = [
      formatDigitableLine(digitableLine(longestDocument.barcode)),
      'R$ 99.999.999,99',
      '12.ABC.345/01DE-35',
      '9'.repeat(25),
      '9007199254740991',
      '9999-9 / 99999999999-9',
      '748-X',
      'Depois, cobrar R$ 199.999.999,97.',
      '/SP - CEP 01310-100',
    ];
    for (const words of whole) expect(text).toContain(words);
    expect(text.match(/…/g)?.length).toBeGreaterThanOrEqual(6);
    const picture = await pictureOfPdf(pdf, { dpi: 200 });
    const margin = Math.floor((9.5 / 25.4) * 200);
    for (let y = 0; y < picture.height; y++) {
      expect(isWhite(picture, { y, from: 0, to: margin })).toBe(true);
      expect(isWhite(picture, { y, from: picture.width - margin, to: picture.width })).toBe(true);
    }
    expect(await decode(picture, 'ITF')).toEqual([longestDocument.barcode]);
  });

  test('without what may be missing it is still whole', async () => {
    const text = await textOfPdf(
      await renderBoletoPdf({
        ...boletoDocument,
        lastPaymentDate: boletoDocument.dueDate,
        beneficiary: { name: 'Loja', document: null, account: null },
        payer: { name: 'Ana', document: null, address: null },
        wallet: null,
        discount: null,
        fine: { terms: { type: 'fixed', cents: 250 }, cents: 250 },
        interest: { terms: { type: 'percentage', ppm: 1 }, cents: 0 },
        description: null,
      }),
    );
    expect(text).toContain('Pagável em qualquer banco até o vencimento');
    expect(text).toContain(
      'cobrar multa de R$ 2,50. Após o vencimento, cobrar juros de 0,0001% ao dia. Não receber após o vencimento.',
    );
    expect(text).not.toMatch(/undefined|null|NaN|Desconto de|CNPJ \d/);
  });

  test.each([
    ['Łódź Ｓｔｏｒｅ', 'Lódz Store'],
    ['São\u0303 Paulo', 'Sãõ Paulo'],
    ['Loja ☕ 株', 'Loja ? ?'],
    ['“D’Ávila” – 10 €', '“D’Ávila” – 10 €'],
  ])('%p is printed as %p', async (name, printed) => {
    const beneficiary = { ...boletoDocument.beneficiary, name };
    expect(await textOfPdf(await renderBoletoPdf({ ...boletoDocument, beneficiary }))).toContain(printed);
  });

  test.each([true, false])(
    'the logo of the store stands above the receipt, and nothing moves below the cut (%j)',
    async (isTest) => {
      const dpi = 150;
      const document = { ...boletoDocument, isTest };
      const pictures = await Promise.all(
        [await drawnPicture(), null].map(async (logo) => pictureOfPdf(await renderBoletoPdf(document, logo), { dpi })),
      );
      const [withLogo, without] = pictures.map(({ grey, width }) => {
        const cut = width * Math.round((98 / 25.4) * dpi);
        return { above: Buffer.from(grey.subarray(0, cut)), below: Buffer.from(grey.subarray(cut)) };
      });
      expect(withLogo!.above.equals(without!.above)).toBe(false);
      expect(withLogo!.below.equals(without!.below)).toBe(true);
      expect(await decode(pictures[0]!, 'ITF')).toEqual([document.barcode]);
    },
  );

  test('it is one A4 page of little weight, in Portuguese, with a title; and the same each time', async () => {
    const pdf = await renderBoletoPdf(boletoDocument);
    expect((await renderBoletoPdf(structuredClone(boletoDocument))).equals(pdf)).toBe(true);
    expect(pdf.length).toBeLessThan(20_000);
    for (const words of ['/Lang (pt-BR)', 'Boleto 4711', '/DisplayDocTitle true']) {
      expect(pdf.includes(words)).toBe(true);
    }
    await withPdf(pdf, (document) => {
      expect(document.getPageCount()).toBe(1);
      const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
      expect(originalWidth).toBeCloseTo(mm(210), 1);
      expect(originalHeight).toBeCloseTo(mm(297), 1);
    });
  });

  test('a barcode with a wrong check digit is not printed', async () => {
    const wrong = boletoDocument.barcode.replace(/^(\d{4})(\d)/, (_all, front: string, digit: string) => {
      return front + String((Number(digit) % 9) + 1);
    });
    await expect(renderBoletoPdf({ ...boletoDocument, barcode: wrong })).rejects.toThrow(RangeError);
  });
});

function isWhite({ grey, width }: Picture, { y, from, to }: { y: number; from: number; to: number }): boolean {
  return grey.subarray(y * width + from, y * width + to).every((value) => value > 250);
}

/** The bars are the 114 dark places that most rows of the page have alike. */
function barcodeBox({ grey, width, height }: Picture): Record<'left' | 'right' | 'top' | 'bottom', number> {
  const isDark = (x: number, y: number) => grey[y * width + x]! < 128;
  const rowsOf = new Map<string, number[]>();
  for (let y = 0; y < height; y++) {
    const edges: number[] = [];
    for (let x = 1; x < width; x++) if (isDark(x, y) !== isDark(x - 1, y)) edges.push(x);
    if (edges.length === 2 * 114) rowsOf.set(edges.join(), [...(rowsOf.get(edges.join()) ?? []), y]);
  }
  const [edges, rows] = [...rowsOf].reduce((most, other) => (other[1].length > most[1].length ? other : most));
  const [left = 0, ...others] = edges.split(',').map(Number);
  return { left, right: others.at(-1)!, top: rows[0]!, bottom: rows.at(-1)! + 1 };
}
