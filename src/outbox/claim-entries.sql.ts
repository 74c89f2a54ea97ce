import { claim } from '../base/db/claim.ts';
import type { PreparedStatement } from '../base/db/prepared-statements.ts';

/** A claim outlives the signal that it is for; if its owner dies, the entry is free again this soon. */
const LEASE_SECONDS = 5;

/** News are of now for so long; then they are one of many that wait. */
const FRESH_SECONDS = 5;

/** The claim looks at this many entries of the news of now, to find those of each store. */
const LOOKED_AT = 1_000;

/** This many stores have a turn in one claim. */
const STORES_AT_ONCE = 100;

/**
 * By PostgreSQL's clock, as whoever wrote them: processes whose clocks differ lose no time. The column rounds to
 * milliseconds, and so does who compares, or an entry of this very moment would be passed over.
 */
const IS_DUE = 'claimable_at <= now()::timestamptz(3)';

const TAKE = `update outbox set claimable_at = now() + interval '${LEASE_SECONDS} seconds'
  where id = any (array(select id from claimed))
  returning id, revision, subject_type, subject_id, company_id, environment, tries, traceparent`;

/**
 * The ids are an array: PostgreSQL looks each of them up, where it may join a subquery with the whole table. See
 * `openClaims` for its plan, which is made once.
 */
export const CLAIM_FRESH: PreparedStatement = {
  name: 'claim_fresh_entries',
  text: claim(
    `select id from outbox where id = any (array(
       select id from (
         select id, claimable_at, row_number() over (partition by company_id, environment order by claimable_at, id) as turn
         from (
           select id, claimable_at, company_id, environment from outbox
           where not is_bulk and ${IS_DUE} and claimable_at > now() - interval '${FRESH_SECONDS} seconds'
             and created_at > now() - interval '${FRESH_SECONDS} seconds' and tries = 0
           order by claimable_at, id limit ${LOOKED_AT}) as looked_at) as in_turn
       order by turn, claimable_at, id limit $1))
     and ${IS_DUE} for no key update skip locked`,
    TAKE,
  ),
};

export const CLAIM_IN_TURN: PreparedStatement = {
  name: 'claim_entries_in_turn',
  text: `with recursive stores as (
      (select company_id, environment from outbox
        where is_bulk = $1 and (company_id, environment) > ($2::bigint, $3::text)
        order by company_id, environment limit 1)
      union all
      select next.company_id, next.environment from stores cross join lateral (
        select company_id, environment from outbox
        where is_bulk = $1 and (company_id, environment) > (stores.company_id, stores.environment)
        order by company_id, environment limit 1) as next),
    some_stores as materialized (select * from stores limit ${STORES_AT_ONCE}),
    in_turn as materialized (
      select due.id, row_number() over (partition by some_stores.company_id, some_stores.environment
        order by due.claimable_at, due.id) as turn, some_stores.company_id, some_stores.environment
      from some_stores cross join lateral (
        select id, claimable_at from outbox
        where is_bulk = $1 and company_id = some_stores.company_id and environment = some_stores.environment and ${IS_DUE}
        order by claimable_at, id limit $4) as due),
    chosen as materialized (select id from in_turn order by turn, company_id, environment limit $4),
    claimed as materialized (
      select id from outbox where id = any (array(select id from chosen)) and ${IS_DUE} for no key update skip locked)
    ${TAKE}`,
};
