import { prepared } from '../../base/db/prepared-statements.ts';
import { dueWork, isDueByClock } from '../due-work.ts';

const DUE = dueWork(isDueByClock({ company: '$1', now: '$2' }), { most: '$3' });

/**
 * Subjects whose workflows have work that is due, by kind and id. `$1`: the company, `$2`: the time of its sandbox's
 * clock, `$3`: so many of them.
 */
export const DUE_SUBJECTS = prepared(
  'sandbox_clock_due',
  `${DUE.map(({ kind, rows }) => `select '${kind}' as kind, subject as id from (${rows}) as due_${kind}`).join(' union all ')}
  order by kind, id limit $3`,
);

/** The attempt that a message of the sandbox gateway is about. */
const ATTEMPT_OF_EVENT = `coalesce((message.event->>'attemptId')::bigint,
  substring(message.event->>'paymentId' from '^pay_sandbox_([0-9]+)')::bigint)`;

/**
 * Something that the present moment has brought about and that is not finished, beside `DUE_SUBJECTS`, or no row:
 * deliveries that wait for a place at their receiver, those that a paused endpoint is probed with, refunds that the
 * gateway has not answered, messages of the sandbox gateway on their way, workflows that are to be told, and reminders
 * that are being planned anew. Entries of the outbox that an act wrote for many are for such work, or for work of
 * later. The first two values are as of `DUE_SUBJECTS`.
 */
export const UNFINISHED = prepared(
  'sandbox_clock_unfinished',
  `select 'delivery' as kind, delivery.id from webhook_deliveries delivery
    join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id
  where delivery.company_id = $1 and delivery.environment = 'sandbox' and delivery.state = 'pending'
    and ((delivery.next_attempt_at <= $2 and endpoint.paused_at is null)
      or (delivery.next_attempt_at = $2 and delivery.runs_in = 'delivery'))
  union all
  select 'refund', id from refunds where company_id = $1 and environment = 'sandbox' and state = 'pending'
  union all
  select 'callback', message.id from sandbox_callbacks message
    join payment_attempts attempt on attempt.id = ${ATTEMPT_OF_EVENT}
  where message.sent_at is null and attempt.company_id = $1 and attempt.environment = 'sandbox'
  union all
  select 'callback', message.id from gateway_callbacks message
    join payment_attempts attempt on attempt.id = ${ATTEMPT_OF_EVENT}
  where message.applied_at is null and attempt.company_id = $1 and attempt.environment = 'sandbox'
  union all
  select 'callback', message.id from sandbox_callbacks message
    join mandates mandate on mandate.gateway_mandate_id = message.event->>'gatewayMandateId'
  where message.sent_at is null and mandate.company_id = $1 and mandate.environment = 'sandbox'
  union all
  select 'callback', message.id from gateway_callbacks message
    join mandates mandate on mandate.gateway_mandate_id = message.event->>'gatewayMandateId'
  where message.applied_at is null and mandate.company_id = $1 and mandate.environment = 'sandbox'
  union all
  select 'workflow', id from outbox
  where not is_bulk and company_id = $1 and environment = 'sandbox' and refusal is null
    and subject_type <> 'clock'
  union all
  select 'workflow', id from store_settings
  where company_id = $1 and environment = 'sandbox' and replanned_until is not null
  limit 1`,
);

/**
 * The thing that happens next by itself after a moment, or no row. Deliveries that a paused endpoint holds are no
 * moments: the endpoint is probed at the moments of others. The first two values are as of `DUE_SUBJECTS`.
 */
export const NEXT = prepared(
  'sandbox_clock_next',
  `(select 'invoice' as kind, id, next_deadline_at as at from invoices
    where company_id = $1 and environment = 'sandbox' and next_deadline_at > $2 order by next_deadline_at, id limit 1)
  union all
  (select 'subscription', id, next_step_at from subscriptions
    where company_id = $1 and environment = 'sandbox' and next_step_at > $2 order by next_step_at, id limit 1)
  union all
  (select 'delivery', delivery.id, delivery.next_attempt_at from webhook_deliveries delivery
    join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id and endpoint.paused_at is null
    where delivery.company_id = $1 and delivery.environment = 'sandbox' and delivery.state = 'pending'
      and delivery.next_attempt_at > $2 order by delivery.next_attempt_at, delivery.id limit 1)
  order by 3, 1, 2 limit 1`,
);
