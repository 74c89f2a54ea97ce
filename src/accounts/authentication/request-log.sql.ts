import { claim } from '../../base/db/claim.ts';
import { prepared } from '../../base/db/prepared-statements.ts';

/** Each parameter is a column of all rows. A token or a store may be gone meanwhile: its rows are left out. */
export const ADD_REQUESTS = prepared(
  'add_api_requests',
  `insert into api_requests (token_id, company_id, environment, method, path, status, request_id, address, created_at)
   select made.token_id, t.company_id, t.environment, made.method, made.path, made.status, made.request_id, made.address,
     made.created_at
   from unnest($1::bigint[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::timestamptz[])
     with ordinality as made (token_id, method, path, status, request_id, address, created_at, number)
   join api_tokens t on t.id = made.token_id order by made.number`,
);

export const FORGET_BEYOND = prepared(
  'forget_api_requests_beyond',
  `delete from api_requests where token_id = $1 and id <= (
     select id from api_requests where token_id = $1 order by id desc offset $2 limit 1)`,
);

/** Ids grow with time: the oldest rows have the smallest. */
export const FORGET_OLD = prepared(
  'forget_old_api_requests',
  claim(
    `select id from (select id, created_at from api_requests order by id limit $1) as oldest
     where created_at < now() - make_interval(days => $2)`,
    'delete from api_requests using claimed where api_requests.id = claimed.id',
  ),
);
