import { prepared } from '../base/db/prepared-statements.ts';
import { reminderScheduleOf } from '../accounts/companies/reminder-schedule.sql.ts';
import { subscribersOf, waitingOf } from '../webhooks/record-events.sql.ts';

export const LOCK_INVOICE = prepared('lock_invoice', 'select from invoices where id = $1 for no key update');

const STORE = { company: 'invoice.company_id', environment: 'invoice.environment' };

/** A statement of its own: one that waited for the lock would still see what was there before it began to wait. */
export const READ_LOCKED = prepared(
  'read_locked_invoice',
  `select to_json(invoice) as invoice, to_json(company) as company, to_json(customer) as customer,
     ${reminderScheduleOf(STORE)} as schedule,
     (select coalesce(json_agg(attempt order by attempt.number), '[]')
      from payment_attempts attempt where attempt.invoice_id = invoice.id) as attempts,
     ${subscribersOf(STORE)}, ${waitingOf({ id: 'invoice.id', type: `'invoice'` })}
   from invoices invoice
   join companies company on company.id = invoice.company_id
   join customers customer on customer.id = invoice.customer_id
   where invoice.id = $1`,
);
