import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import { fromCents } from '../money/money.ts';
import type { GatewayEvent } from './gateways/payment-gateway.ts';
import { amountDueCents, newAttempt } from './new-attempt.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';

/**
 * How often a refused Pix or boleto gets a new charge by itself. Past this the invoice rests as `refused`: a gateway
 * that refuses everything must not be asked for ever.
 */
export const MAX_AUTOMATIC_ATTEMPTS = 5;

export type GatewayEventOutcome = 'applied' | 'nothing_to_do' | 'unknown_attempt';

/**
 * Applies what a gateway said, once, whatever the order and however often it says so.
 *
 * @param at the moment it is applied, in the store's time
 */
export async function applyGatewayEvent(
  em: EntityManager,
  { gateway, event, at }: { gateway: string; event: GatewayEvent; at: Date },
): Promise<GatewayEventOutcome> {
  const known = await em.fork().findOne(PaymentAttempt, { id: event.attemptId, gateway });
  if (!known) return 'unknown_attempt';

  return changeInvoice(em, { invoiceId: known.invoiceId, at, dispatch: 'outbox' }, (change) => {
    const attempt = change.attempts.find(({ id }) => id === event.attemptId)!;
    return event.type === 'payment_confirmed'
      ? receiveMoney(change, attempt, event)
      : refusePayment(change, attempt, event);
  });
}

/** Money is never dropped: whatever the status, it is recorded as a payment of its own and announced. */
async function receiveMoney(
  { tx, invoice, attempts, at, apply, emit }: InvoiceChange,
  attempt: PaymentAttempt,
  event: Extract<GatewayEvent, { type: 'payment_confirmed' }>,
): Promise<GatewayEventOutcome> {
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
  if (event.amountCents >= attempt.amountCents) {
    attempt.state = 'paid';
    attempt.updatedAt = at;
  }

  const details = { attempt_id: attempt.id, amount: fromCents(event.amountCents) };
  const netCents = invoice.amountPaidCents - invoice.amountRefundedCents;
  const confirmed = amountDueCents(invoice) === 0 && apply('paid_in_full');
  const overpaid = netCents > invoice.totalCents;
  if (confirmed) {
    invoice.paidAt = paidAt;
    cancelOtherAttempts(attempts, attempt, at);
    emit('invoice.payment_confirmed', details);
  }
  if (overpaid) emit('invoice.overpaid', { ...details, amount_overpaid: fromCents(netCents - invoice.totalCents) });
  // Too little, or money for what was given back: nothing follows from it but that the store must know.
  if (!confirmed && !overpaid) emit('invoice.updated', { ...details, amount_due: fromCents(amountDueCents(invoice)) });
  return 'applied';
}

/** A paid invoice must not be paid again by another charge of its own. */
function cancelOtherAttempts(attempts: PaymentAttempt[], paid: PaymentAttempt, at: Date): void {
  for (const attempt of attempts) {
    if (attempt === paid || attempt.state !== 'pending') continue;
    attempt.state = 'canceled';
    attempt.updatedAt = at;
  }
}

function refusePayment(
  { tx, invoice, company, attempts, at, apply, emit }: InvoiceChange,
  attempt: PaymentAttempt,
  event: Extract<GatewayEvent, { type: 'payment_refused' }>,
): GatewayEventOutcome {
  // Only a payment that was awaited can be refused: an overdue boleto stays payable, and what is paid stays paid.
  if (attempt.state !== 'pending' || !apply('payment_refused')) return 'nothing_to_do';
  attempt.state = 'refused';
  attempt.refusalReason = event.reason;
  attempt.registeredAt ??= at;
  attempt.updatedAt = at;
  invoice.abandonmentAt = new Date(at.getTime() + company.abandonmentSeconds * 1000);
  if (invoice.paymentMethod !== 'card' && attempts.length < MAX_AUTOMATIC_ATTEMPTS) {
    newAttempt(tx, { invoice, number: attempts.length + 1, gateway: attempt.gateway, at });
  }
  emit('invoice.refused', { attempt_id: attempt.id, reason: event.reason });
  return 'applied';
}
