import { fromCents } from '../../base/money/money.ts';
import type { Dispute } from '../../invoices/dispute.entity.ts';
import type { EvidenceFile } from './change-evidence.ts';
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
    answered_at: dispute.answeredAt,
    answer_refusal: dispute.answerRefusal,
    created_at: dispute.createdAt,
    updated_at: dispute.updatedAt,
  };
}

/** A file of evidence as the API shows it: its content stays sealed. */
export function presentEvidence(file: EvidenceFile): Record<string, unknown> {
  const { id, kind, name, mediaType, sizeBytes, createdAt } = file;
  return { id, kind, name, media_type: mediaType, size: sizeBytes, created_at: createdAt };
}
