import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import type { Clock } from '../../base/time/clock.ts';
import { changeInvoice } from '../../invoices/change-invoice.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import type { Invoice } from '../../invoices/invoice.entity.ts';

/**
 * Holds the reminders of an invoice back, or lets them go on. Reminders whose moment passes meanwhile are left out.
 * Nothing happens where the invoice is so already.
 *
 * @throws ApiError 404
 */
export async function holdReminders(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, invoiceId, isHeld }: { store: Store; invoiceId: number; isHeld: boolean },
): Promise<Invoice> {
  await findInvoice(em, { store, invoiceId });
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, ({ invoice, touch }) => {
    if (isHeld === (invoice.remindersHeldAt !== null)) return invoice;
    invoice.remindersHeldAt = isHeld ? at : null;
    if (!isHeld) invoice.remindedUntil = at;
    touch();
    return invoice;
  });
}
