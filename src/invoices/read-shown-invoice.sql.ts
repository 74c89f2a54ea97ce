import { joinClock } from '../accounts/companies/store-clock.sql.ts';
import { prepared } from '../base/db/prepared-statements.ts';

export const READ_SHOWN = prepared(
  'read_shown_invoice',
  `select to_json(invoice) as invoice, to_json(company) as company, to_json(customer) as customer,
     to_json(clock_of_store.now_at) as clock_at,
     (select coalesce(json_agg(item order by item.position), '[]')
      from invoice_items item where item.invoice_id = invoice.id) as items,
     (select coalesce(json_agg(attempt order by attempt.number), '[]')
      from payment_attempts attempt where attempt.invoice_id = invoice.id) as attempts,
     (select coalesce(json_agg(payment order by payment.id), '[]')
      from payments payment where payment.invoice_id = invoice.id) as payments
   from invoices invoice
   join companies company on company.id = invoice.company_id
   join customers customer on customer.id = invoice.customer_id
   ${joinClock('invoice')}
   where invoice.id = $1 and invoice.company_id = $2 and invoice.environment = $3`,
);
