import { prepared } from '../../base/db/prepared-statements.ts';

/** The process that sends has this long before another process may send the same again. */
export const LEASE_SECONDS = 8;

export const STORE = prepared(
  'store_sandbox_callback',
  `insert into sandbox_callbacks (event, next_try_at) values ($1, now() + interval '${LEASE_SECONDS} seconds') returning id`,
);

/** Nobody waits for its disk: a mark that is lost with PostgreSQL's machine has the callback sent once more. */
export const MARK_SENT = prepared(
  'mark_sandbox_callback_sent',
  `update sandbox_callbacks set sent_at = now() where id = $1 returning set_config('synchronous_commit', 'off', true)`,
);
