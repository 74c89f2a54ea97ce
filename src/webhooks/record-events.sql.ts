import { prepared } from '../base/db/prepared-statements.ts';
import { MOST_DELIVERIES_OF_INVOICE } from './webhook-delivery.entity.ts';

/** The endpoints that are switched on, as a column; of a statement whose first values are company and environment. */
export const SUBSCRIBERS = `
  (select coalesce(json_agg(json_build_object('id', id, 'events', events) order by id), '[]')
     from webhook_endpoints
    where company_id = $1 and environment = $2 and enabled and deleted_at is null) as subscribers`;

/** The turn is taken before the ids are: whoever selects from it has it. */
export const RESERVE_EVENTS = prepared(
  'reserve_events',
  `with turn as materialized (select pg_advisory_xact_lock(hashtextextended($3, 0)))
   select ${SUBSCRIBERS}, array(select nextval(pg_get_serial_sequence('events', 'id')) from turn, generate_series(1, $4)) as ids,
     (select count(*)::int from (
       select 1 from webhook_deliveries
       where resource_id = $5 and resource_type = $6 and state = 'pending' and runs_in = 'invoice'
       limit ${MOST_DELIVERIES_OF_INVOICE}) as waiting) as waiting`,
);
