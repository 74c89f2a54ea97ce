import { prepared } from '../base/db/prepared-statements.ts';

export const READ_CHARGE = prepared(
  'read_charge',
  `select to_json(attempt) as attempt, to_json(invoice) as invoice, to_json(company) as company,
     to_json(customer) as customer, mandate.gateway_mandate_id,
     invoice.subscription_id is not null and exists (
       select 1 from mandates asked where asked.subscription_id = invoice.subscription_id
         and asked.journey = 'first_payment' and asked.status in ('requested', 'pending')
         -- A code that is made later, after the first has run out, pays alone.
         and asked.created_at >= attempt.created_at) as authorizes
   from payment_attempts attempt
   join invoices invoice on invoice.id = attempt.invoice_id
   join companies company on company.id = invoice.company_id
   join customers customer on customer.id = invoice.customer_id
   left join mandates mandate on mandate.id = attempt.mandate_id
   where attempt.id = $1`,
);
