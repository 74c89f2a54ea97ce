import { prepared } from '../../base/db/prepared-statements.ts';

/**
 * Writes a charge and the callbacks about it, all or nothing. A charge that is made already, or just then, is left as
 * it is. Nobody waits for the disk: the registration waits for it, whose commit comes after this one.
 */
export const MAKE_CHARGE = prepared(
  'make_sandbox_charge',
  `with made as (
     insert into sandbox_charges (attempt_id, charge_id, method, amount_cents, artefacts, created_at)
     values ($1, $2, $3, $4, $5, now()) on conflict do nothing returning attempt_id),
   owed as (
     insert into sandbox_callbacks (event)
     select said.event from made, jsonb_array_elements($6::jsonb) with ordinality as said (event, place) order by place)
   select attempt_id, set_config('synchronous_commit', 'off', true) from made`,
);
