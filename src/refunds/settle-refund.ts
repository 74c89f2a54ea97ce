import { netPaidCents } from '../invoices/amount-due.ts';
import type { InvoiceChange } from '../invoices/change-invoice.ts';
import { fromCents } from '../money/money.ts';
import { Payment } from '../payments/payment.entity.ts';
import type { Refund } from './refund.entity.ts';

export type RefundOutcome = { succeeded: true } | { succeeded: false; reason: string };

/**
 * The gateway has decided about a refund. Giving back what came too much leaves the invoice paid.
 *
 * @returns false when it was decided before
 */
export async function settleRefund(
  { tx, invoice, at, apply, emit }: InvoiceChange,
  refund: Refund,
  outcome: RefundOutcome,
): Promise<boolean> {
  if (refund.state !== 'pending') return false;
  refund.updatedAt = at;
  const details = { refund_id: refund.id, payment_id: refund.paymentId, amount: fromCents(refund.amountCents) };
  if (!outcome.succeeded) {
    refund.state = 'failed';
    refund.failureReason = outcome.reason;
    emit('invoice.updated', { ...details, refund_status: 'failed', reason: outcome.reason });
    return true;
  }
  refund.state = 'succeeded';
  const payment = await tx.findOneOrFail(Payment, refund.paymentId);
  payment.amountRefundedCents += refund.amountCents;
  invoice.amountRefundedCents += refund.amountCents;
  if (netPaidCents(invoice) === 0) apply('refunded_in_full');
  else if (netPaidCents(invoice) < invoice.totalCents) apply('refunded_in_part');
  emit('invoice.refunded', details);
  return true;
}
