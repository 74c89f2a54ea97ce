import type { InvoiceChange } from '../../invoices/change-invoice.ts';
import { fromCents } from '../../money/money.ts';
import type { DisputeNews } from '../gateways/payment-gateway.ts';
import type { Payment } from '../payment.entity.ts';
import { Dispute } from './dispute.entity.ts';

/**
 * Records what a gateway says of a dispute, and announces it: once, whatever the order. The money stays counted as
 * received: whether it is kept is said by the event that ends the dispute, and settled between the store and its gateway.
 */
export async function noteDispute(
  { tx, invoice, at, emit }: InvoiceChange,
  { id: paymentId }: Pick<Payment, 'id'>,
  news: DisputeNews,
): Promise<'applied' | 'nothing_to_do'> {
  const { companyId, environment, id: invoiceId } = invoice;
  const { gatewayDisputeId, status, amountCents, reason } = news;
  const saidAt = new Date(news.saidAt);
  const answerUntil = news.answerUntil === null ? null : new Date(news.answerUntil);
  const said = { status, amountCents, reason, answerUntil, saidAt, updatedAt: at };
  const known = await tx.findOne(Dispute, { paymentId, gatewayDisputeId });
  if (known && (isOver(known) || known.saidAt > saidAt)) return 'nothing_to_do';
  const before = known && { status: known.status, amountCents: known.amountCents };
  if (before?.status === status && before.amountCents === amountCents) return 'nothing_to_do';
  const dispute =
    known ??
    tx.create(Dispute, { companyId, environment, invoiceId, paymentId, gatewayDisputeId, ...said, createdAt: at });
  tx.assign(dispute, said);
  await tx.flush();
  const type = isOver(dispute) ? 'invoice.dispute_closed' : before ? 'invoice.dispute_updated' : 'invoice.disputed';
  emit(type, {
    dispute_id: dispute.id,
    payment_id: paymentId,
    dispute_status: status,
    amount: fromCents(amountCents),
    reason,
    answer_until: answerUntil,
  });
  return 'applied';
}

function isOver({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'won' || status === 'lost';
}
