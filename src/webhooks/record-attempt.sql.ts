import { prepared } from '../base/db/prepared-statements.ts';
import { PAUSE_AFTER_SECONDS } from './endpoint-health.ts';

export const RECORD_SUCCESS = prepared(
  'record_delivery_success',
  `with delivered as (
     update webhook_deliveries d
     set state = 'delivered', attempts = $2, completed_at = $4::timestamptz, next_attempt_at = null
     from webhook_endpoints w
     where d.id = $1 and d.state = 'pending' and d.attempts = $2::int - 1
       and w.id = d.endpoint_id and w.failing_since is null and w.paused_at is null
     returning d.id, d.attempts)
   insert into webhook_attempts (delivery_id, number, outcome, started_at, duration_ms, status_code,
     url, request_headers, response_headers, response_body)
   select id, attempts, 'succeeded', $3::timestamptz, $5::int, $6::int, $7::text, $8::jsonb, $9::jsonb, $10::text
   from delivered
   returning id`,
);

export const RECORD_FAILURE = prepared(
  'record_delivery_failure',
  `with failed as (
     update webhook_deliveries d set attempts = $2, next_attempt_at = $9::timestamptz
     from webhook_endpoints w
     where d.id = $1 and d.state = 'pending' and d.attempts = $2::int - 1
       and w.id = d.endpoint_id and w.paused_at is null
       and w.failing_since > $4::timestamptz - interval '${PAUSE_AFTER_SECONDS} seconds'
     returning d.id, d.attempts)
   insert into webhook_attempts (delivery_id, number, outcome, started_at, duration_ms, status_code, error,
     url, request_headers, response_headers, response_body)
   select id, attempts, 'failed', $3::timestamptz, $5::int, $6::int, $7::text, $8::text, $10::jsonb, $11::jsonb, $12::text
   from failed
   returning id`,
);
