import type { EntityManager } from '@mikro-orm/postgresql';
import { changeInvoice, type InvoiceChange } from '../invoices/change-invoice.ts';
import { fromCents } from '../money/money.ts';
import type { GatewayEvent } from './gateways/payment-gateway.ts';
import { cancelPendingAttempts, endAttempt } from './end-attempt.ts';
import { amountDueCents } from './new-attempt.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { refuseAttempt } from './refuse-attempt.ts';

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
    if (event.type === 'payment_confirmed') return receiveMoney(change, attempt, event);
    return refuseAttempt(change, attempt, event.reason) ? 'applied' : 'nothing_to_do';
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
  const details = { attempt_id: attempt.id, amount: fromCents(event.amountCents) };
  const netCents = invoice.amountPaidCents - invoice.amountRefundedCents;
  const confirmed = amountDueCents(invoice) === 0 && apply('paid_in_full');
  const overpaid = netCents > invoice.totalCents;
  if (confirmed || event.amountCents >= attempt.amountCents) endAttempt(attempt, 'paid', at);
  if (confirmed) {
    invoice.paidAt = paidAt;
    // A paid invoice must not be paid again by another charge of its own.
    cancelPendingAttempts(attempts, at);
    emit('invoice.payment_confirmed', details);
  }
  if (overpaid) emit('invoice.overpaid', { ...details, amount_overpaid: fromCents(netCents - invoice.totalCents) });
  // Too little, or money for what was given back: nothing follows from it but that the store must know.
  if (!confirmed && !overpaid) emit('invoice.updated', { ...details, amount_due: fromCents(amountDueCents(invoice)) });
  return 'applied';
}
