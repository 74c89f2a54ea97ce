import { prepared } from '../base/db/prepared-statements.ts';
import { MOST_DELIVERIES_OF_INVOICE } from './webhook-delivery.entity.ts';

/** The endpoints that are switched on, as a column; of a statement whose first values are company and environment. */
export const SUBSCRIBERS = `
  (select coalesce(json_agg(json_build_object('id', id, 'events', events) order by id), '[]')
     from webhook_endpoints
    where company_id = $1 and environment = $2 and enabled and deleted_at is null) as subscribers`;

/** Reads the webhooks of a store, and how many deliveries the workflow of a resource has. */
export const READ_AUDIENCE = prepared(
  'read_audience_of_events',
  `select ${SUBSCRIBERS},
     (select count(*)::int from (
       select 1 from webhook_deliveries
       where resource_id = $3 and resource_type = $4 and state = 'pending' and runs_in = 'invoice'
       limit ${MOST_DELIVERIES_OF_INVOICE}) as waiting) as waiting`,
);

/**
 * The turn of the list of events, whose name is the first value, and ids for so many events as the second value says.
 * Both follow the values of the three tables of `insertEvents`. The turn is taken before the ids are: whoever selects
 * from it has it.
 */
export const IDS_IN_TURN = [
  `turn as materialized (select pg_advisory_xact_lock(hashtextextended($4, 0)))`,
  `numbered as materialized (
     select place, nextval(pg_get_serial_sequence('events', 'id')) as id from turn, generate_series(1, $5::int) as place)`,
];

/** The body of an event begins with this id until PostgreSQL makes the event's own. */
export const ID_TO_COME = 0;

const idAt = (place: string): string => `(select id from numbered where place = ${place})`;
/** The columns of events, and of their deliveries, that are given the place of an event and keep its id. */
export const NUMBERED_EVENT = {
  id: idAt('given.id'),
  body: `'{"id":' || ${idAt('given.id')} || substr(given.body, length('{"id":${ID_TO_COME}') + 1)`,
};
export const NUMBERED_DELIVERY = { event_id: idAt('given.event_id') };
