import { prepared } from '../base/db/prepared-statements.ts';

export const BEGUN = prepared(
  'find_begun_work',
  `select 'delivery ' || id as subject from webhook_deliveries where id = any ($1::bigint[])
     and (state <> 'pending' or attempts_begun > attempts_before or waits_since is not null)
   union all
   select 'invoice ' || asked.invoice_id from unnest($2::bigint[]) as asked (invoice_id)
   where not exists (select 1 from payment_attempts
       where invoice_id = asked.invoice_id and state = 'pending' and registered_at is null)
     and not exists (select 1 from webhook_deliveries
       where resource_type = 'invoice' and resource_id = asked.invoice_id and state = 'pending' and runs_in = 'invoice'
         and attempts_begun = attempts_before and waits_since is null)`,
);
