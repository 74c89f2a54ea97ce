import { fromCents } from '../base/money/money.ts';
import type { Payment } from './payment.entity.ts';

/** Money that arrived, as the API shows it by itself. */
export function presentReceived(payment: Payment): Record<string, unknown> {
  const { amountCents, feeCents } = payment;
  return {
    id: payment.id,
    invoice_id: payment.invoiceId,
    method: payment.method,
    gateway: payment.gateway,
    amount: fromCents(amountCents),
    amount_refunded: fromCents(payment.amountRefundedCents),
    fee: feeCents === null ? null : fromCents(feeCents),
    net: feeCents === null ? null : fromCents(amountCents - feeCents),
    available_on: payment.availableOn,
    payout_id: payment.payoutId,
    end_to_end_id: payment.endToEndId,
    received_by: payment.receivedBy,
    note: payment.note,
    reversed_at: payment.reversedAt,
    reversal_reason: payment.reversalReason,
    paid_at: payment.paidAt,
    created_at: payment.createdAt,
  };
}
