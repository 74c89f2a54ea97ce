import { prepared } from '../../base/db/prepared-statements.ts';

/** Writes transactions with their entries in one statement: PostgreSQL holds each of them to zero at its end. */
export const POST = prepared(
  'post_ledger_transactions',
  `with given as materialized (
     select place, kind, source_id, legs,
       (select count(*)::int from ledger_transactions before
         where before.kind = one.kind and before.source_id = one.source_id) as part
     from jsonb_to_recordset($3::jsonb) as one (place int, kind text, source_id bigint, legs jsonb)),
   posted as (
     insert into ledger_transactions (company_id, environment, kind, source_id, part, invoice_id, posted_at)
     select $1, $2, kind, source_id, part, $4, $5::timestamptz from given order by place
     returning id, kind, source_id, part)
   insert into ledger_entries
     (company_id, environment, transaction_id, kind, account, gateway, amount_cents, counts_on, invoice_id, posted_at)
   select $1, $2, posted.id, posted.kind, leg.account, leg.gateway, leg.amount_cents, leg.counts_on, $4, $5::timestamptz
   from given join posted using (kind, source_id, part) cross join lateral
     jsonb_to_recordset(given.legs) as leg (account text, gateway text, amount_cents bigint, counts_on date)
   order by posted.id, leg.amount_cents desc`,
);
