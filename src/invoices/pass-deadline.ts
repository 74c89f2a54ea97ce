import type { EntityManager } from '@mikro-orm/postgresql';
import { readSandboxClock } from '../accounts/companies/store-clock.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { askForRest } from './ask-for-rest.ts';
import { cancelPendingAttempts } from './end-attempt.ts';
import { MAX_ATTEMPTS } from './new-attempt.ts';
import { changeInvoice, type InvoiceChange } from './change-invoice.ts';
import { endOfDay } from './due-dates.ts';
import type { Invoice } from './invoice.entity.ts';
import { nextDeadline, type DeadlineKind, type StatusDeadlineKind } from './deadline.ts';
import { passDisputeSteps } from './dispute-steps.ts';
import { queueReminders } from './queue-message.ts';

const ANNOUNCEMENTS: Record<StatusDeadlineKind, InvoiceEventType> = {
  pix_expired: 'invoice.abandoned',
  abandonment_elapsed: 'invoice.abandoned',
  due_date_passed: 'invoice.overdue',
  boleto_expired: 'invoice.expired',
};

/** The payer's progress at the checkout, for the store that wants to write to them. */
function howFar({ checkoutOpenedAt, checkoutStartedAt, lastActedAt }: Invoice): Record<string, unknown> {
  return {
    checkout: { opened_at: checkoutOpenedAt, started_at: checkoutStartedAt, last_acted_at: lastActedAt },
  };
}

/**
 * A gateway may bound the time of a code, as Stripe does with 14 days. A fresh code takes its place until the due date
 * is over.
 */
function isBeforeDueDateEnds({ invoice, company, customer, attempts, at }: InvoiceChange): boolean {
  const { dueDate, overdueAt } = invoice;
  const isPossible = customer.erasedAt === null && attempts.length < MAX_ATTEMPTS;
  const end = overdueAt ?? (dueDate === null ? null : endOfDay(dueDate, company.timeZone));
  return isPossible && end !== null && end > at;
}

/**
 * Acts on a deadline that has come. Nothing happens when the invoice no longer waits for the deadline (the money came
 * first, the payer acted, the deadline moved on).
 *
 * @param at the moment that was waited for, in the store's time
 */
export async function passDeadline(
  em: EntityManager,
  { invoiceId, kind, at }: { invoiceId: number; kind: DeadlineKind; at: Date },
): Promise<void> {
  await changeInvoice(em, { invoiceId, at, dispatch: 'caller' }, async (change) => {
    const { tx, invoice, attempts, apply, emit } = change;
    const deadline = nextDeadline(invoice);
    if (deadline?.kind !== kind || new Date(deadline.at) > at) return;
    // The workflow may not have heard of the clock of its sandbox, which has not come so far yet.
    const clockAt = await readSandboxClock(tx, invoice);
    if (clockAt && at > clockAt) return;
    if (kind === 'reminder_due') {
      invoice.remindedUntil = new Date(deadline.at);
      const { schedule, company } = change;
      await queueReminders(tx, { invoice, schedule, at: invoice.remindedUntil, timeZone: company.timeZone });
      change.touch();
      return;
    }
    if (kind === 'dispute_due') return passDisputeSteps(change, new Date(deadline.at));
    if (kind === 'pix_expired' && isBeforeDueDateEnds(change)) {
      askForRest(change, { gateway: attempts.at(-1)!.gateway });
      emit('invoice.updated', { changed: ['payments'] });
      return;
    }
    if (!apply(kind)) return;
    // The charge ends with the invoice; where it can still be paid at the gateway, it is to be canceled there.
    if (invoice.status !== 'overdue') cancelPendingAttempts(attempts, at);
    emit(ANNOUNCEMENTS[kind], ANNOUNCEMENTS[kind] === 'invoice.abandoned' ? howFar(invoice) : {});
  });
}
