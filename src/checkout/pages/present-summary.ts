import type { CheckoutView } from '../checkout-view.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { publicDocument } from '../../banking/documents/portuguese.ts';
import { internationalDigits, whatsappUrl } from '../../base/text/phone-number.ts';
import type { Formats } from './formats.ts';
import type { Messages } from './messages.ts';

/** The lines of the invoice; a line of the sum that is zero is left out. */
export function presentSummary(view: CheckoutView, { t, formats }: { t: Messages; formats: Formats }) {
  const { money, number } = formats;
  const { discountCents, fineCents, interestCents, installmentInterestCents } = view;
  const hasParts = [discountCents, fineCents, interestCents, installmentInterestCents].some((cents) => cents > 0);
  const { amountPaidCents, amountRefundedCents, amountCreditedCents, amountDueCents, overpaidCents, totalCents } = view;
  // The total says it already to a payer who paid just that.
  const tellsPaid =
    amountPaidCents > 0 && (amountDueCents > 0 || amountRefundedCents > 0 || amountPaidCents !== totalCents);
  return {
    items: view.items.map(({ name, quantity, unitPriceCents, amountCents }) => ({
      name: cleanText(name),
      quantity: t.order.quantity(number(quantity), money(unitPriceCents)),
      amount: money(amountCents),
    })),
    sums: [
      ...(hasParts ? [{ label: t.order.subtotal, amount: money(view.subtotalCents) }] : []),
      ...(discountCents > 0 ? [{ label: discountLabel(view, t), amount: money(-discountCents) }] : []),
      ...(fineCents > 0 ? [{ label: t.order.fine, amount: money(fineCents) }] : []),
      ...(interestCents > 0 ? [{ label: t.order.interest, amount: money(interestCents) }] : []),
      ...(installmentInterestCents > 0
        ? [{ label: t.order.installmentInterest, amount: money(installmentInterestCents) }]
        : []),
    ],
    total: money(totalCents),
    after: [
      ...(amountCreditedCents > 0 ? [{ label: t.order.credited, amount: money(-amountCreditedCents) }] : []),
      ...(tellsPaid ? [{ label: t.order.alreadyPaid, amount: money(amountPaidCents) }] : []),
      ...(amountRefundedCents > 0 ? [{ label: t.order.refunded, amount: money(amountRefundedCents) }] : []),
      ...((tellsPaid || amountCreditedCents > 0) && amountDueCents > 0
        ? [{ label: t.order.stillDue, amount: money(amountDueCents) }]
        : []),
      ...(overpaidCents > 0 ? [{ label: t.order.overpaid, amount: money(overpaidCents) }] : []),
    ],
    method: t.methods[view.method],
    period: view.period && formats.period(view.period.from, view.period.to),
    dueDate: view.dueDate && formats.date(view.dueDate),
    receiver: presentReceiver(view.receiver),
  };
}

/** The beneficiary of the money, and links by which a payer asks. */
export function presentReceiver({ name, document, email, phone, whatsapp }: CheckoutView['receiver']) {
  return {
    name: cleanText(name),
    document: document && publicDocument(document),
    contacts: [
      ...(whatsapp ? [{ label: 'WhatsApp', href: whatsappUrl(whatsapp), text: whatsapp }] : []),
      ...(email ? [{ label: 'E-mail', href: `mailto:${encodeURIComponent(email)}`, text: email }] : []),
      ...(phone ? [{ label: null, href: `tel:+${internationalDigits(phone)}`, text: phone }] : []),
    ],
  };
}

/** A payer who gave a code sees that it counts. */
function discountLabel({ couponCode = null }: CheckoutView, t: Messages): string {
  return couponCode === null ? t.order.discount : `${t.order.discount} (${couponCode})`;
}
