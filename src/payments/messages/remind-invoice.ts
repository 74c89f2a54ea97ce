import type { EntityManager } from '@mikro-orm/postgresql';
import type { MessageChannel } from '../../accounts/companies/reminder-schedule.ts';
import { reader } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { conflict } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { requireKnown } from '../../catalog/customers/erased.ts';
import { changeInvoice, type InvoiceChange } from '../../invoices/change-invoice.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { OWED_STATUSES } from '../../invoices/state-machine.ts';
import { PayerMessage, type MessageState } from '../../invoices/payer-message.entity.ts';
import { queueReminder } from '../../invoices/queue-message.ts';

/** A channel reminds a payer of an invoice once in this time, by hand or by a step: two clicks are one message. */
const APART_MS = 24 * 3_600_000;

/** The states in which a message reached its payer, or may yet. */
const REACHES: MessageState[] = ['queued', 'sending', 'sent', 'unknown'];

/**
 * Reminds the payer of an invoice now, beside the steps of the schedule, and also where the schedule is switched off.
 * Quiet hours hold: the message waits for their end.
 *
 * @throws ApiError 404; 409 `customer_erased`, `invoice_not_owed`, `invoice_disputed`, `reminders_held`,
 *   `reminders_stopped`, `customer_has_no_phone` or `reminded_lately`
 */
export async function remindInvoice(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, invoiceId, channel }: { store: Store; invoiceId: number; channel: MessageChannel },
): Promise<PayerMessage> {
  await findInvoice(reader(em), { store, invoiceId });
  const at = await clock.now(store);
  return changeInvoice(em, { invoiceId, at, dispatch: 'outbox' }, async (change) => {
    refuseUnasked(change, channel);
    const { tx, invoice, touch } = change;
    const since = new Date(at.getTime() - APART_MS);
    const ofChannel = { invoiceId, kind: 'reminder' as const, channel };
    if ((await tx.count(PayerMessage, { ...ofChannel, state: REACHES, createdAt: { $gt: since } })) > 0) {
      throw conflict(
        'reminded_lately',
        `Invoice ${invoiceId} was reminded by ${channel} less than 24 hours ago: wait.`,
      );
    }
    touch();
    return queueReminder(tx, { invoice, at, channel });
  });
}

/** A payer who is not to be asked is not asked by hand either. */
function refuseUnasked({ invoice, customer }: InvoiceChange, channel: MessageChannel): void {
  const { id, status, amountDisputedCents, remindersHeldAt } = invoice;
  const { phone, reminderStop } = requireKnown(customer);
  if (!OWED_STATUSES.includes(status)) {
    throw conflict('invoice_not_owed', `Invoice ${id} is ${status}: only one that is owed reminds its payer.`);
  }
  if (amountDisputedCents > 0)
    throw conflict('invoice_disputed', `Money of invoice ${id} is disputed: answer that first.`);
  if (remindersHeldAt) throw conflict('reminders_held', `The reminders of invoice ${id} are held: resume them first.`);
  if (reminderStop) throw conflict('reminders_stopped', `The customer gets no reminders: ${reminderStop}.`);
  if (channel !== 'email' && phone === null) {
    throw conflict('customer_has_no_phone', 'The customer has no phone: give one, or remind by e-mail.');
  }
}
