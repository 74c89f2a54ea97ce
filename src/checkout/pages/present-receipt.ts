import { publicDocument } from '../../banking/documents/portuguese.ts';
import type { ReceiptDocument } from '../../banking/documents/render-receipt-pdf.ts';
import { brandColors } from '../../base/text/brand-colors.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import type { ReceiptView } from '../read-receipt.ts';
import { CARD_BRANDS } from './card-brands.ts';
import { formatsIn } from './formats.ts';
import { MESSAGES, type Language } from './messages.ts';

/** The words of a receipt. */
export function presentReceipt(view: ReceiptView, language: Language): ReceiptDocument {
  const { receipt: t, order, locale, testEnvironment } = MESSAGES[language];
  const { money, moment, number } = formatsIn(language);
  const { receiver, payments, items } = view;
  const row = (label: string, value: string | null) => (value === null ? [] : [{ label, value }]);
  return {
    language: locale,
    store: { name: cleanText(view.store.name), ...brandColors(view.store.brandColor) },
    title: t.title,
    amount: money(view.amountPaidCents),
    testMark: view.isSandbox ? testEnvironment : null,
    sections: [
      {
        heading: order.receiver,
        rows: [
          ...row(t.name, cleanText(receiver.name)),
          ...row(t.document, receiver.document && publicDocument(receiver.document)),
          ...row(t.contact, receiver.email ?? receiver.whatsapp ?? receiver.phone),
        ],
      },
      {
        heading: order.title,
        rows: [
          ...row(t.invoice, String(view.invoiceId)),
          ...row(t.description, view.description && cleanText(view.description)),
          ...items.map(({ name, quantity }) => ({ label: t.quantity(number(quantity)), value: cleanText(name) })),
          ...row(
            order.installmentInterest,
            view.installmentInterestCents > 0 ? money(view.installmentInterestCents) : null,
          ),
          ...row(order.refunded, view.amountRefundedCents > 0 ? money(view.amountRefundedCents) : null),
        ],
      },
      ...payments.map((payment, index) => ({
        heading: payments.length > 1 ? t.paymentOf(index + 1, payments.length) : t.payment,
        rows: [
          ...row(t.amount, money(payment.amountCents)),
          ...row(order.method, methodOf(payment, language)),
          ...row(t.paidAt, moment(payment.paidAt, view.timeZone)),
          ...row(t.number, String(payment.id)),
          ...row(t.endToEndId, payment.endToEndId),
        ],
      })),
    ],
    foot: t.foot(cleanText(receiver.name)),
    settledAt: view.paidAt,
  };
}

/** `Cartão de crédito, Visa •••• 4242, 3 × R$ 40,00`. */
function methodOf({ method, card, amountCents }: ReceiptView['payments'][number], language: Language): string {
  const { methods, receipt } = MESSAGES[language];
  const name = { ...methods, ...receipt.methods }[method];
  if (!card) return name;
  const brand = CARD_BRANDS[card.brand] ?? card.brand;
  const share = formatsIn(language).money(Math.round(amountCents / card.installments));
  return [
    name,
    card.last4 === null ? brand : `${brand} •••• ${card.last4}`,
    ...(card.installments > 1 ? [`${card.installments} × ${share}`] : []),
  ].join(', ');
}
