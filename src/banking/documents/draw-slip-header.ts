import { digitableLine, formatDigitableLine } from '../boleto/barcode.ts';
import { bankOf } from '../boleto/bank.ts';
import type { BoletoDocument } from './boleto-document.ts';
import { BOLD, drawLine, LEFT, mm, WIDTH, type Pdf } from './pdf-form.ts';

export const HEADER_HEIGHT = mm(9);

/** The bank's name, its code, and the digitable line at the right: the top of both parts of a boleto. */
export function drawSlipHeader(pdf: Pdf, { barcode }: BoletoDocument, y: number): void {
  const bank = bankOf(barcode);
  const [nameWidth, codeWidth] = [mm(38), mm(18)];
  const bottom = y + HEADER_HEIGHT;
  pdf.font(BOLD, 13);
  drawLine(pdf, bank.name, { x: LEFT, y: bottom - 16, width: nameWidth - mm(2) });
  pdf.font(BOLD, 15);
  drawLine(pdf, bank.code, { x: LEFT + nameWidth, y: bottom - 17, width: codeWidth, align: 'center' });
  pdf.font(BOLD, 11.5);
  const lineX = LEFT + nameWidth + codeWidth;
  const line = formatDigitableLine(digitableLine(barcode));
  drawLine(pdf, line, { x: lineX, y: bottom - 14.5, width: LEFT + WIDTH - lineX, align: 'right' });
  pdf.save().lineWidth(1.2);
  for (const x of [LEFT + nameWidth, lineX]) pdf.moveTo(x, bottom - mm(7)).lineTo(x, bottom);
  pdf
    .moveTo(LEFT, bottom)
    .lineTo(LEFT + WIDTH, bottom)
    .stroke('#000')
    .restore();
}
