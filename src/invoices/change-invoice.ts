import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { readRow } from '../base/db/entity-rows.ts';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { recordEvents, type EventDraft } from '../webhooks/record-events.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { currentTraceparent } from '../base/telemetry/scope.ts';
import { WORK_LEFT } from '../base/outbox/work-left.ts';
import { nextDeadlineAt } from './deadline.ts';
import { INVOICE_CHANGED } from './invoice-changed.ts';
import { Invoice } from './invoice.entity.ts';
import { eventData } from './present-event-data.ts';
import { nextStatus, type InvoiceTrigger } from './state-machine.ts';

/** An invoice under lock, with what may be done to it. */
export interface InvoiceChange {
  tx: EntityManager;
  invoice: Invoice;
  company: Company;
  /** As it is, to be read. */
  customer: Readonly<Customer>;
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
   * The way by which the workflow hears of the change: `outbox` leaves a note for the dispatcher; `caller` is the
   * workflow's own activity, whose result carries the news.
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
    const invoice = await lockInvoice(tx, invoiceId);
    const { company, customer, attempts } = await readAround(tx, invoice);
    const events: { type: InvoiceEventType; details: Record<string, unknown> }[] = [];
    const previousStatus = invoice.status;
    let changed = false;

    const result = await change({
      tx,
      invoice,
      company,
      customer,
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
    await recordInvoiceEvents({ tx, invoice, company, customer, at, previousStatus, events });
    await tell(tx, invoice, dispatch);
    return result;
  });
}

const LOCK_INVOICE = prepared(
  'lock_invoice',
  'select to_json(invoice) as invoice from invoices invoice where id = $1 for no key update',
);

/** The invoice as it is once nobody else changes it. */
async function lockInvoice(tx: EntityManager, invoiceId: number): Promise<Invoice> {
  const [row] = await runPrepared<{ invoice: Json }>(tx, LOCK_INVOICE, [invoiceId]);
  if (!row) throw new Error(`There is no invoice ${invoiceId}.`);
  return tx.map(Invoice, row.invoice);
}

/** A statement of its own: one that waited for the lock would still see what was there before it began to wait. */
const READ_AROUND = prepared(
  'read_around_invoice',
  `select to_json(company) as company, to_json(customer) as customer,
     (select coalesce(json_agg(attempt order by attempt.number), '[]')
      from payment_attempts attempt where attempt.invoice_id = $1) as attempts
   from companies company, customers customer
   where company.id = $2 and customer.id = $3`,
);

/** Reads the invoice's store and customer, and its attempts by number, which may be changed. */
async function readAround(
  tx: EntityManager,
  { id, companyId, customerId }: Invoice,
): Promise<{ company: Company; customer: Customer; attempts: PaymentAttempt[] }> {
  const values = [id, companyId, customerId];
  const [row] = await runPrepared<{ company: Json; customer: Json; attempts: Json[] }>(tx, READ_AROUND, values);
  const { company, customer, attempts } = row!;
  return {
    company: readRow(tx, Company, company),
    customer: readRow(tx, Customer, customer),
    attempts: attempts.map((attempt) => tx.map(PaymentAttempt, attempt)),
  };
}

type Json = Record<string, unknown>;

/**
 * Tells open pages, and whoever goes on from here: the dispatcher, by an entry for the invoice; and whatever the charge
 * of a cycle came to, the subscription's workflow, by an entry of its own, for which the dispatcher is woken.
 */
const TELL = prepared(
  'tell_of_invoice',
  `with entries as (
     insert into outbox (invoice_id, subscription_id, traceparent)
     select subject.invoice_id, subject.subscription_id, $4
     from (values ($1::bigint, null::bigint), (null, $3::bigint)) as subject (invoice_id, subscription_id)
     where (subject.invoice_id is not null and $2) or subject.subscription_id is not null)
   select pg_notify('${INVOICE_CHANGED}', $1::text),
     case when $3::bigint is not null then pg_notify('${WORK_LEFT}', '') end`,
);

async function tell(
  tx: EntityManager,
  { id, status, subscriptionId }: Invoice,
  dispatch: ChangeInvoiceOptions['dispatch'],
): Promise<void> {
  const isOfCycle = subscriptionId !== null && status !== 'open' && status !== 'pending';
  const cycleOf = isOfCycle ? subscriptionId : null;
  await runPrepared(tx, TELL, [id, dispatch === 'outbox', cycleOf, currentTraceparent()]);
}

/** Writes the events of an invoice, in order, with the invoice as it now stands. */
async function recordInvoiceEvents({
  tx,
  invoice,
  company,
  customer,
  at,
  previousStatus,
  events,
}: {
  tx: EntityManager;
  invoice: Invoice;
  company: Company;
  customer: Customer;
  at: Date;
  previousStatus: Invoice['status'] | null;
  events: { type: InvoiceEventType; details: Record<string, unknown> }[];
}): Promise<void> {
  if (events.length === 0) return;
  const common = eventData({ invoice, company, customer, previousStatus });
  const drafts: EventDraft[] = events.map(({ type, details }) => {
    invoice.eventSequence += 1;
    return { type, sequence: invoice.eventSequence, data: { ...common, ...details } };
  });
  const store = { companyId: invoice.companyId, environment: invoice.environment };
  await recordEvents(tx, { store, resource: { type: 'invoice', id: invoice.id }, drafts, at });
}
