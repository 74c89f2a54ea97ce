import { joinClock } from '../../accounts/companies/store-clock.sql.ts';
import { prepared } from '../../base/db/prepared-statements.ts';
import { isCollecting } from '../../gateways/collecting-account.sql.ts';

export const READ_SIMULATED = prepared(
  'read_simulated_invoice',
  `select to_json(invoice) as invoice, to_json(clock_of_store.now_at) as clock_at,
     (select coalesce(json_agg(attempt order by attempt.number desc), '[]') from payment_attempts attempt
       where attempt.invoice_id = invoice.id) as attempts,
     (select count(*) from payments where payments.invoice_id = invoice.id)::int as payments,
     exists (select 1 from gateway_accounts account
       where ${isCollecting('account', { company: '$2', environment: '$3', method: 'invoice.payment_method' })}) as is_collected
   from invoices invoice
   ${joinClock('invoice')}
   where invoice.id = $1 and invoice.company_id = $2 and invoice.environment = $3`,
);
