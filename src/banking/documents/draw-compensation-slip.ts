import { valueCents, type BoletoDocument } from './boleto-document.ts';
import { boletoInstructions, placeOfPayment } from './boleto-instructions.ts';
import { drawBarcode } from './draw-barcode.ts';
import type { Bar } from './interleaved-2-of-5.ts';
import { drawSlipHeader, HEADER_HEIGHT } from './draw-slip-header.ts';
import { BOLD, drawFields, drawLabel, drawLine, LEFT, mm, REGULAR, WIDTH, type Field, type Pdf } from './pdf-form.ts';
import { wrapText } from './pdf-text.ts';
import { formatDate, formatDocument, formatReais, formatZipCode } from './portuguese.ts';

const ROW = mm(7.5);
/** Millimetres: the column at the right is the one that a cashier reads. */
const [MAIN, RIGHT] = [142, 48];
const PAYER_HEIGHT = mm(15);

/** The part that the bank processes ("ficha de compensação"), from `top` downwards: some 100 mm. */
export function drawCompensationSlip(
  pdf: Pdf,
  { boleto, bars, top }: { boleto: BoletoDocument; bars: readonly Bar[]; top: number },
): void {
  drawSlipHeader(pdf, boleto, top);
  let y = top + HEADER_HEIGHT;
  for (const fields of rows(boleto)) {
    drawFields(pdf, { x: LEFT, y, height: ROW }, fields);
    y += ROW;
  }
  drawInstructions(pdf, boleto, y);
  for (const label of AT_THE_CASHIER) {
    drawFields(pdf, { x: LEFT + mm(MAIN), y, height: ROW }, [{ label, width: RIGHT }]);
    y += ROW;
  }
  drawPayer(pdf, boleto, y);
  y += PAYER_HEIGHT;
  pdf.font(BOLD, 7);
  const note = 'Autenticação mecânica - Ficha de compensação';
  drawLine(pdf, note, { x: LEFT + mm(115), y: y + 3, width: WIDTH - mm(115), align: 'right' });
  drawBarcode(pdf, bars, { x: LEFT + mm(5), y: y + mm(3) });
}

/** The fields stay empty: the cashier, or the bank's program, fills them in. */
const AT_THE_CASHIER = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Mora / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
];

function rows(boleto: BoletoDocument): Field[][] {
  const { beneficiary } = boleto;
  const { text: value, suffix } = nameLine(beneficiary);
  const right = { width: RIGHT, align: 'right' } as const;
  return [
    [
      { label: 'Local de pagamento', width: MAIN, value: placeOfPayment(boleto) },
      { label: 'Vencimento', ...right, value: formatDate(boleto.dueDate), strong: true },
    ],
    [
      { label: 'Beneficiário', width: MAIN, value, suffix },
      { label: 'Agência / Código do beneficiário', ...right, value: beneficiary.account ?? '' },
    ],
    [
      { label: 'Data do documento', width: 29, value: formatDate(boleto.documentDate) },
      { label: 'Nº do documento', width: 43, value: boleto.documentNumber },
      { label: 'Espécie doc.', width: 21, value: 'DM' }, // duplicata mercantil: a sale of goods or services
      { label: 'Aceite', width: 15, value: 'N' }, // the payer has not signed it
      { label: 'Data do processamento', width: 34, value: formatDate(boleto.processingDate) },
      { label: 'Nosso número', ...right, value: boleto.ourNumber ?? '' },
    ],
    [
      { label: 'Uso do banco', width: 29 },
      { label: 'Carteira', width: 22, value: boleto.wallet ?? '' },
      { label: 'Espécie', width: 21, value: 'R$' },
      { label: 'Quantidade', width: 36 },
      { label: '(x) Valor', width: 34 },
      { label: '(=) Valor do documento', ...right, value: formatReais(valueCents(boleto)), strong: true },
    ],
  ];
}

function drawInstructions(pdf: Pdf, boleto: BoletoDocument, y: number): void {
  const height = ROW * AT_THE_CASHIER.length;
  pdf.rect(LEFT, y, mm(MAIN), height).stroke('#000');
  const label = 'Instruções (texto de responsabilidade do beneficiário)';
  drawLabel(pdf, label, { x: LEFT, y, width: mm(MAIN) });
  pdf.font(REGULAR, 8);
  const width = mm(MAIN - 2);
  const lines = boletoInstructions(boleto).flatMap((text) => wrapText(pdf, { text, width, maxLines: 2 }));
  lines.forEach((line, i) => drawLine(pdf, line, { x: LEFT + mm(1), y: y + 13 + i * 10.5, width }));
}

function drawPayer(pdf: Pdf, { payer, documentNumber }: BoletoDocument, y: number): void {
  pdf.rect(LEFT, y, WIDTH, PAYER_HEIGHT).stroke('#000');
  drawLabel(pdf, 'Pagador', { x: LEFT, y, width: mm(MAIN) });
  drawLabel(pdf, `Sacador/Avalista`, { x: LEFT, y: y + PAYER_HEIGHT - 9, width: mm(40) });
  drawLabel(pdf, `Cód. de baixa: ${documentNumber}`, { x: LEFT + mm(MAIN), y: y + PAYER_HEIGHT - 9, width: mm(RIGHT) });
  pdf.font(REGULAR, 8);
  const place = { x: LEFT + mm(14), width: WIDTH - mm(15) };
  [nameLine(payer), ...addressLines(payer)].forEach(({ text, suffix }, i) => {
    drawLine(pdf, text, { ...place, y: y + 3 + i * 9.75, suffix });
  });
}

/** The text that can be long, and the text after it that must be kept whole. */
interface Line {
  text: string;
  suffix?: string | undefined;
}

function nameLine({ name, document }: BoletoDocument['payer'] | BoletoDocument['beneficiary']): Line {
  return { text: name, suffix: document ? ` - ${formatDocument(document)}` : '' };
}

function addressLines({ address }: BoletoDocument['payer']): Line[] {
  if (!address) return [];
  const { street, number, complement, district, city, state, zip_code, country } = address;
  const place = `/${state} - CEP ${formatZipCode(zip_code)}`;
  return [
    { text: [street, number, complement, district].filter(Boolean).join(', ') },
    { text: city, suffix: country === 'BR' ? place : `${place} - ${country}` },
  ];
}
