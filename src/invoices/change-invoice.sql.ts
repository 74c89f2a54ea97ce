import { prepared } from '../base/db/prepared-statements.ts';
import { reminderScheduleOf } from '../accounts/companies/reminder-schedule.sql.ts';

export const LOCK_INVOICE = prepared(
  'lock_invoice',
  'select to_json(invoice) as invoice from invoices invoice where id = $1 for no key update',
);

/** A statement of its own: one that waited for the lock would still see what was there before it began to wait. */
export const READ_AROUND = prepared(
  'read_around_invoice',
  `select to_json(company) as company, to_json(customer) as customer,
     ${reminderScheduleOf({ company: '$2', environment: '$4' })} as schedule,
     (select coalesce(json_agg(attempt order by attempt.number), '[]')
      from payment_attempts attempt where attempt.invoice_id = $1) as attempts
   from companies company, customers customer
   where company.id = $2 and customer.id = $3`,
);
