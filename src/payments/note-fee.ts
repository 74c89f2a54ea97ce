import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { storeToday } from '../invoices/due-dates.ts';
import { feeDraft, movedDraft } from '../invoices/ledger/drafts.ts';
import type { Payment } from '../invoices/payment.entity.ts';
import type { PaymentFee } from '../gateways/payment-gateway.ts';

/**
 * Records a gateway's price of a payment that is booked, and the day on which the store has the money. A later word of
 * the gateway counts: the ledger gets the difference.
 *
 * @returns false when it says what is known
 */
export function noteFee(
  { company, post }: Pick<InvoiceChange, 'company' | 'post'>,
  payment: Payment,
  { feeCents, availableOn }: PaymentFee,
): boolean {
  const paidOn = storeToday(payment.paidAt, company);
  const { feeCents: feeBefore, availableOn: availableBefore } = payment;
  if (feeBefore === feeCents && availableBefore === availableOn) return false;
  const from = availableBefore ?? paidOn;
  Object.assign(payment, { feeCents, availableOn });
  post(feeDraft(payment, { feeBefore: feeBefore ?? 0, availableOn: from, paidOn }));
  post(movedDraft(payment, { from, to: availableOn }));
  return true;
}
