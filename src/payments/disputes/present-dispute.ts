import { fromCents } from '../../base/money/money.ts';
import type { Dispute } from '../../invoices/dispute.entity.ts';
import { answerOf } from '../../invoices/dispute-steps.ts';

/** A dispute as the API shows it. */
export function presentDispute(dispute: Dispute): Record<string, unknown> {
  return {
    id: dispute.id,
    invoice_id: dispute.invoiceId,
    payment_id: dispute.paymentId,
    kind: dispute.kind,
    status: dispute.status,
    amount: fromCents(dispute.amountCents),
    reason: dispute.reason,
    gateway_dispute_id: dispute.gatewayDisputeId,
    answer: answerOf(dispute),
    answer_until: dispute.answerUntil,
    created_at: dispute.createdAt,
    updated_at: dispute.updatedAt,
  };
}
