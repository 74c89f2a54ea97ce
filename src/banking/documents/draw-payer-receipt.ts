import { valueCents, type BoletoDocument } from './boleto-document.ts';
import { drawSlipHeader, HEADER_HEIGHT } from './draw-slip-header.ts';
import { BOLD, drawFields, drawLabel, drawLine, LEFT, mm, REGULAR, WIDTH, type Pdf } from './pdf-form.ts';
import { wrapText } from './pdf-text.ts';
import { formatDate, formatDocument, formatReais } from './portuguese.ts';

const ROW = mm(8);
const NOTES = mm(20);

/** The part that the payer keeps ("recibo do pagador"), from `top` downwards. */
export function drawPayerReceipt(pdf: Pdf, boleto: BoletoDocument, top: number): void {
  const { beneficiary, payer } = boleto;
  pdf.font(BOLD, 8).fillColor('#000');
  drawLine(pdf, 'Recibo do pagador', { x: LEFT, y: top, width: WIDTH, align: 'right' });
  drawSlipHeader(pdf, boleto, top + mm(3));
  let y = top + mm(3) + HEADER_HEIGHT;
  const row = (fields: Parameters<typeof drawFields>[2]) => {
    drawFields(pdf, { x: LEFT, y, height: ROW }, fields);
    y += ROW;
  };
  row([
    { label: 'Beneficiário', width: 80, value: beneficiary.name },
    { label: 'CPF/CNPJ do beneficiário', width: 32, value: bare(beneficiary.document) },
    { label: 'Agência/Código do beneficiário', width: 46, value: beneficiary.account ?? '' },
    { label: 'Vencimento', width: 32, value: formatDate(boleto.dueDate), align: 'right', strong: true },
  ]);
  row([
    { label: 'Pagador', width: 80, value: payer.name },
    { label: 'CPF/CNPJ do pagador', width: 32, value: bare(payer.document) },
    { label: 'Nosso número', width: 46, value: boleto.ourNumber ?? '' },
    {
      label: '(=) Valor do documento',
      width: 32,
      value: formatReais(valueCents(boleto)),
      align: 'right',
      strong: true,
    },
  ]);
  row([
    { label: 'Nº do documento', width: 40, value: boleto.documentNumber },
    { label: 'Data do documento', width: 40, value: formatDate(boleto.documentDate) },
    { label: 'Espécie', width: 32, value: 'R$' },
    { label: '(=) Valor cobrado', width: 78 },
  ]);
  drawNotes(pdf, boleto, y);
}

/** Draws the description, how to pay, and the place of the cashier's print. */
function drawNotes(pdf: Pdf, { description }: BoletoDocument, y: number): void {
  pdf.rect(LEFT, y, WIDTH, NOTES).stroke('#000');
  drawLabel(pdf, 'Demonstrativo', { x: LEFT, y, width: mm(110) });
  drawLabel(pdf, 'Autenticação mecânica', { x: LEFT + mm(112), y, width: mm(78) });
  pdf.font(REGULAR, 8);
  const width = mm(108);
  const lines = [
    ...(description ? wrapText(pdf, { text: `Referente a: ${description}`, width, maxLines: 3 }) : []),
    'Pague no aplicativo, no caixa eletrônico ou na agência de qualquer banco.',
  ];
  lines.forEach((line, i) => drawLine(pdf, line, { x: LEFT + mm(1), y: y + 12 + i * 10, width }));
}

/** Without the word in front, where the field's name says it. */
function bare(document: string | null): string {
  return document ? formatDocument(document).replace(/^\w+ /, '') : '';
}
