import { fitText } from './pdf-text.ts';

export type Pdf = PDFKit.PDFDocument;

/** An empty document. The library and its fonts are loaded for the first one. */
export async function newPdf(options: PDFKit.PDFDocumentOptions): Promise<Pdf> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument(options);
}

/** Points (1/72 inch) of a length in millimetres. */
export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4;
}

export const REGULAR = 'Helvetica';
export const BOLD = 'Helvetica-Bold';

/** Draws the picture of a store inside a box, in points, without cutting it. */
export function drawLogo(
  pdf: Pdf,
  logo: Buffer,
  {
    x,
    y,
    width,
    height,
    align = 'left',
  }: { x: number; y: number; width: number; height: number; align?: 'left' | 'right' },
): void {
  pdf.image(logo, x, y, { fit: [width, height], valign: 'center', ...(align === 'right' && { align }) });
}

/** Left edge and width of everything on the page, in points: A4 less 10 mm at either side. */
export const LEFT = mm(10);
export const WIDTH = mm(190);

const LABEL_SIZE = 6;
const VALUE_SIZE = 8;
const PADDING = mm(1);

/** A framed field: a small name at its top, its value below. Widths are in millimetres. */
export interface Field {
  label: string;
  width: number;
  value?: string;
  /** Kept whole where the value has to be shortened. */
  suffix?: string | undefined;
  align?: 'left' | 'right' | 'center' | undefined;
  /** The field that the payer looks for: bold, on a grey ground. */
  strong?: boolean;
}

/** Draws fields side by side from `x`, `y`, all `height` points high. */
export function drawFields(pdf: Pdf, at: { x: number; y: number; height: number }, fields: Field[]): void {
  let { x } = at;
  for (const field of fields) {
    drawField(pdf, { ...at, x }, field);
    x += mm(field.width);
  }
}

/** Where a line of text begins, and the room it has, in points. */
interface Place {
  x: number;
  y: number;
  width: number;
}

/** Draws a line of text between `x` and `x + width`, in the font in force; never wrapped. */
export function drawLine(
  pdf: Pdf,
  text: string,
  { x, y, width, align = 'left', suffix }: Place & { align?: Field['align']; suffix?: string | undefined },
): void {
  const shown = fitText(pdf, text, width, suffix);
  const room = width - pdf.widthOfString(shown);
  const shift = align === 'right' ? room : align === 'center' ? room / 2 : 0;
  pdf.text(shown, x + shift, y, { lineBreak: false });
}

export function drawLabel(pdf: Pdf, label: string, { x, y, width }: Place): void {
  pdf.font(REGULAR, LABEL_SIZE);
  drawLine(pdf, label, { x: x + PADDING, y: y + 2, width: width - 2 * PADDING });
}

function drawField(pdf: Pdf, { x, y, height }: { x: number; y: number; height: number }, field: Field): void {
  const { label, value = '', suffix, align, strong = false } = field;
  const width = mm(field.width);
  pdf.rect(x, y, width, height);
  if (strong) pdf.fillAndStroke('#e6e6e6', '#000');
  else pdf.stroke('#000');
  pdf.fillColor('#000');
  drawLabel(pdf, label, { x, y, width });
  pdf.font(strong ? BOLD : REGULAR, strong ? VALUE_SIZE + 1 : VALUE_SIZE);
  const place = { x: x + PADDING, y: y + height - VALUE_SIZE - 3.5, width: width - 2 * PADDING };
  drawLine(pdf, value, { ...place, align, suffix });
}
