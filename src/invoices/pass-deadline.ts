import type { EntityManager } from '@mikro-orm/postgresql';
import type { InvoiceEventType } from '../events/event-types.ts';
import { cancelPendingAttempts } from '../payments/end-attempt.ts';
import { changeInvoice } from './change-invoice.ts';
import type { Invoice } from './invoice.entity.ts';
import { nextDeadline, type DeadlineKind } from './deadline.ts';

const ANNOUNCEMENTS: Record<DeadlineKind, InvoiceEventType> = {
  pix_expired: 'invoice.abandoned',
  abandonment_elapsed: 'invoice.abandoned',
  due_date_passed: 'invoice.overdue',
  boleto_expired: 'invoice.expired',
};

/** How far the payer got at the checkout, for the store that wants to write to them. */
function howFar({ checkoutOpenedAt, checkoutStartedAt, lastActedAt }: Invoice): Record<string, unknown> {
  return {
    checkout: { opened_at: checkoutOpenedAt, started_at: checkoutStartedAt, last_acted_at: lastActedAt },
  };
}

/**
 * Acts on a deadline that has come. It does nothing when the invoice no longer waits for it (the money came first, the
 * payer acted, the deadline moved on).
 *
 * @param at the moment that was waited for, in the store's time
 */
export async function passDeadline(
  em: EntityManager,
  { invoiceId, kind, at }: { invoiceId: number; kind: DeadlineKind; at: Date },
): Promise<void> {
  await changeInvoice(em, { invoiceId, at, dispatch: 'caller' }, ({ invoice, attempts, apply, emit }) => {
    const deadline = nextDeadline(invoice);
    if (deadline?.kind !== kind || new Date(deadline.at) > at || !apply(kind)) return;
    // The charge ends with the invoice; where it can still be paid at the gateway, it is to be canceled there.
    if (invoice.status !== 'overdue') cancelPendingAttempts(attempts, at);
    emit(ANNOUNCEMENTS[kind], ANNOUNCEMENTS[kind] === 'invoice.abandoned' ? howFar(invoice) : {});
  });
}
