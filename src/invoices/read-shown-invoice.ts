import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { readRow } from '../base/db/entity-rows.ts';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import { notFound } from '../base/errors/errors.ts';
import { PaymentAttempt } from './payment-attempt.entity.ts';
import { Payment } from './payment.entity.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import { Invoice } from './invoice.entity.ts';
import type { ShownInvoice } from './present-invoice.ts';

const READ_SHOWN = prepared(
  'read_shown_invoice',
  `select to_json(invoice) as invoice, to_json(company) as company, to_json(customer) as customer,
     (select coalesce(json_agg(item order by item.position), '[]')
      from invoice_items item where item.invoice_id = invoice.id) as items,
     (select coalesce(json_agg(attempt order by attempt.number), '[]')
      from payment_attempts attempt where attempt.invoice_id = invoice.id) as attempts,
     (select coalesce(json_agg(payment order by payment.id), '[]')
      from payments payment where payment.invoice_id = invoice.id) as payments
   from invoices invoice
   join companies company on company.id = invoice.company_id
   join customers customer on customer.id = invoice.customer_id
   where invoice.id = $1 and invoice.company_id = $2 and invoice.environment = $3`,
);

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
  };
}

type Json = Record<string, unknown>;
type ShownRow = Record<'invoice' | 'company' | 'customer', Json> & Record<'items' | 'attempts' | 'payments', Json[]>;
