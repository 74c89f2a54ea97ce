import { prepared } from '../base/db/prepared-statements.ts';
import { joinClock } from '../accounts/companies/store-clock.sql.ts';
import { GONE } from './disable-gone-webhook.ts';

/** Longer than a receiver is given, and shorter than Temporal waits before it believes a worker dead. */
const LEASE_SECONDS = 25;

/**
 * Reads the data that an attempt needs, and says in the same statement that the attempt has begun: should its worker
 * die, the next attempt sees that there was an earlier attempt, and while the earlier one may still be under way nobody
 * else makes another. A delivery that is not to be sent (it has ended, is held, or is another workflow's) is not begun.
 * The mark may be lost with PostgreSQL's machine, as it only tells of an attempt of a dead worker, so nobody waits for
 * its disk. The body is read after the delivery was locked: its customer may be erased while the attempt waits for the
 * lock.
 */
export const BEGIN_ATTEMPT = prepared(
  'begin_delivery_attempt',
  `with begun as (
    update webhook_deliveries d
    set attempts_begun = greatest($2::int, d.attempts_begun + 1, d.attempts + 1),
      leased_until = now() + interval '${LEASE_SECONDS} seconds', waits_since = null
    from webhook_endpoints w
    where d.id = $1 and d.state = 'pending' and (d.runs_in <> 'delivery' or $3::boolean)
      and w.id = d.endpoint_id and (w.paused_at is null or $3)
      and w.deleted_at is null and w.disabled_reason is distinct from '${GONE}'
      and greatest($2::int, d.attempts_begun + 1, d.attempts + 1) <= $4::int and d.attempts < $2
      and (d.attempts_begun <= d.attempts or d.leased_until is null or d.leased_until <= now()::timestamptz(3))
    returning d.id, d.attempts_begun)
  select begun.attempts_begun as number, d.state, d.runs_in, d.endpoint_id, d.company_id, d.environment,
    d.event_id, e.type, body_of_event(e.id) as body, w.url, w.secret, w.previous_secret,
    to_json(w.previous_secret_expires_at) as previous_secret_expires_at,
    d.attempts, to_json(d.next_attempt_at) as next_attempt_at,
    to_json(coalesce(w.deleted_at, case when w.disabled_reason = '${GONE}' then w.updated_at end)) as endpoint_ended_at,
    w.paused_at is not null as is_paused,
    exists (select 1 from webhook_deliveries other where other.endpoint_id = d.endpoint_id
      and other.waits_since is not null) as others_wait,
    d.attempts_begun > d.attempts and d.leased_until > now()::timestamptz(3) as is_leased,
    to_json(clock_of_store.now_at) as clock_at, set_config('synchronous_commit', 'off', true)
  from webhook_deliveries d
  join events e on e.id = d.event_id
  join webhook_endpoints w on w.id = d.endpoint_id
  left join begun on begun.id = d.id
  ${joinClock('d')}
  where d.id = $1`,
);
