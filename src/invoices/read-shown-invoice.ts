import type { EntityManager } from '@mikro-orm/postgresql';
import { readShownClock } from '../accounts/companies/store-clock.ts';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { readRow } from '../base/db/entity-rows.ts';
import { runPrepared } from '../base/db/prepared-statements.ts';
import { notFound } from '../base/errors/errors.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import { Invoice } from './invoice.entity.ts';
import type { ShownInvoice } from './present-invoice.ts';
import { READ_SHOWN } from './read-shown-invoice.sql.ts';

/**
 * An invoice with everything that it is shown with, in one statement and so as it was at one moment; to be read, not to
 * be changed. In a transaction it sees what that has flushed.
 *
 * @throws ApiError 404 when the store has no such invoice, also when another store or environment has it
 */
export async function readShownInvoice(
  em: EntityManager,
  { store, invoiceId }: { store: Store; invoiceId: number },
): Promise<Readonly<ShownInvoice>> {
  const [row] = await runPrepared<ShownRow>(em, READ_SHOWN, [invoiceId, store.companyId, store.environment]);
  if (!row) throw notFound('invoice', invoiceId);
  return {
    invoice: readRow(em, Invoice, row.invoice),
    company: readRow(em, Company, row.company),
    customer: readRow(em, Customer, row.customer),
    items: row.items.map((item) => readRow(em, InvoiceItem, item)),
    attempts: row.attempts.map((attempt) => readRow(em, PaymentAttempt, attempt)),
    payments: row.payments.map((payment) => readRow(em, Payment, payment)),
    clockAt: readShownClock(row.clock_at),
  };
}

type Json = Record<string, unknown>;
type ShownRow = Record<'invoice' | 'company' | 'customer', Json> &
  Record<'items' | 'attempts' | 'payments', Json[]> & { clock_at: string | null };
