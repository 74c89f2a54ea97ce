import { claim } from '../base/db/claim.ts';
import { prepared, type PreparedStatement } from '../base/db/prepared-statements.ts';

/** Rows that somebody else holds are left: their lease ends. */
const OF_GIVEN = 'where id = any ($1::bigint[]) order by id for no key update skip locked';

/**
 * Not a join of the outbox and the ids: PostgreSQL may walk through both in the order of the ids, and read all of a
 * large outbox. See `openClaims` for its plan, which is made once.
 */
export const DELETE_TOLD: PreparedStatement = {
  name: 'delete_told_entries',
  text: claim(
    `select id from outbox where id = any ($1::bigint[])
       and revision = ($2::int[])[array_position($1::bigint[], id)] order by id for no key update skip locked`,
    'delete from outbox where id = any (array(select id from claimed))',
  ),
};

export const PUT_BACK = prepared(
  'put_back_entries',
  claim(
    `select id from outbox ${OF_GIVEN}`,
    `update outbox set tries = tries + 1,
       claimable_at = now() + least(power(2, least(tries, 20)), $2::int) * interval '1 second'
     from claimed where outbox.id = claimed.id`,
  ),
);

export const SET_ASIDE = prepared(
  'set_entries_aside',
  claim(
    `select id from outbox ${OF_GIVEN}`,
    `update outbox set tries = tries + 1, claimable_at = 'infinity', refusal = $2
     from claimed where outbox.id = claimed.id`,
  ),
);
