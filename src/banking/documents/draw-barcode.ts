import { BARCODE_UNITS, type Bar } from './interleaved-2-of-5.ts';
import { mm, type Pdf } from './pdf-form.ts';

/** FEBRABAN, *Layout padrão do código de barras*: its length and height, in points. */
const [LENGTH, HEIGHT] = [mm(103), mm(13)];

/** Draws the bars as shapes, which print sharply at any size. Nothing else may be within 5 mm at its left and right. */
export function drawBarcode(pdf: Pdf, bars: readonly Bar[], { x, y }: { x: number; y: number }): void {
  const unit = LENGTH / BARCODE_UNITS;
  for (const { offset, width } of bars) pdf.rect(x + offset * unit, y, width * unit, HEIGHT);
  pdf.fill('#000');
}
