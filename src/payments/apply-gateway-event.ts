import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import type { Company } from '../companies/company.entity.ts';
import { amountDueCents, amountsOf, isOwed, netPaidCents, quoteOf } from '../invoices/amount-due.ts';
import type { Quote } from '../invoices/amounts.ts';
import { storeToday } from '../invoices/due-dates.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import { fromCents } from '../money/money.ts';
import { Refund } from '../refunds/refund.entity.ts';
import { settleRefund, type RefundOutcome } from '../refunds/settle-refund.ts';
import type { GatewayEvent } from './gateways/payment-gateway.ts';
import { cancelPendingAttempts, endAttempt } from './end-attempt.ts';
import { MAX_ATTEMPTS, newAttempt } from './new-attempt.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { refuseAttempt } from './refuse-attempt.ts';

export type GatewayEventOutcome = 'applied' | 'nothing_to_do' | 'unknown_attempt' | 'unknown_refund';

/**
 * Applies what a gateway said, once, whatever the order and however often it says so.
 *
 * @param at the moment it is applied, in the store's time
 */
export async function applyGatewayEvent(
  em: EntityManager,
  { gateway, event, at }: { gateway: string; event: GatewayEvent; at: Date },
): Promise<GatewayEventOutcome> {
  const subject = await findSubject(em, { gateway, event });
  if (!subject) return isAboutRefund(event) ? 'unknown_refund' : 'unknown_attempt';

  return changeInvoice(em, { invoiceId: subject.invoiceId, at, dispatch: 'outbox' }, async (change) => {
    if (isAboutRefund(event)) return decideRefund(change, event);
    const attempt = change.attempts.find(({ id }) => id === event.attemptId)!;
    if (event.type === 'payment_confirmed') return receiveMoney(change, attempt, event);
    return refuseAttempt(change, attempt, event.reason) ? 'applied' : 'nothing_to_do';
  });
}

type RefundEvent = Extract<GatewayEvent, { refundId: number }>;

function isAboutRefund(event: GatewayEvent): event is RefundEvent {
  return event.type === 'refund_confirmed' || event.type === 'refund_refused';
}

/** The attempt or refund of ours that a gateway speaks of; null where it is not ours, or another gateway's. */
export async function findSubject(
  em: EntityManager,
  { gateway, event }: { gateway: string; event: GatewayEvent },
): Promise<PaymentAttempt | Refund | null> {
  const tx = em.fork();
  if (!isAboutRefund(event)) return tx.findOne(PaymentAttempt, { id: event.attemptId, gateway });
  const refund = await tx.findOne(Refund, { id: event.refundId });
  return refund && (await tx.findOne(Payment, { id: refund.paymentId, gateway })) && refund;
}

async function decideRefund(change: InvoiceChange, event: RefundEvent): Promise<GatewayEventOutcome> {
  const refund = await change.tx.findOneOrFail(Refund, event.refundId);
  const confirmed = event.type === 'refund_confirmed';
  if (confirmed) refund.gatewayRefundId ??= event.gatewayRefundId;
  const outcome: RefundOutcome = confirmed ? { succeeded: true } : { succeeded: false, reason: event.reason };
  return (await settleRefund(change, refund, outcome)) ? 'applied' : 'nothing_to_do';
}

/** Money is never dropped: whatever the status, it is recorded as a payment of its own and announced. */
async function receiveMoney(
  change: InvoiceChange,
  attempt: PaymentAttempt,
  event: Extract<GatewayEvent, { type: 'payment_confirmed' }>,
): Promise<GatewayEventOutcome> {
  const { tx, invoice, company, attempts, at, apply, emit } = change;
  const sameMoney = { gateway: attempt.gateway, gatewayPaymentId: event.paymentId };
  if (await tx.findOne(Payment, sameMoney)) return 'nothing_to_do';

  const { companyId, environment, id: invoiceId } = invoice;
  const paidAt = new Date(event.paidAt);
  tx.create(Payment, {
    ...sameMoney,
    companyId,
    environment,
    invoiceId,
    attemptId: attempt.id,
    amountCents: event.amountCents,
    paidAt,
    createdAt: at,
  });
  invoice.amountPaidCents += event.amountCents;
  const details = { attempt_id: attempt.id, amount: fromCents(event.amountCents) };
  const settlement = findSettlement(invoice, company, { attempt, paidAt });
  const confirmed = settlement !== null && apply('paid_in_full');
  // What was due is fixed by the first payment in full; days and later money change it no more.
  if (confirmed && !invoice.paidAt) Object.assign(invoice, amountsOf(settlement));
  if (confirmed || event.amountCents >= attempt.amountCents) endAttempt(attempt, 'paid', at);
  if (confirmed) {
    invoice.paidAt = paidAt;
    // A paid invoice must not be paid again by another charge of its own.
    cancelPendingAttempts(attempts, at);
    emit('invoice.payment_confirmed', details);
  }
  const overpaidCents = invoice.paidAt ? netPaidCents(invoice) - invoice.totalCents : 0;
  if (overpaidCents > 0) emit('invoice.overpaid', { ...details, amount_overpaid: fromCents(overpaidCents) });
  // Too little, or money for what was given back: nothing follows from it but that the store must know.
  if (!confirmed && overpaidCents <= 0) {
    askForTheRest(change, attempt);
    const dueCents = isOwed(invoice) ? amountDueCents(invoice, storeToday(paidAt, company)) : 0;
    emit('invoice.updated', { ...details, amount_due: fromCents(dueCents) });
  }
  return 'applied';
}

/**
 * A charge that was paid in part asks for nothing more, so the rest is asked for by a new one: of a card the payer submits
 * it. A boleto that is past its due date stays as it is, because late fees are its bank's to add.
 */
function askForTheRest({ tx, invoice, company, attempts, at, apply }: InvoiceChange, attempt: PaymentAttempt): void {
  if (invoice.paymentMethod === 'boleto' && invoice.dueDate! < storeToday(at, company)) return;
  if (invoice.status !== 'open' && !apply('paid_in_part')) return;
  if (attempt.state === 'pending') endAttempt(attempt, 'paid', at);
  cancelPendingAttempts(attempts, at);
  invoice.pixExpiresAt = null;
  invoice.abandonmentAt = new Date(at.getTime() + company.abandonmentSeconds * 1000);
  if (invoice.paymentMethod === 'card' || attempts.length >= MAX_ATTEMPTS) return;
  newAttempt(tx, { invoice, company, number: attempts.length + 1, gateway: attempt.gateway, at });
}

/**
 * What the invoice is settled at, or null while something is missing: what was due on the day of the payment; or, for a
 * Pix code or a card, which ask for a fixed amount, what was due when they were made.
 */
function findSettlement(
  invoice: Invoice,
  company: Company,
  { attempt, paidAt }: { attempt: PaymentAttempt; paidAt: Date },
): Quote | null {
  const moments = attempt.method === 'boleto' ? [paidAt] : [paidAt, attempt.createdAt];
  const netCents = netPaidCents(invoice);
  const quotes = moments.map((moment) => quoteOf(invoice, storeToday(moment, company)));
  if (invoice.paidAt) return netCents >= invoice.totalCents ? quotes[0]! : null;
  return quotes.find(({ totalCents }) => netCents >= totalCents) ?? null;
}
