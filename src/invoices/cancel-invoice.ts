import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { conflict } from '../base/errors/errors.ts';
import { releaseCoupon } from '../catalog/coupons/redeem-coupon.ts';
import { cancelPendingAttempts } from './end-attempt.ts';
import type { Clock } from '../base/time/clock.ts';
import { netPaidCents } from './amount-due.ts';
import { changeInvoice, type InvoiceChange } from './change-invoice.ts';
import { findInvoice } from './find-invoice.ts';

/**
 * The store gives an unpaid invoice up. The workflow cancels its charge at the gateway; money that arrives all the same
 * still makes the invoice paid. Canceling twice changes nothing.
 *
 * @throws ApiError 404; 409 `invoice_paid` when money has arrived: a refund gives that money back
 */
export async function cancelInvoice(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<void> {
  await findInvoice(reader(em), { store, invoiceId });
  const at = await clock.now(store);
  await changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const { invoice } = change;
    if (invoice.status === 'canceled') return;
    if (netPaidCents(invoice) > 0) {
      throw conflict('invoice_paid', `Invoice ${invoiceId} has received money: give it back by a refund first.`);
    }
    if (!(await giveUp(change))) {
      throw conflict('invoice_paid', `Invoice ${invoiceId} is ${invoice.status}: only an unpaid one can be canceled.`);
    }
  });
}

/**
 * Gives up an invoice on which no money has arrived; its coupon can be redeemed again. @returns false where money has
 * arrived, or the invoice was given up before
 */
export async function giveUp({ tx, invoice, attempts, at, apply, emit }: InvoiceChange): Promise<boolean> {
  if (netPaidCents(invoice) > 0 || !apply('canceled_by_store')) return false;
  cancelPendingAttempts(attempts, at);
  const { id: invoiceId, couponId } = invoice;
  if (couponId !== null) await releaseCoupon(tx, couponId, { invoiceId });
  emit('invoice.canceled');
  return true;
}
