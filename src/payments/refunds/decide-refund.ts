import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { conflict, forbidden, notFound } from '../../base/errors/errors.ts';
import { reader } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { fromCents } from '../../base/money/money.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { findRefund } from './find-refund.ts';

interface Which {
  store: Store;
  invoiceId: number;
  refundId: number;
}

interface DecideDeps {
  em: EntityManager;
  clock: Clock;
}

/**
 * A second person lets a refund go that waits for approval: the workflow takes it to the gateway.
 *
 * @throws ApiError 404; 403 `second_person_needed` for the person who asked for it; 409 `refund_not_waiting`
 */
export function approveRefund(deps: DecideDeps, { by, ...which }: Which & { by: number }): Promise<Refund> {
  return decide(deps, which, (change, refund) => {
    if (refund.requestedById === by) {
      throw forbidden('second_person_needed', `Refund ${refund.id} waits for somebody else than who asked for it.`);
    }
    refund.state = 'pending';
    change.touch();
  });
}

/**
 * An owner, also the one who asked for it, takes back a refund that waits for approval. Announces `invoice.updated`
 * with `refund_status: rejected`.
 *
 * @throws ApiError 404; 409 `refund_not_waiting`
 */
export function rejectRefund(deps: DecideDeps, which: Which): Promise<Refund> {
  return decide(deps, which, ({ emit }, refund) => {
    refund.state = 'rejected';
    const { id, paymentId, amountCents } = refund;
    const details = { refund_id: id, payment_id: paymentId, amount: fromCents(amountCents) };
    emit('invoice.updated', { ...details, refund_status: 'rejected' });
  });
}

async function decide(
  { em, clock }: DecideDeps,
  { store, invoiceId, refundId }: Which,
  decision: (change: InvoiceChange, refund: Refund) => void,
): Promise<Refund> {
  const known = await findRefund(reader(em), { store, refundId });
  if (known.invoiceId !== invoiceId) throw notFound('refund', refundId);
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    const refund = await change.tx.findOneOrFail(Refund, refundId, { refresh: true });
    if (refund.state !== 'awaiting_approval') {
      throw conflict('refund_not_waiting', `Refund ${refundId} does not wait for approval: it is ${refund.state}.`);
    }
    decision(change, refund);
    refund.updatedAt = at;
    await change.tx.flush();
    return refund;
  });
}
