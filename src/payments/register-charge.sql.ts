import { prepared } from '../base/db/prepared-statements.ts';

export const READ_CHARGE = prepared(
  'read_charge',
  `select to_json(attempt) as attempt, to_json(invoice) as invoice, to_json(company) as company,
     to_json(customer) as customer
   from payment_attempts attempt
   join invoices invoice on invoice.id = attempt.invoice_id
   join companies company on company.id = invoice.company_id
   join customers customer on customer.id = invoice.customer_id
   where attempt.id = $1`,
);
