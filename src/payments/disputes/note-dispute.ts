import type { InvoiceChange } from '../../invoices/change-invoice.ts';
import { refundableCents } from '../../banking/amounts.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { disputeDraft } from '../../invoices/ledger/drafts.ts';
import { ENDED_DISPUTE_STATUSES, type DisputeNews } from '../../gateways/payment-gateway.ts';
import { noteRefundElsewhere } from '../refunds/note-refund-elsewhere.ts';
import { Payment } from '../../invoices/payment.entity.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';
import { DisputeFile } from '../../invoices/dispute-file.entity.ts';
import { disputeDetails, disputeDueAt } from '../../invoices/dispute-steps.ts';

/** The reason of the refund by which the money of a lost dispute went back. */
export const DISPUTE_LOST = 'dispute lost';

/**
 * Records a gateway's news of a dispute, and announces them: once, whatever their order. The money counts as received
 * until the dispute is lost. Then the payer's bank has given the money back: see `takeBack`.
 */
export async function noteDispute(
  change: InvoiceChange,
  { id: paymentId }: Pick<Payment, 'id'>,
  news: DisputeNews,
): Promise<'applied' | 'nothing_to_do'> {
  const { tx, invoice, company, at, emit, post } = change;
  const { companyId, environment, id: invoiceId } = invoice;
  const { gatewayDisputeId, kind = 'chargeback', status, amountCents, reason } = news;
  const saidAt = new Date(news.saidAt);
  const answerUntil = news.answerUntil === null ? null : new Date(news.answerUntil);
  const said = { status, amountCents, reason, answerUntil, saidAt, updatedAt: at };
  const known = await tx.findOne(Dispute, { paymentId, gatewayDisputeId });
  if (known && (isOver(known) || known.saidAt > saidAt)) return 'nothing_to_do';
  const before = known && { status: known.status, amountCents: known.amountCents };
  const heldBefore = known ? heldCents(known) : 0;
  if (before?.status === status && before.amountCents === amountCents) return 'nothing_to_do';
  const dispute =
    known ??
    tx.create(Dispute, {
      companyId,
      environment,
      invoiceId,
      paymentId,
      gatewayDisputeId,
      kind,
      ...said,
      createdAt: at,
    });
  tx.assign(dispute, said);
  if (!known) dispute.alertDue = daysUntil(answerUntil, at);
  await tx.flush();
  const disputes = await tx.find(Dispute, { invoiceId });
  invoice.amountDisputedCents = disputes.reduce((sum, one) => sum + heldCents(one), 0);
  invoice.disputeDueAt = disputeDueAt(disputes);
  const { gateway } = await tx.findOneOrFail(Payment, paymentId);
  const movedCents = heldCents(dispute) - heldBefore;
  post(disputeDraft(dispute, { gateway, movedCents, today: storeToday(at, company) }));
  const type = isOver(dispute) ? 'invoice.dispute_closed' : before ? 'invoice.dispute_updated' : 'invoice.disputed';
  emit(type, disputeDetails(dispute));
  // The gateway has them, and nobody reads them here.
  if (isOver(dispute)) await tx.nativeDelete(DisputeFile, { disputeId: dispute.id });
  if (status === 'lost') await takeBack(change, dispute, news.gatewayRefundId);
  return 'applied';
}

/** A store that can answer is mailed when it hears of a dispute; the days are rounded up. */
function daysUntil(answerUntil: Date | null, at: Date): number | null {
  if (answerUntil === null || answerUntil <= at) return null;
  return Math.ceil((answerUntil.getTime() - at.getTime()) / 86_400_000);
}

/** The money that a dispute keeps from the store. */
export function heldCents(dispute: Pick<Dispute, 'status' | 'amountCents'>): number {
  return isOver(dispute) ? 0 : dispute.amountCents;
}

/**
 * Books the money of a lost dispute as a refund that the gateway made, up to the rest of the payment. Amounts and
 * status follow as for any other refund, and nobody can give the same money back again.
 * docs/decisions/0025-lost-disputes.md
 */
async function takeBack(
  change: InvoiceChange,
  { id, paymentId, gatewayDisputeId, amountCents }: Dispute,
  gatewayRefundId = `dispute ${gatewayDisputeId}`,
): Promise<void> {
  const payment = await change.tx.findOneOrFail(Payment, paymentId);
  const { amountCents: paidCents, amountRefundedCents: refundedCents } = payment;
  const lostCents = Math.min(amountCents, refundableCents({ amountCents: paidCents, refundedCents, pendingCents: 0 }));
  if (lostCents === 0) return;
  const refund = { gatewayRefundId, amountCents: lostCents, failureReason: null };
  await noteRefundElsewhere(change, payment, refund, { reason: DISPUTE_LOST, details: { dispute_id: id } });
}

function isOver({ status }: Pick<Dispute, 'status'>): boolean {
  return ENDED_DISPUTE_STATUSES.includes(status);
}
