import { fromCents } from '../../base/money/money.ts';
import type { Refund } from '../../invoices/refund.entity.ts';

/** A refund as the API shows it. */
export function presentRefund(refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    invoice_id: refund.invoiceId,
    payment_id: refund.paymentId,
    status: refund.state,
    amount: fromCents(refund.amountCents),
    payout_id: refund.payoutId,
    reason: refund.reason,
    failure_reason: refund.failureReason,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
  };
}
