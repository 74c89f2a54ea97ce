import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import { inTransaction } from '../db/transaction.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { recordEvents, type EventDraft } from '../events/record-events.ts';
import { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { OutboxEntry } from '../temporal/outbox-entry.entity.ts';
import { tellOfWork } from '../temporal/work-left.ts';
import { nextDeadlineAt } from './deadline.ts';
import { INVOICE_CHANGED } from './invoice-changed.ts';
import { Invoice } from './invoice.entity.ts';
import { presentEventData } from './present-event-data.ts';
import { nextStatus, type InvoiceTrigger } from './state-machine.ts';

/** An invoice under lock, with what may be done to it. */
export interface InvoiceChange {
  tx: EntityManager;
  invoice: Invoice;
  company: Company;
  /** By number, ascending. */
  attempts: PaymentAttempt[];
  at: Date;
  /** Moves the status as the state machine says; false when the trigger means nothing in the present status. */
  apply: (trigger: InvoiceTrigger) => boolean;
  /** Announces what happened, with what the event adds to the invoice's data. */
  emit: (type: InvoiceEventType, details?: Record<string, unknown>) => void;
  /** Says that something changed that the workflow must hear of, where no event does. */
  touch: () => void;
}

export interface ChangeInvoiceOptions {
  invoiceId: number;
  /** The moment the change happens, in the store's time. */
  at: Date;
  /**
   * How the workflow hears of it: `outbox` leaves a note for the dispatcher; `caller` is the workflow's own activity,
   * whose result carries the news.
   */
  dispatch: 'outbox' | 'caller';
}

/**
 * The only way to change an invoice: one transaction that locks the row, applies the change, and writes the row, its
 * events, their deliveries and the outbox entry. A change that does nothing writes nothing.
 *
 * @returns what `change` returned
 */
export async function changeInvoice<T>(
  em: EntityManager,
  { invoiceId, at, dispatch }: ChangeInvoiceOptions,
  change: (draft: InvoiceChange) => T | Promise<T>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    const invoice = await tx.findOneOrFail(Invoice, invoiceId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const company = await tx.findOneOrFail(Company, invoice.companyId);
    const attempts = await tx.find(PaymentAttempt, { invoiceId }, { orderBy: { number: 'asc' } });
    const events: { type: InvoiceEventType; details: Record<string, unknown> }[] = [];
    const previousStatus = invoice.status;
    let changed = false;

    const result = await change({
      tx,
      invoice,
      company,
      attempts,
      at,
      apply(trigger) {
        const status = nextStatus(invoice.status, trigger);
        if (!status) return false;
        invoice.status = status;
        changed = true;
        return true;
      },
      emit(type, details = {}) {
        events.push({ type, details });
        changed = true;
      },
      touch() {
        changed = true;
      },
    });
    if (!changed) return result;

    invoice.version += 1;
    invoice.nextDeadlineAt = nextDeadlineAt(invoice);
    invoice.updatedAt = at;
    await recordInvoiceEvents({ tx, invoice, company, at, previousStatus, events });
    await tx.execute('select pg_notify(?, ?)', [INVOICE_CHANGED, String(invoiceId)]);
    if (dispatch === 'outbox') tx.create(OutboxEntry, { invoiceId, claimableAt: new Date() });
    await tellSubscription(tx, invoice);
    return result;
  });
}

/** Whatever the charge of a cycle came to, the subscription's workflow takes it from there. */
async function tellSubscription(tx: EntityManager, { subscriptionId, status }: Invoice): Promise<void> {
  if (subscriptionId === null || status === 'open' || status === 'pending') return;
  tx.create(OutboxEntry, { subscriptionId, claimableAt: new Date() });
  await tellOfWork(tx);
}

/** Writes the events of an invoice, in order, with the invoice as it now stands. */
export async function recordInvoiceEvents({
  tx,
  invoice,
  company,
  at,
  previousStatus,
  events,
}: {
  tx: EntityManager;
  invoice: Invoice;
  company: Company;
  at: Date;
  previousStatus: Invoice['status'] | null;
  events: { type: InvoiceEventType; details: Record<string, unknown> }[];
}): Promise<void> {
  if (events.length === 0) return;
  const common = await presentEventData(tx, { invoice, company, previousStatus });
  const drafts: EventDraft[] = events.map(({ type, details }) => {
    invoice.eventSequence += 1;
    return { type, sequence: invoice.eventSequence, data: { ...common, ...details } };
  });
  const store = { companyId: invoice.companyId, environment: invoice.environment };
  await recordEvents(tx, { store, resource: { type: 'invoice', id: invoice.id }, drafts, at });
}
