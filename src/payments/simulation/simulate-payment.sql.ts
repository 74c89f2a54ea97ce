import { joinClock } from '../../accounts/companies/store-clock.sql.ts';
import { prepared } from '../../base/db/prepared-statements.ts';

export const READ_SIMULATED = prepared(
  'read_simulated_invoice',
  `select invoice.payment_method, invoice.subscription_id, to_json(clock_of_store.now_at) as clock_at,
     (select count(*) from payments where payments.invoice_id = invoice.id)::int as payments
   from invoices invoice
   ${joinClock('invoice')}
   where invoice.id = $1 and invoice.company_id = $2 and invoice.environment = $3`,
);
