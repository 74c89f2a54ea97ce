import { BOLD, drawLogo, mm, newPdf, REGULAR, type Pdf } from './pdf-form.ts';
import { collectPdf } from './collect-pdf.ts';
import { printable } from './pdf-text.ts';

/** The words of a receipt, in the language of its reader. */
export interface ReceiptDocument {
  /** BCP 47. */
  language: string;
  /** The store, in its colour at the top; `onBrand` can be read on `brand`. */
  store: { name: string; brand: string; onBrand: string };
  title: string;
  /** The amount, large. */
  amount: string;
  /** Says that it is a test; null where money has moved. */
  testMark: string | null;
  sections: { heading: string; rows: { label: string; value: string }[] }[];
  /** The last words: what it is, and what it is not. */
  foot: string;
  /** When it was settled: a receipt that is asked for twice is the same file, byte for byte. */
  settledAt: Date;
}

const MARGIN = mm(20);
const LABEL_WIDTH = mm(45);
const VALUE_WIDTH = mm(210) - 2 * MARGIN - LABEL_WIDTH;
const BAND_HEIGHT = mm(16);
const BODY_TOP = BAND_HEIGHT + mm(10);
const LOGO = { width: mm(50), height: mm(16) };
const QUIET = '#555';

/** A receipt as a PDF: labels and values below each other, on as many A4 pages as it takes. `logo`: PNG or JPEG. */
export async function renderReceiptPdf(receipt: ReceiptDocument, logo: Buffer | null = null): Promise<Buffer> {
  const pdf = await newPdf({
    ...{ size: 'A4', margin: MARGIN, pdfVersion: '1.7', lang: receipt.language, displayTitle: true },
    info: { Title: printable(receipt.title), CreationDate: receipt.settledAt },
  });
  const bytes = collectPdf(pdf);
  drawBand(pdf, receipt.store);
  // Beside the title and the amount, on white: a picture need not go with the colour of the band.
  if (logo) drawLogo(pdf, logo, { x: pdf.page.width - MARGIN - LOGO.width, y: BODY_TOP, ...LOGO, align: 'right' });
  pdf.x = MARGIN;
  pdf.y = BODY_TOP;
  if (receipt.testMark) pdf.font(BOLD, 11).fillColor('#b00020').text(printable(receipt.testMark)).moveDown(1);
  pdf.font(BOLD, 18).fillColor('#000').text(printable(receipt.title));
  pdf.font(BOLD, 24).text(printable(receipt.amount)).moveDown(0.5);
  for (const { heading, rows } of receipt.sections) {
    pdf.moveDown(0.5).font(BOLD, 11).fillColor('#000').text(printable(heading)).moveDown(0.3);
    for (const row of rows) drawRow(pdf, row);
  }
  pdf.moveDown(1.5).font(REGULAR, 9).fillColor(QUIET).text(printable(receipt.foot), MARGIN);
  pdf.end();
  return bytes;
}

function drawBand(pdf: Pdf, { name, brand, onBrand }: ReceiptDocument['store']): void {
  const words = printable(name);
  pdf.rect(0, 0, pdf.page.width, BAND_HEIGHT).fill(brand);
  pdf.font(BOLD, 14).fillColor(onBrand);
  pdf.text(words, MARGIN, (BAND_HEIGHT - pdf.currentLineHeight()) / 2, { lineBreak: false, ellipsis: true });
}

/** A row stays together: one that does not fit begins the next page. */
function drawRow(pdf: Pdf, { label, value }: { label: string; value: string }): void {
  pdf.font(REGULAR, 10);
  const height = Math.max(
    pdf.heightOfString(printable(label), { width: LABEL_WIDTH }),
    pdf.heightOfString(printable(value), { width: VALUE_WIDTH }),
  );
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  pdf.fillColor(QUIET).text(printable(label), MARGIN, y, { width: LABEL_WIDTH });
  pdf.fillColor('#000').text(printable(value), MARGIN + LABEL_WIDTH, y, { width: VALUE_WIDTH });
  pdf.x = MARGIN;
  pdf.y = y + height + 3;
}
