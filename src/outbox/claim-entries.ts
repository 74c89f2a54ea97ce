import type { EntityManager } from '@mikro-orm/postgresql';
import { claim } from '../base/db/claim.ts';
import { runPrepared, type PreparedStatement } from '../base/db/prepared-statements.ts';

/** A claim outlives the signal that it is for; if its owner dies, the entry is free again this soon. */
const LEASE_SECONDS = 5;
/** News are of now for so long; then they are one of many that wait. */
const FRESH_SECONDS = 5;
/** The claim looks at this many entries of the news of now, to find those of each store. */
const LOOKED_AT = 1_000;
/** This many stores have a turn in one claim. */
const STORES_AT_ONCE = 100;

/** Whom an entry is about. */
export type SubjectKind = 'invoice' | 'subscription' | 'delivery' | 'customer';

/** A claimed entry of the outbox. */
export interface Entry {
  id: number;
  revision: number;
  /** The name of the workflow that is told: `invoice 7`. */
  subject: string;
  kind: SubjectKind;
  subjectId: number;
  companyId: number;
  environment: string;
  tries: number;
  traceparent: string | null;
}

/** A store, by which a claim goes on where the claim before it ended. */
export type StoreCursor = Pick<Entry, 'companyId' | 'environment'>;

const BEFORE_ALL: StoreCursor = { companyId: -1, environment: '' };

/**
 * By PostgreSQL's clock, as whoever wrote them: processes whose clocks differ lose no time. The column rounds to
 * milliseconds, and so does who compares, or an entry of this very moment would be passed over.
 */
const IS_DUE = 'claimable_at <= now()::timestamptz(3)';

const TAKE = `update outbox set claimable_at = now() + interval '${LEASE_SECONDS} seconds'
  where id = any (array(select id from claimed))
  returning id, revision, invoice_id, delivery_id, subscription_id, customer_id, company_id, environment, tries,
    traceparent`;

/**
 * Not prepared, so that PostgreSQL plans them by the size that the table has at the moment: the outbox is empty most of
 * the time, and a plan of then would read all of a large one. The ids are an array: PostgreSQL looks each of them up,
 * where it may join a subquery with the whole table.
 */
const CLAIM_FRESH: PreparedStatement = {
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

/**
 * For a minute PostgreSQL believes that an outbox which has become large is as small as it was, and that it may as well
 * be read to its end, once for each store.
 */
const FOLLOW_THE_INDEX =
  'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off';

const CLAIM_IN_TURN: PreparedStatement = {
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

type Column =
  | 'id'
  | 'invoice_id'
  | 'delivery_id'
  | 'subscription_id'
  | 'customer_id'
  | 'company_id'
  | 'environment'
  | 'traceparent';
type Row = Record<Column, string | null> & Record<'revision' | 'tries', number>;

/** Claims news of now: those of each store in turn, of a store the oldest first. */
export async function claimFresh(em: EntityManager, limit: number): Promise<Entry[]> {
  return (await runPrepared<Row>(em.fork(), CLAIM_FRESH, [limit])).map(toEntry);
}

/**
 * Claims what waits, or with `isBulk` what a single act ordered much of: one entry of each store in turn, beginning
 * with the store after `after`, and of a store the one that is due longest.
 */
export async function claimInTurn(
  em: EntityManager,
  { isBulk, limit, after }: { isBulk: boolean; limit: number; after: StoreCursor | null },
): Promise<Entry[]> {
  const claimFrom = ({ companyId, environment }: StoreCursor, places: number): Promise<Entry[]> =>
    em.fork().transactional(async (tx) => {
      await tx.execute(FOLLOW_THE_INDEX);
      const rows = await runPrepared<Row>(tx, CLAIM_IN_TURN, [isBulk, companyId, environment, places]);
      return rows.map(toEntry);
    });
  const first = await claimFrom(after ?? BEFORE_ALL, limit);
  if (first.length === limit || !after) return first;
  return [...first, ...(await claimFrom(BEFORE_ALL, limit - first.length))];
}

function toEntry(row: Row): Entry {
  const [kind, subjectId] = subjectOf(row);
  return {
    ...{ id: Number(row.id), revision: row.revision, tries: row.tries, traceparent: row.traceparent },
    ...{ kind, subjectId: Number(subjectId), subject: `${kind} ${subjectId}` },
    ...{ companyId: Number(row.company_id), environment: row.environment! },
  };
}

function subjectOf(row: Row): [SubjectKind, string] {
  if (row.customer_id !== null) return ['customer', row.customer_id];
  if (row.invoice_id !== null) return ['invoice', row.invoice_id];
  return row.subscription_id !== null ? ['subscription', row.subscription_id] : ['delivery', row.delivery_id!];
}
