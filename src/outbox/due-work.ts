import { AWAITS_GATEWAY, isHeldAtGateway } from '../gateways/held-work.ts';
import type { OutboxSubject } from '../base/outbox/outbox-entry.entity.ts';

/** The invoice of a cycle came to something that its subscription has not taken account of. */
const OUTCOME_NOT_TAKEN = `case
  when invoices.status = 'paid' then cycle.state <> 'surplus'
  when invoices.status in ('partially_refunded', 'refunded', 'canceled') then cycle.state in ('open', 'retrying', 'unpaid')
  else cycle.state = 'open' and invoices.status in ('refused', 'abandoned', 'overdue', 'expired') end`;

/** A kind of work that a workflow does. */
export interface DueWork {
  kind: OutboxSubject;
  /** SQL: selects `subject`, `company_id`, `environment`, and since when the work is due, `since`. */
  rows: string;
}

/**
 * All work that the record names, by the workflow that does it: invoices whose deadline has come, whose delivery is
 * due, whose payer is to be written to, or whose charge or refund is to be taken to the gateway; deliveries with a
 * workflow of their own; subscriptions with a step to take. A delivery that waits for a place at its receiver, or for
 * its endpoint, is let go by others.
 *
 * @param isDue makes the SQL that says whether a moment of a row counts as come
 * @param most SQL: so many rows of each kind of work, those that have been due for longest; all of them unless given
 */
export function dueWork(
  isDue: (table: string, column: string, kind: OutboxSubject) => string,
  { most }: { most?: string } = {},
): DueWork[] {
  const some = (rows: string): string => (most === undefined ? rows : `(${rows} order by 2 limit ${most})`);
  const isHeard = 'endpoint_id not in (select id from webhook_endpoints where paused_at is not null)';
  return [
    {
      kind: 'invoice',
      rows: `select subject, invoices.company_id, invoices.environment, min(since) as since from (
          ${some(`select id as subject, next_deadline_at as since from invoices
            where ${isDue('invoices', 'next_deadline_at', 'invoice')}`)}
          union all
          ${some(`select resource_id, next_attempt_at from webhook_deliveries
            where state = 'pending' and runs_in = 'invoice' and resource_type = 'invoice' and waits_since is null
              and ${isDue('webhook_deliveries', 'next_attempt_at', 'invoice')} and ${isHeard}`)}
          union all
          ${some(`select invoice_id, updated_at from payment_attempts attempt
            where ${AWAITS_GATEWAY} and ${isDue('attempt', 'updated_at', 'invoice')} and not ${isHeldAtGateway('attempt')}`)}
          union all
          ${some(`select refund.invoice_id, refund.created_at from refunds refund
              join payments payment on payment.id = refund.payment_id
              join payment_attempts attempt on attempt.id = payment.attempt_id
            where refund.state = 'pending' and refund.requested_at is null
              and ${isDue('refund', 'created_at', 'invoice')} and not ${isHeldAtGateway('attempt')}`)}
          union all
          ${some(`select invoice_id, send_at from payer_messages
            where state in ('queued', 'sending') and ${isDue('payer_messages', 'send_at', 'invoice')}`)}
        ) as each_of join invoices on invoices.id = subject group by 1, 2, 3`,
    },
    {
      kind: 'delivery',
      rows: `select subject, company_id, environment, since from (
          ${some(`select id as subject, next_attempt_at as since, company_id, environment from webhook_deliveries
            where state = 'pending' and runs_in <> 'invoice' and waits_since is null
              and ${isDue('webhook_deliveries', 'next_attempt_at', 'delivery')} and ${isHeard}`)}
        ) as each_of`,
    },
    {
      kind: 'subscription',
      rows: `select subject, subscriptions.company_id, subscriptions.environment, min(since) as since from (
          ${some(`select id as subject, next_step_at as since from subscriptions
            where ${isDue('subscriptions', 'next_step_at', 'subscription')}
              and company_id not in (select id from companies where suspended_at is not null)`)}
          union all
          ${some(`select cycle.subscription_id, invoices.updated_at from subscription_cycles as cycle
              join invoices on invoices.id = cycle.invoice_id
            where cycle.state <> 'paid' and ${OUTCOME_NOT_TAKEN} and ${isDue('invoices', 'updated_at', 'subscription')}`)}
          union all
          ${some(`select subscription_id, updated_at from mandates
            where (is_settled = false or is_cancellation_due) and ${isDue('mandates', 'updated_at', 'subscription')}`)}
        ) as each_of join subscriptions on subscriptions.id = subject group by 1, 2, 3`,
    },
  ];
}

/**
 * SQL for `dueWork`: whether a moment has come by the clock of a sandbox.
 *
 * @param company SQL of the company's id
 * @param now SQL of the time that the clock shows
 */
export function isDueByClock({ company, now }: { company: string; now: string }) {
  return (table: string, column: string): string =>
    `${table}.company_id = ${company} and ${table}.environment = 'sandbox' and ${table}.${column} <= ${now}`;
}
