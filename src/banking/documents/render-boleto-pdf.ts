import type { BoletoDocument } from './boleto-document.ts';
import { collectPdf } from './collect-pdf.ts';
import { drawCompensationSlip } from './draw-compensation-slip.ts';
import { drawPayerReceipt } from './draw-payer-receipt.ts';
import { interleaved2of5 } from './interleaved-2-of-5.ts';
import { BOLD, drawLine, drawLogo, LEFT, mm, newPdf, REGULAR, WIDTH, type Pdf } from './pdf-form.ts';

export type { BoletoDocument };

const RECEIPT_TOP = mm(20);
/** The picture of the store, above the receipt, which makes room for it. */
const LOGO = { x: LEFT, y: mm(18), width: mm(42), height: mm(11) };
const CUT = mm(98);
const SLIP_TOP = mm(102);
const TEST_MARK = 'SEM VALOR - AMBIENTE DE TESTES';

/**
 * A boleto as a PDF of one A4 page: the payer's receipt, and below the cut the slip that banks process, in the layout
 * that their customers know. The same document gives the same bytes. Texts that do not fit are
 * shortened with an ellipsis; the instructions never are, as they are ours and short.
 *
 * @param logo the store's picture, PNG or JPEG
 * @throws RangeError when the barcode is not that of a boleto with a right check digit.
 */
export async function renderBoletoPdf(boleto: BoletoDocument, logo: Buffer | null = null): Promise<Buffer> {
  const bars = await interleaved2of5(boleto.barcode);
  const pdf = await openPdf(boleto);
  const bytes = collectPdf(pdf);
  pdf.lineWidth(0.5);
  const receiptTop = logo ? LOGO.y + LOGO.height : RECEIPT_TOP;
  if (boleto.isTest) drawTestMarks(pdf, receiptTop);
  if (logo) drawLogo(pdf, logo, LOGO);
  drawPayerReceipt(pdf, boleto, receiptTop);
  drawCut(pdf);
  drawCompensationSlip(pdf, { boleto, bars, top: SLIP_TOP });
  pdf.end();
  return bytes;
}

function openPdf({ documentNumber, documentDate }: BoletoDocument): Promise<Pdf> {
  return newPdf({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'pt-BR',
    displayTitle: true,
    info: {
      // No name: the library writes texts into the metadata's XML as they are, and a name may have an ampersand.
      Title: `Boleto ${documentNumber}`,
      // Not the time of drawing: a boleto that is asked for twice is the same file, byte for byte.
      CreationDate: new Date(`${documentDate}T12:00:00Z`),
    },
  });
}

function drawCut(pdf: Pdf): void {
  pdf.font(REGULAR, 6).fillColor('#000');
  drawLine(pdf, 'Corte na linha pontilhada', { x: LEFT, y: CUT - 8, width: WIDTH, align: 'right' });
  pdf.save().dash(3, { space: 3 });
  pdf.moveTo(LEFT, CUT).lineTo(LEFT + WIDTH, CUT);
  pdf.stroke('#000').restore();
}

/** Nobody may take it for money: words at the top, and behind both parts, away from the barcode. */
function drawTestMarks(pdf: Pdf, receiptTop: number): void {
  pdf.font(BOLD, 11).fillColor('#b00020');
  drawLine(pdf, TEST_MARK, { x: LEFT, y: mm(11), width: WIDTH, align: 'center' });
  pdf.rect(LEFT, mm(9), WIDTH, mm(7)).stroke('#b00020');
  pdf.fillColor('#d9d9d9').font(BOLD, 26);
  for (const middle of [receiptTop + mm(38), SLIP_TOP + mm(56)]) {
    pdf.save().rotate(-8, { origin: [LEFT + WIDTH / 2, middle] });
    drawLine(pdf, TEST_MARK, { x: LEFT, y: middle - 13, width: WIDTH, align: 'center' });
    pdf.restore();
  }
  pdf.fillColor('#000');
}
