import type { EntityManager } from '@mikro-orm/postgresql';
import { tellMany } from '../base/outbox/tell-many.ts';
import { dueWork, isDueByClock, type DueWork } from './due-work.ts';

/**
 * Work that is overdue by this long has no process that does it. A worker that was away for less catches up by itself.
 */
const PATIENCE_MS = 15 * 60_000;
/** As many renewals as are due at one moment are worked off one after the other, which takes its time. */
const RENEWAL_PATIENCE_MS = 2 * 3_600_000;
/** A bank takes its time to give money back. */
const REFUND_PATIENCE_MS = 24 * 3_600_000;
const BATCH = 500;
/**
 * A subject that was told again is told once more after this time, and then after twice as long each time, up to a day.
 */
const AGAIN_MINUTES = 10;
const DAY_MINUTES = 24 * 60;
const FORGET_MS = 3 * 24 * 3_600_000;
/**
 * Finds invoices whose deadline has passed, whose delivery was due, or whose charge or refund was to be taken to the
 * gateway, long ago; subscriptions whose next step was due long ago; erased customers whom a gateway still knows; and
 * clocks of sandboxes whose advance does not go on. Asks the dispatcher to tell their workflows once more: a run that
 * was terminated, or lost with Temporal's database, is started again, and does the work that the record names. A run
 * that is only late hears news that it knows.
 *
 * Stores take turns, and the subject that was told most rarely goes first. A subject that stays overdue is told less
 * and less often: however many of them there are, they hide nobody, and add little to the histories of their runs.
 *
 * @param now the stores' time; the outbox itself runs on PostgreSQL's
 * @returns how many invoices, deliveries, subscriptions, customers and clocks were told
 */
export async function requeueOverdue(em: EntityManager, now: Date): Promise<number> {
  // The gateway is asked once more with the same key, which tells what became of a refund whose callback was lost.
  await em
    .fork()
    .execute(`update refunds set requested_at = null where state = 'pending' and requested_at < ?`, [
      new Date(now.getTime() - REFUND_PATIENCE_MS),
    ]);
  let told = 0;
  for (const overdue of listOverdue(now)) told += await tellAgain(em, overdue, now);
  // A subject that is overdue again after days is told as if for the first time.
  await em.fork().execute('delete from requeued_work where next_at < ?', [new Date(now.getTime() - FORGET_MS)]);
  return told;
}

/**
 * A sandbox with a clock is told of all that is due by it: an advance waits for that work, and where none is under way
 * nothing is due for long. Nobody knows for how long in real time.
 */
function listOverdue(now: Date): DueWork[] {
  const before = (ms: number): string => `'${new Date(now.getTime() - ms).toISOString()}'::timestamptz`;
  const patienceOf = ({ kind }: Pick<DueWork, 'kind'>): number =>
    kind === 'subscription' ? RENEWAL_PATIENCE_MS : PATIENCE_MS;
  const byClock = dueWork(isDueByClock({ company: 'clock.company_id', now: 'clock.now_at' }));
  const late = dueWork(
    (table, column, kind) => `${table}.${column} < ${before(patienceOf({ kind }))} and not exists (
      select 1 from sandbox_clocks as clock
      where clock.company_id = ${table}.company_id and clock.environment = ${table}.environment)`,
  );
  return [
    ...late.map(({ kind, rows }, index) => ({
      kind,
      rows: `${rows} union all
        select late_by_clock.* from sandbox_clocks as clock
        cross join lateral (select * from (${byClock[index]!.rows}) as due limit ${BATCH}) as late_by_clock`,
    })),
    {
      kind: 'customer',
      rows: `select customers.id as subject, company_id, environment, erased_at as since from customers
        where erased_at < ${before(PATIENCE_MS)} and exists (select 1 from gateway_customers where customer_id = customers.id)`,
    },
    {
      kind: 'clock',
      rows: `select company_id as subject, company_id, environment, updated_at as since from sandbox_clocks
        where target_at is not null and updated_at < ${before(PATIENCE_MS)}`,
    },
  ];
}

/** @returns how many are told */
async function tellAgain(em: EntityManager, { kind, rows }: DueWork, now: Date): Promise<number> {
  const told = await em.fork().execute<unknown[]>(
    `with late as materialized (${rows}),
     in_turn as (
       select late.*, coalesce(times, 0) as times, row_number() over (
         partition by company_id, environment order by coalesce(times, 0), since) as turn
       from late left join requeued_work as before on before.kind = '${kind}' and before.subject_id = late.subject
       where (before.next_at is null or before.next_at <= ?)
         and not exists (select 1 from outbox where subject_type = '${kind}' and outbox.subject_id = late.subject)),
     chosen as materialized (select * from in_turn order by turn, times, since limit ${BATCH}),
     noted as (
       insert into requeued_work (kind, subject_id, times, next_at)
       select '${kind}', subject, times + 1,
         ?::timestamptz + least(${AGAIN_MINUTES} * power(2, least(times, 20)), ${DAY_MINUTES}) * interval '1 minute'
       from chosen
       on conflict (kind, subject_id) do update set times = excluded.times, next_at = excluded.next_at)
     ${tellMany(kind, 'select * from chosen')} returning id`,
    [now, now],
  );
  return told.length;
}
