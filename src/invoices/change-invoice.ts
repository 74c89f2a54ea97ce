import type { EntityManager } from '@mikro-orm/postgresql';
import type { ReminderSchedule } from '../accounts/companies/reminder-schedule.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { holdRow, readRow, type HeldRow } from '../base/db/entity-rows.ts';
import { runPrepared, runWithNext } from '../base/db/prepared-statements.ts';
import { inTransaction } from '../base/db/transaction.ts';
import type { InvoiceEventType } from '../events/event-types.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { overpaidCents } from './amount-due.ts';
import { storeToday } from './due-dates.ts';
import { settleOfferedCards } from './settle-offered-cards.ts';
import { Invoice } from './invoice.entity.ts';
import type { LedgerDraft } from './ledger/accounts.ts';
import { surplusDraft } from './ledger/drafts.ts';
import type { Audience } from '../webhooks/record-events.ts';
import { nextStatus, type InvoiceTrigger } from './state-machine.ts';
import { LOCK_INVOICE, READ_LOCKED } from './change-invoice.sql.ts';
import { updateInvoice, writeChangedInvoice, type Announcement } from './write-invoice.ts';

/** An invoice under lock, with what may be done to it. */
export interface InvoiceChange {
  tx: EntityManager;
  invoice: Invoice;
  company: Company;
  /** As it is, to be read. */
  customer: Readonly<Customer>;
  /** How the store asks for money; null where it never chose to. */
  schedule: ReminderSchedule | null;
  /** By number, ascending. */
  attempts: PaymentAttempt[];
  at: Date;
  /** Moves the status as the state machine says; false when the trigger means nothing in the present status. */
  apply: (trigger: InvoiceTrigger) => boolean;
  /** Announces what happened, with what the event adds to the invoice's data. */
  emit: (type: InvoiceEventType, details?: Record<string, unknown>) => void;
  /** Says that something changed that the workflow must hear of, where no event does. */
  touch: () => void;
  /** Posts a transaction to the ledger, together with the change. A surplus follows by itself. */
  post: (draft: LedgerDraft) => void;
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
 * events, their deliveries, the entries of the ledger and the outbox entry. A change that does nothing writes nothing.
 *
 * @returns what `change` returned
 */
export async function changeInvoice<T>(
  em: EntityManager,
  { invoiceId, at, dispatch }: ChangeInvoiceOptions,
  change: (draft: InvoiceChange) => T | Promise<T>,
): Promise<T> {
  return inTransaction(em, async (tx) => {
    const { company, customer, schedule, audience, rows } = await lockInvoice(tx, invoiceId);
    const invoice = rows.invoices[0].row;
    const attempts = rows.attempts.map(({ row }) => row);
    const events: Announcement[] = [];
    const previousStatus = invoice.status;
    const surplusBefore = overpaidCents(invoice);
    const drafts: LedgerDraft[] = [];
    let changed = false;

    const result = await change({
      tx,
      invoice,
      company,
      customer,
      schedule,
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
      post(draft) {
        drafts.push(draft);
        changed = true;
      },
    });
    if (!changed) {
      await updateInvoice(tx, rows);
      return result;
    }
    await settleOfferedCards(tx, attempts, at);

    const tellsWorkflow = dispatch === 'outbox';
    drafts.push(...moveSurplus(invoice, { drafts, surplusBefore, today: storeToday(at, company) }));
    const about = { invoice, rows, company, customer, schedule, audience, at };
    await writeChangedInvoice(tx, { ...about, previousStatus, events, tellsWorkflow, drafts });
    return result;
  });
}

/** The account of surplus has what is overpaid: a refund takes it from there, and any other money brings it there. */
function moveSurplus(
  invoice: Invoice,
  { drafts, surplusBefore, today }: { drafts: readonly LedgerDraft[]; surplusBefore: number; today: string },
): LedgerDraft[] {
  const movedCents = overpaidCents(invoice) - surplusBefore;
  if (movedCents === 0) return [];
  const goesBack = drafts.some(({ kind }) => kind === 'refund' || kind === 'refund_reversed');
  return [surplusDraft(invoice, { movedCents, goesBack, today })];
}

interface Locked extends Pick<InvoiceChange, 'company' | 'customer' | 'schedule'> {
  /** The invoice's own, and those of its attempts, by number. */
  rows: { invoices: [HeldRow<Invoice>]; attempts: HeldRow<PaymentAttempt>[] };
  audience: Audience;
}

/** The invoice as it is once nobody else changes it, with its store, its customer and its attempts. */
async function lockInvoice(tx: EntityManager, invoiceId: number): Promise<Locked> {
  await runWithNext(tx, LOCK_INVOICE, [invoiceId]);
  const [row] = await runPrepared<LockedRow>(tx, READ_LOCKED, [invoiceId]);
  if (!row) throw new Error(`There is no invoice ${invoiceId}.`);
  const { subscribers, waiting, schedule } = row;
  return {
    company: readRow(tx, Company, row.company),
    customer: readRow(tx, Customer, row.customer),
    rows: {
      invoices: [holdRow(tx, Invoice, row.invoice)],
      attempts: row.attempts.map((attempt) => holdRow(tx, PaymentAttempt, attempt)),
    },
    schedule,
    audience: { subscribers, waiting },
  };
}

type Json = Record<string, unknown>;

interface LockedRow extends Audience {
  invoice: Json;
  company: Json;
  customer: Json;
  attempts: Json[];
  schedule: ReminderSchedule | null;
}
