import { prepared } from '../base/db/prepared-statements.ts';
import { joinClock } from '../accounts/companies/store-clock.sql.ts';
import { isHeldAtGateway } from '../gateways/held-work.ts';
import { MOST_DELIVERIES_OF_INVOICE } from '../webhooks/webhook-delivery.entity.ts';

export const READ_NEWS = prepared(
  'read_invoice_news',
  // The time of the statement is that of its arrival, before PostgreSQL takes the snapshot that the statement reads.
  `select (extract(epoch from statement_timestamp()) * 1000000)::bigint as read_at,
    json_build_object('id', i.id, 'companyId', i.company_id, 'environment', i.environment, 'version', i.version,
      'status', i.status, 'paymentMethod', i.payment_method, 'pixExpiresAt', i.pix_expires_at,
      'overdueAt', i.overdue_at, 'expiresAt', i.expires_at, 'abandonmentAt', i.abandonment_at,
      'reminderStep', i.reminder_step, 'reminderAt', i.reminder_at, 'disputeDueAt', i.dispute_due_at) as invoice,
    json_build_object('totalCents', i.total_cents, 'dueDate', i.due_date,
      'gateway', (select a.gateway from payment_attempts a where a.invoice_id = i.id and not a.is_companion
        order by a.number desc limit 1),
      'heldDeliveries', (select json_build_object('paused', count(w.paused_at),
          'crowded', count(*) - count(w.paused_at),
          'failing', count(*) filter (where d.attempts > d.attempts_before))
        from webhook_deliveries d join webhook_endpoints w on w.id = d.endpoint_id
        where d.resource_id = i.id and d.resource_type = 'invoice' and d.state = 'pending' and d.runs_in = 'invoice'
          and (w.paused_at is not null or d.waits_since is not null))) as facts,
    json_build_object('webhookRetries', s.webhook_retries,
      'webhookRetryIntervalSeconds', s.webhook_retry_interval_seconds,
      'webhookRetryStrategy', s.webhook_retry_strategy,
      'webhookRetryMaxIntervalSeconds', s.webhook_retry_max_interval_seconds) as policy,
    to_json(clock_of_store.now_at) as clock_at,
    (select json_agg(json_build_object('id', a.id, 'state', a.state,
       'isRegistered', a.registered_at is not null, 'isCompanion', a.is_companion, 'isHeld', ${isHeldAtGateway('a')}) order by a.number)
     from payment_attempts a
     where a.invoice_id = i.id and ((a.state = 'pending' and a.registered_at is null)
       or (a.state = 'canceled' and a.gateway_canceled_at is null
         and (a.registered_at is not null or a.gateway_account_id is not null)))) as charges,
    (select json_agg(json_build_object('id', r.id, 'isHeld', ${isHeldAtGateway('a')}) order by r.id)
     from refunds r join payments p on p.id = r.payment_id join payment_attempts a on a.id = p.attempt_id
     where r.invoice_id = i.id and r.state = 'pending' and r.requested_at is null) as refunds,
    (select json_agg(json_build_object('id', d.id, 'isHeld', ${isHeldAtGateway('a')}) order by d.id)
     from disputes d join payments p on p.id = d.payment_id join payment_attempts a on a.id = p.attempt_id
     where d.invoice_id = i.id and d.answer_state = 'sending' and d.status = 'open') as answers,
    (select json_agg(message.id order by message.id) from payer_messages message
     where message.invoice_id = i.id and message.state in ('queued', 'sending')) as messages,
    (select json_agg(json_build_object('id', due.id, 'event', due.type, 'endpointId', due.endpoint_id,
       'attempts', due.attempts, 'attemptsBefore', due.attempts_before, 'nextAttemptAt', due.next_attempt_at,
       'runsIn', due.runs_in) order by due.attempts, due.id)
     from (
       select d.id, e.type, d.endpoint_id, d.attempts, d.attempts_before, d.next_attempt_at, d.runs_in
       from webhook_deliveries d
       -- What is held for a paused endpoint, or waits for a place, is told of when it is let go.
       join webhook_endpoints w on w.id = d.endpoint_id and w.paused_at is null
       join events e on e.id = d.event_id
       where d.resource_id = i.id and d.resource_type = 'invoice' and d.state = 'pending' and d.runs_in = 'invoice'
         and d.waits_since is null
       -- So many keep a signal under 20 kB. Fresh ones first: an old one that is retried for hours must not keep them out.
       order by d.attempts, d.id limit ${MOST_DELIVERIES_OF_INVOICE + 1}) due) as deliveries
  from invoices i join store_settings s on s.company_id = i.company_id and s.environment = i.environment
  ${joinClock('i')}
  where i.id = any ($1::bigint[])
  order by i.id`,
);
