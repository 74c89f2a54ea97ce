import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { conflict } from '../../base/errors/errors.ts';
import { reader } from '../../base/db/transaction.ts';
import { fromCents } from '../../base/money/money.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { GatewayRegistry } from '../../gateways/gateway-registry.ts';
import { amountsOf, balanceTrigger, coveredCents, netPaidCents, quoteOf } from '../../invoices/amount-due.ts';
import { replaceCharge } from '../../invoices/ask-for-rest.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { reversalDraft } from '../../invoices/ledger/drafts.ts';
import { EXTERNAL, Payment } from '../../invoices/payment.entity.ts';
import { findPayment } from '../list-payments.ts';

/**
 * The store takes back that money came past every gateway: it was a mistake, or a check was returned. An invoice that
 * lacks the money is owed again, and a new charge asks for it.
 *
 * @throws ApiError 404; 409 `not_external` for money of a gateway, which a refund gives back, or `already_reversed`
 */
export async function reverseExternalPayment(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, paymentId, reason }: { store: Store; paymentId: number; reason: string },
): Promise<Payment> {
  const { invoiceId } = await findPayment(reader(em), { store, paymentId });
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const { tx, invoice, company, emit, post } = change;
    const payment = await tx.findOneOrFail(Payment, paymentId, { refresh: true });
    check(payment);
    const { amountCents } = payment;
    Object.assign(payment, { reversedAt: at, reversalReason: reason });
    invoice.amountPaidCents -= amountCents;
    post(reversalDraft(payment, storeToday(at, company)));
    const gateway = await gateways.forStore(tx, store, invoice.paymentMethod);
    followReversal(change, gateway?.name ?? null);
    emit('invoice.updated', {
      payment_id: paymentId,
      payment_status: 'reversed',
      amount: fromCents(amountCents),
      reason,
    });
    await tx.flush();
    return payment;
  });
}

function check({ id, gateway, reversedAt }: Payment): void {
  if (gateway !== EXTERNAL) {
    throw conflict('not_external', `Payment ${id} came by the gateway ${gateway}: give it back by a refund.`);
  }
  if (reversedAt) throw conflict('already_reversed', `Payment ${id} was taken back already.`);
}

/** An invoice of which a gateway gave money back keeps its amounts: the money that it holds says its status. */
function followReversal(change: InvoiceChange, gateway: string | null): void {
  const { invoice, company, at, apply } = change;
  if (invoice.paidAt && (coveredCents(invoice) >= invoice.totalCents || invoice.amountRefundedCents > 0)) {
    apply(balanceTrigger(invoice));
    return;
  }
  if (invoice.paidAt) {
    invoice.paidAt = null;
    apply('payment_reversed');
  } else if (invoice.status !== 'open') apply('charge_replaced');
  if (netPaidCents(invoice) === 0) Object.assign(invoice, amountsOf(quoteOf(invoice, storeToday(at, company))));
  // An erased customer is asked for nothing.
  if (invoice.status === 'open' && gateway !== null && !change.customer.erasedAt) replaceCharge(change, gateway);
}
