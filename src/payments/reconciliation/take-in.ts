import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import type { BookedCharge, BookedRefund } from '../../gateways/payment-gateway.ts';
import { PaymentAttempt } from '../../invoices/payment-attempt.entity.ts';
import type { Comparison } from './comparison.ts';

type LostCharge = BookedCharge & { attemptId: number };

/**
 * A charge of an attempt that our record has lost. Where the record has its invoice, the attempt is written down again
 * under the number that the gateway knows it by: its money follows as by a callback, now or whenever the gateway knows
 * of it. Where it can still be paid it is canceled: nobody waits for it, and an invoice that is owed has another, or
 * gets one.
 *
 * @returns false for what only the store can decide: money whose invoice is lost too, or that may be on its way
 */
export async function takeInCharge(comparison: Comparison, charge: LostCharge): Promise<boolean> {
  const { em, store } = comparison;
  const { attemptId, invoiceId, state, paid, isToldLate } = charge;
  // Another store's, or another gateway's, to whom the number was given anew.
  if (await em.fork().findOne(PaymentAttempt, attemptId)) return false;
  const isOnRecord = invoiceId !== null && (await em.fork().findOne(Invoice, { id: invoiceId, ...store })) !== null;
  if (state === 'payable') {
    // Before it is canceled: what cannot be canceled, as its money is on its way, is on record, and its workflow tries
    // again.
    if (isOnRecord) await writeDown(comparison, charge, { invoiceId, state: 'canceled' });
    await cancelLost(comparison, charge);
    if (isOnRecord) await noteCanceled(comparison, attemptId);
    return isOnRecord || !isToldLate;
  }
  if (!paid) return true;
  if (!isOnRecord) return false;
  await writeDown(comparison, charge, { invoiceId, state: 'pending' });
  await comparison.makeUp(`${paid.paymentId}-paid`, { type: 'payment_confirmed', attemptId, ...paid });
  return true;
}

/** Cancels a charge that nobody waits for any more, where it can still be paid. */
export async function cancelLost(comparison: Comparison, { attemptId, chargeId, state }: LostCharge): Promise<void> {
  if (state !== 'payable') return;
  // Found by the gateway's own id, which needs no customer.
  await comparison.cancelCharge({ attemptId, chargeId, customerId: 0 });
}

/**
 * A refund of ours that our record has lost: it is written down again under its number, as one that its gateway was
 * asked for.
 *
 * @returns whether it was lost
 */
export async function takeInRefund(
  comparison: Comparison,
  { refundId, gatewayRefundId, paymentId, amountCents, state }: BookedRefund,
): Promise<boolean> {
  const { em, store } = comparison;
  if (refundId === null || state === 'failed') return false;
  const payment = await comparison.findPayment(paymentId);
  if (!payment || (await em.fork().findOne(Refund, refundId))) return false;
  const { id, invoiceId } = payment;
  await change(comparison, invoiceId, async ({ tx, at, touch }) => {
    if (await tx.findOne(Refund, refundId)) return;
    tx.create(Refund, {
      ...{ id: refundId, ...store, invoiceId, paymentId: id, state: 'pending', amountCents, gatewayRefundId },
      ...{ payoutId: null, reason: null, failureReason: null, requestedAt: at, createdAt: at, updatedAt: at },
    });
    touch();
  });
  // A refund that is done is counted when the difference is made up for.
  if (state === 'pending' || comparison.mode === 'tell') comparison.repaired += 1;
  return true;
}

async function writeDown(
  comparison: Comparison,
  { attemptId, chargeId, amountCents }: LostCharge,
  { invoiceId, state }: { invoiceId: number; state: 'pending' | 'canceled' },
): Promise<void> {
  const { store, gateway } = comparison;
  await change(comparison, invoiceId, ({ tx, invoice, attempts, at, touch }) => {
    // Written down meanwhile, by a comparison beside this one.
    if (attempts.some(({ id }) => id === attemptId)) return;
    tx.create(PaymentAttempt, {
      ...{ id: attemptId, ...store, invoiceId, number: (attempts.at(-1)?.number ?? 0) + 1 },
      ...{ method: invoice.paymentMethod, state, amountCents },
      ...{ gateway: gateway.name, gatewayChargeId: chargeId, gatewayAccountId: gateway.accountId },
      ...{ registeredAt: at, gatewayCanceledAt: null, artefacts: null, cardToken: null, refusalReason: null },
      ...{ createdAt: at, updatedAt: at },
    });
    touch();
  });
}

async function noteCanceled({ em, clock, store, mode }: Comparison, attemptId: number): Promise<void> {
  if (mode === 'tell') return;
  const gatewayCanceledAt = await clock.now(store);
  await em.fork().nativeUpdate(PaymentAttempt, { id: attemptId, state: 'canceled' }, { gatewayCanceledAt });
}

async function change(
  { em, clock, store, mode }: Comparison,
  invoiceId: number,
  work: (change: InvoiceChange) => void | Promise<void>,
): Promise<void> {
  if (mode === 'tell') return;
  const at = await clock.now(store);
  await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, work);
}
