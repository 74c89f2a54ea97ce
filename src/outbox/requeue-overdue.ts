import type { EntityManager } from '@mikro-orm/postgresql';
import { AWAITS_GATEWAY, isHeldAtGateway } from '../gateways/held-work.ts';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';
import { tellMany } from '../base/outbox/tell-many.ts';

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
/** The invoice of a cycle came to something that its subscription has not taken account of. */
const OUTCOME_NOT_TAKEN = `case
  when invoices.status = 'paid' then cycle.state <> 'surplus'
  when invoices.status in ('partially_refunded', 'refunded', 'canceled') then cycle.state in ('open', 'retrying', 'unpaid')
  else cycle.state = 'open' and invoices.status in ('refused', 'abandoned', 'overdue', 'expired') end`;

/** A kind of overdue work: selects `subject`, `company_id`, `environment` and since when, `since`. */
interface Overdue {
  kind: OutboxSubject;
  rows: string;
  values: Date[];
}

/**
 * Finds invoices whose deadline has passed, whose delivery was due, or whose charge or refund was to be taken to the
 * gateway, long ago; subscriptions whose next step was due long ago; and erased customers whom a gateway still knows.
 * Asks the dispatcher to tell their workflows once more: a run that was terminated, or lost with Temporal's database,
 * is started again, and does the work that the record names. A run that is only late hears news that it knows.
 *
 * Stores take turns, and the subject that was told most rarely goes first. A subject that stays overdue is told less
 * and less often: however many of them there are, they hide nobody, and add little to the histories of their runs.
 *
 * @param now the stores' time; the outbox itself runs on PostgreSQL's
 * @returns how many invoices, deliveries, subscriptions and customers were told
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

function listOverdue(now: Date): Overdue[] {
  const late = new Date(now.getTime() - PATIENCE_MS);
  const renewals = new Date(now.getTime() - RENEWAL_PATIENCE_MS);
  const isHeard = 'endpoint_id not in (select id from webhook_endpoints where paused_at is not null)';
  return [
    {
      kind: 'invoice',
      rows: `select subject, invoices.company_id, invoices.environment, min(since) as since from (
          select id as subject, next_deadline_at as since from invoices where next_deadline_at < ?
          union all
          select resource_id, next_attempt_at from webhook_deliveries
          where state = 'pending' and runs_in = 'invoice' and resource_type = 'invoice' and waits_since is null
            and next_attempt_at < ? and ${isHeard}
          union all
          select invoice_id, updated_at from payment_attempts attempt
          where ${AWAITS_GATEWAY} and updated_at < ? and not ${isHeldAtGateway('attempt')}
          union all
          select refund.invoice_id, refund.created_at from refunds refund
            join payments payment on payment.id = refund.payment_id
            join payment_attempts attempt on attempt.id = payment.attempt_id
          where refund.state = 'pending' and refund.requested_at is null and refund.created_at < ?
            and not ${isHeldAtGateway('attempt')}
        ) as each_of join invoices on invoices.id = subject group by 1, 2, 3`,
      values: [late, late, late, late],
    },
    {
      kind: 'delivery',
      rows: `select id as subject, company_id, environment, next_attempt_at as since from webhook_deliveries
        where state = 'pending' and runs_in <> 'invoice' and waits_since is null and next_attempt_at < ? and ${isHeard}`,
      values: [late],
    },
    {
      kind: 'subscription',
      rows: `select subject, subscriptions.company_id, subscriptions.environment, min(since) as since from (
          select id as subject, next_step_at as since from subscriptions where next_step_at < ?
            and company_id not in (select id from companies where suspended_at is not null)
          union all
          select cycle.subscription_id, invoices.updated_at from subscription_cycles as cycle
            join invoices on invoices.id = cycle.invoice_id
          where cycle.state <> 'paid' and ${OUTCOME_NOT_TAKEN} and invoices.updated_at < ?
        ) as each_of join subscriptions on subscriptions.id = subject group by 1, 2, 3`,
      values: [renewals, renewals],
    },
    {
      kind: 'customer',
      rows: `select customers.id as subject, company_id, environment, erased_at as since from customers
        where erased_at < ? and exists (select 1 from gateway_customers where customer_id = customers.id)`,
      values: [late],
    },
  ];
}

/** @returns how many are told */
async function tellAgain(em: EntityManager, { kind, rows, values }: Overdue, now: Date): Promise<number> {
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
    [...values, now, now],
  );
  return told.length;
}
