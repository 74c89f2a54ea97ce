import type { EntityManager } from '@mikro-orm/postgresql';

/** What should have happened this long ago has nobody who does it. A worker that was away for less catches up by itself. */
const PATIENCE_MS = 15 * 60_000;
/** As many renewals as are due at one moment are worked off one after the other, which takes its time. */
const RENEWAL_PATIENCE_MS = 2 * 3_600_000;
/** A bank takes its time to give money back. */
const REFUND_PATIENCE_MS = 24 * 3_600_000;
const BATCH = 500;
/** As the partial index `payment_attempts_awaiting` has it. */
export const AWAITS_GATEWAY = `((state = 'pending' and registered_at is null)
  or (state = 'canceled' and gateway_canceled_at is null and (registered_at is not null or gateway_account_id is not null)))`;
/** The invoice of a cycle came to something that its subscription has not taken account of. */
const OUTCOME_NOT_TAKEN = `case
  when invoices.status = 'paid' then cycle.state <> 'surplus'
  when invoices.status in ('partially_refunded', 'refunded', 'canceled') then cycle.state in ('open', 'retrying', 'unpaid')
  else cycle.state = 'open' and invoices.status in ('refused', 'abandoned', 'overdue', 'expired') end`;

/**
 * Finds invoices whose deadline has passed, whose delivery was due, or whose charge or refund was to be taken to the
 * gateway, long ago, subscriptions whose next step was, and erased customers whom a gateway still knows, and asks the dispatcher to tell their workflows once more: a run that was terminated, or lost with Temporal's database, is started again, and does what the
 * record says is due. A run that is only late hears news that it knows.
 *
 * @param now the stores' time; the outbox itself runs on PostgreSQL's
 * @returns how many invoices, deliveries, subscriptions and customers were found
 */
export async function requeueOverdue(em: EntityManager, now: Date): Promise<number> {
  const overdue = new Date(now.getTime() - PATIENCE_MS);
  // The gateway is asked once more with the same key, which tells what became of a refund whose callback was lost.
  await em
    .fork()
    .execute(`update refunds set requested_at = null where state = 'pending' and requested_at < ?`, [
      new Date(now.getTime() - REFUND_PATIENCE_MS),
    ]);
  const rows = await em.fork().execute<unknown[]>(
    `insert into outbox (invoice_id)
     select id from (
       select id from invoices where next_deadline_at < ?
       union
       select resource_id from webhook_deliveries
       where state = 'pending' and runs_in = 'invoice' and resource_type = 'invoice' and next_attempt_at < ?
         and endpoint_id not in (select id from webhook_endpoints where paused_at is not null)
       union
       select invoice_id from payment_attempts where ${AWAITS_GATEWAY} and updated_at < ?
       union
       select invoice_id from refunds where state = 'pending' and requested_at is null and created_at < ?
     ) as late
     where not exists (select 1 from outbox where outbox.invoice_id = late.id)
     limit ${BATCH}
     returning id`,
    [overdue, overdue, overdue, overdue],
  );
  const deliveries = await em.fork().execute<unknown[]>(
    `insert into outbox (delivery_id)
     select id from webhook_deliveries as late
     where state = 'pending' and runs_in <> 'invoice' and next_attempt_at < ?
       and endpoint_id not in (select id from webhook_endpoints where paused_at is not null)
       and not exists (select 1 from outbox where outbox.delivery_id = late.id)
     limit ${BATCH}
     returning id`,
    [overdue],
  );
  const renewals = new Date(now.getTime() - RENEWAL_PATIENCE_MS);
  const subscriptions = await em.fork().execute<unknown[]>(
    `insert into outbox (subscription_id)
     select id from (
       select id from subscriptions where next_step_at < ?
         and company_id not in (select id from companies where suspended_at is not null)
       union
       select cycle.subscription_id from subscription_cycles as cycle
         join invoices on invoices.id = cycle.invoice_id
       where cycle.state <> 'paid' and ${OUTCOME_NOT_TAKEN} and invoices.updated_at < ?
     ) as late
     where not exists (select 1 from outbox where outbox.subscription_id = late.id)
     order by random()
     limit ${BATCH}
     returning id`,
    [renewals, renewals],
  );
  const erasures = await em.fork().execute<unknown[]>(
    `insert into outbox (customer_id)
     select distinct customer_id from gateway_customers as known
       join customers on customers.id = known.customer_id
     where customers.erased_at < ?
       and not exists (select 1 from outbox where outbox.customer_id = known.customer_id)
     limit ${BATCH}
     returning id`,
    [overdue],
  );
  return rows.length + deliveries.length + subscriptions.length + erasures.length;
}
