import { prepared } from '../base/db/prepared-statements.ts';
import { MOST_DELIVERIES_OF_INVOICE } from './webhook-delivery.entity.ts';

/**
 * The endpoints of a store that are switched on, as a column.
 *
 * @param store SQL of the company's id and of the environment
 */
export function subscribersOf(store: { company: string; environment: string }): string {
  return `
  (select coalesce(json_agg(json_build_object('id', endpoint.id, 'events', endpoint.events) order by endpoint.id), '[]')
     from webhook_endpoints endpoint
    where endpoint.company_id = ${store.company} and endpoint.environment = ${store.environment}
      and endpoint.enabled and endpoint.deleted_at is null) as subscribers`;
}

/**
 * The number of deliveries that the workflow of a resource has, counted as far as it matters, as a column.
 *
 * @param resource SQL of its id and of its type
 */
export function waitingOf(resource: { id: string; type: string }): string {
  return `
  (select count(*)::int from (
     select from webhook_deliveries delivery
     where delivery.resource_id = ${resource.id} and delivery.resource_type = ${resource.type}
       and delivery.state = 'pending' and delivery.runs_in = 'invoice'
     limit ${MOST_DELIVERIES_OF_INVOICE}) as waiting) as waiting`;
}

export const READ_AUDIENCE = prepared(
  'read_audience_of_events',
  `select ${subscribersOf({ company: '$1', environment: '$2' })}, ${waitingOf({ id: '$3', type: '$4' })}`,
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
