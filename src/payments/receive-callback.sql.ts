import { prepared } from '../base/db/prepared-statements.ts';

/** The process that tries to apply a callback has this long before another may try. */
export const LEASE_SECONDS = 30;

/** Callbacks come in any order, but not hours apart. */
const EARLY_MINUTES = 10;

export const STORE_CALLBACK = prepared(
  'store_gateway_callback',
  `insert into gateway_callbacks (gateway, company_id, environment, gateway_event_id, event, received_at, next_try_at)
   values ($1, $2, $3, $4, $5, now(), now() + interval '${LEASE_SECONDS} seconds')
   on conflict (gateway, company_id, environment, gateway_event_id) do nothing returning id`,
);

export const MARK_APPLIED = prepared(
  'mark_callback_applied',
  'update gateway_callbacks set applied_at = $2, outcome = $3 where id = $1 and applied_at is null',
);

/** A callback that comes before the payment or mandate that it is about stays: the sweep tries it again for a while. */
export const PUT_ASIDE = prepared(
  'put_callback_aside',
  `update gateway_callbacks set applied_at = now(), outcome = $2::text
   where id = $1 and applied_at is null
     and ($2 not in ('unknown_payment', 'unknown_mandate') or received_at <= now() - interval '${EARLY_MINUTES} minutes')`,
);
