import type { Adjustment } from '../amounts.ts';
import { valueCents, type BoletoDocument } from './boleto-document.ts';
import { formatDate, formatPercentage, formatReais } from './portuguese.ts';

/**
 * The beneficiary's instructions to payer and cashier, a sentence a line: discount, fine, interest, and the last day.
 */
export function boletoInstructions(document: BoletoDocument): string[] {
  const { discount, fine, interest } = document;
  return [
    ...(discount ? [discountSentence(document, discount)] : []),
    ...(fine ? [`Após o vencimento, cobrar multa de ${rate(fine.terms, fine.cents, '')}.`] : []),
    ...(interest ? [`Após o vencimento, cobrar juros de ${rate(interest.terms, interest.cents, ' ao dia')}.`] : []),
    lastDaySentence(document),
  ];
}

/** "Local de pagamento": where it can be paid, and until when. */
export function placeOfPayment({ dueDate, lastPaymentDate }: BoletoDocument): string {
  return lastPaymentDate > dueDate
    ? 'Pagável em qualquer banco, mesmo após o vencimento'
    : 'Pagável em qualquer banco até o vencimento';
}

function discountSentence(document: BoletoDocument, { cents, until }: NonNullable<BoletoDocument['discount']>): string {
  if (until === null) return `Desconto de ${formatReais(cents)} já incluído no valor do documento.`;
  const full = formatReais(valueCents(document) + cents);
  return `Desconto de ${formatReais(cents)} até ${formatDate(until)}, já incluído no valor do documento. Depois, cobrar ${full}.`;
}

/** `2% (R$ 2,00)`, `0,0333% ao dia (R$ 0,03)`, `R$ 0,25 ao dia`. */
function rate(terms: Adjustment, cents: number, per: string): string {
  if (terms.type === 'fixed') return formatReais(terms.cents) + per;
  // Interest is rounded once, after its days are multiplied: one day may be less than half a cent.
  return formatPercentage(terms.ppm) + per + (cents > 0 ? ` (${formatReais(cents)})` : '');
}

function lastDaySentence({ dueDate, lastPaymentDate }: BoletoDocument): string {
  return lastPaymentDate > dueDate
    ? `Não receber após ${formatDate(lastPaymentDate)}.`
    : 'Não receber após o vencimento.';
}
