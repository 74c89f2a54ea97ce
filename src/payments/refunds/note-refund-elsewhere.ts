import type { InvoiceChange } from '../../invoices/change-invoice.ts';
import type { ElsewhereRefund } from '../../gateways/payment-gateway.ts';
import type { Payment } from '../../invoices/payment.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { settleRefund, type RefundOutcome } from './settle-refund.ts';

/** The reason of a refund that the store made at its gateway. */
const MADE_ELSEWHERE = 'made at the gateway';

/**
 * Records money that went back without a refund of ours: the store gave it back at the gateway itself, or a bank took
 * it back. The record gets one more refund. A later failure of that refund is recorded too.
 *
 * @param why the reason of the refund, and further values of its event
 */
export async function noteRefundElsewhere(
  change: InvoiceChange,
  payment: Pick<Payment, 'id'>,
  { gatewayRefundId, amountCents, failureReason, unlessFailed = false }: Omit<ElsewhereRefund, 'paymentId'>,
  { reason = MADE_ELSEWHERE, details = {} }: { reason?: string; details?: Record<string, unknown> } = {},
): Promise<'applied' | 'nothing_to_do'> {
  const { tx, invoice, at } = change;
  const { companyId, environment, id: invoiceId } = invoice;
  const { id: paymentId } = payment;
  const outcome: RefundOutcome =
    failureReason === null ? { succeeded: true, unlessFailed, details } : { succeeded: false, reason: failureReason };
  const known = await tx.findOne(Refund, { paymentId, gatewayRefundId });
  if (known) return (await settleRefund(change, known, outcome)) ? 'applied' : 'nothing_to_do';
  // A refund whose first news is its failure moved nothing: it is kept, so that its success, told late, is not
  // believed.
  const state = failureReason === null ? 'pending' : 'failed';
  const refund = tx.create(Refund, {
    ...{ companyId, environment, invoiceId, paymentId, amountCents, gatewayRefundId },
    ...{ state, reason, failureReason, payoutId: null },
    ...{ requestedAt: at, createdAt: at, updatedAt: at },
  });
  await tx.flush();
  return (await settleRefund(change, refund, outcome)) ? 'applied' : 'nothing_to_do';
}
