import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderSchedule } from '../accounts/companies/reminder-schedule.ts';
import type { Company } from '../accounts/companies/company.entity.ts';
import { insertRows, insertWithoutIds, updateRows } from '../base/db/entity-rows.ts';
import { tellOfWork } from '../base/outbox/work-left.ts';
import { currentTraceparent } from '../base/telemetry/scope.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { EVENT_TABLES, recordEvents, renderEvents, type Audience } from '../webhooks/record-events.ts';
import { nextDeadlineAt } from './deadline.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import type { LedgerDraft } from './ledger/accounts.ts';
import { postTransactions } from './ledger/post-transactions.ts';
import { Invoice } from './invoice.entity.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { nextReminder } from './next-reminder.ts';
import { queueNotices } from './queue-message.ts';
import { eventData } from './present-event-data.ts';
import { itemsOf, type Line } from './price-lines.ts';
import type { InvoiceTurn } from './take-invoice-turn.ts';

/** The people whom an event names, and the moment of the change, in the store's time. */
interface Circumstances {
  company: Company;
  customer: Readonly<Customer>;
  at: Date;
}

/** An event of an invoice, with what it adds to the invoice's data. */
export interface Announcement {
  type: InvoiceEventType;
  details: Record<string, unknown>;
}

/**
 * The one door to the record of an invoice. Both functions write the row, its events, their deliveries and the outbox
 * entry, in the caller's transaction. The ORM writes all else that a change made, a refund for instance.
 */
export async function writeNewInvoice(
  tx: EntityManager,
  {
    invoice,
    lines,
    attempts,
    turn,
    ...about
  }: Circumstances & {
    invoice: Invoice;
    lines: Line[];
    attempts: PaymentAttempt[];
    turn: InvoiceTurn;
  },
): Promise<void> {
  const { id: invoiceId, companyId, environment } = invoice;
  const store = { companyId, environment };
  const data = eventData({ invoice, ...about, previousStatus: null });
  await insertInvoice.withNext(tx, {
    invoices: [invoice],
    items: itemsOf(invoiceId, lines),
    attempts,
    ...renderEvents({
      store,
      resource: { type: 'invoice', id: invoiceId },
      drafts: [{ type: 'invoice.created', sequence: invoice.eventSequence, data }],
      at: about.at,
      ids: [turn.eventId],
      subscribers: turn.subscribers,
    }),
    outbox: [{ subjectType: 'invoice', subjectId: invoiceId, ...store, traceparent: currentTraceparent() }],
  });
}

const insertInvoice = insertRows('insert_invoice', {
  invoices: insertWithoutIds(Invoice),
  // The invoice that they belong to is not to be seen before the statement ends.
  items: insertWithoutIds(InvoiceItem, 'id'),
  attempts: insertWithoutIds(PaymentAttempt),
  ...EVENT_TABLES,
});

/** Writes what a change has changed of the row of an invoice and of its attempts. */
export const updateInvoice = updateRows('update_invoice', { invoices: Invoice, attempts: PaymentAttempt });

/** See `writeNewInvoice`. The events are written in order, with the invoice as it now stands. */
export async function writeChangedInvoice(
  tx: EntityManager,
  {
    invoice,
    previousStatus,
    events,
    tellsWorkflow,
    drafts,
    schedule,
    rows,
    audience,
    ...about
  }: Circumstances & {
    schedule: ReminderSchedule | null;
    invoice: Invoice;
    previousStatus: Invoice['status'];
    events: Announcement[];
    tellsWorkflow: boolean;
    drafts: readonly LedgerDraft[];
    /** The invoice's own, and those of its attempts. */
    rows: Parameters<typeof updateInvoice>[1];
    audience: Audience;
  },
): Promise<void> {
  const { id, companyId, environment, status, subscriptionId } = invoice;
  invoice.version += 1;
  Object.assign(invoice, nextReminder(invoice, schedule, about.company.timeZone));
  invoice.nextDeadlineAt = nextDeadlineAt(invoice);
  invoice.updatedAt = about.at;
  const common = events.length > 0 ? eventData({ invoice, ...about, previousStatus }) : {};
  const announced = events.map(({ type, details }) => {
    invoice.eventSequence += 1;
    return { type, sequence: invoice.eventSequence, data: { ...common, ...details } };
  });
  queueNotices(tx, { invoice, schedule, at: about.at, events });
  const store = { companyId, environment };
  const resource = { type: 'invoice' as const, id };
  await updateInvoice(tx, rows);
  await tx.flush();
  const isOfCycle = subscriptionId !== null && status !== 'open' && status !== 'pending';
  const entry = { ...store, traceparent: currentTraceparent() };
  const told = [
    ...(tellsWorkflow ? [{ ...entry, subjectType: 'invoice' as const, subjectId: id }] : []),
    // The subscription goes on from the outcome of a cycle's charge.
    ...(isOfCycle ? [{ ...entry, subjectType: 'subscription' as const, subjectId: subscriptionId }] : []),
  ];
  if (isOfCycle) await tellOfWork(tx, 'outbox');
  // Last: from here to the commit the store's other movements of money wait, and then all of its other changes, for
  // their turn in the list of events.
  await postTransactions(tx, { store, invoiceId: id, at: about.at, drafts });
  await recordEvents(tx, { store, resource, drafts: announced, at: about.at, told, audience });
}
