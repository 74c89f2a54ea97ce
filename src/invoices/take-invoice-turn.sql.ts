import { prepared } from '../base/db/prepared-statements.ts';
import { subscribersOf } from '../webhooks/record-events.sql.ts';

/**
 * The parts of a statement whose first values are `turnValues`: it takes a store's turn in the list of invoices, then
 * in that of events, as `inIdOrder` does, and after both the ids, as whoever selects from `events_turn` has waited for
 * it.
 *
 * @param first a part whose rows are all read before the turns are taken, as it locks them
 */
export function turnAfter(first: string | null): string {
  const from = first === null ? '' : ` from (select count(*) from ${first}) as locked`;
  return `
    invoices_turn as materialized (select pg_advisory_xact_lock(hashtextextended($3, 0))${from}),
    events_turn as materialized (select pg_advisory_xact_lock(hashtextextended($4, 0)) from invoices_turn)`;
}

export const TURN = {
  with: turnAfter(null),
  columns: `
    ${subscribersOf({ company: '$1', environment: '$2' })},
    nextval(pg_get_serial_sequence('invoices', 'id')) as invoice_id,
    nextval(pg_get_serial_sequence('events', 'id')) as event_id,
    nextval(pg_get_serial_sequence('payment_attempts', 'id')) as attempt_id`,
};

export const TAKE_TURN = prepared('take_invoice_turn', `with ${TURN.with} select ${TURN.columns} from events_turn`);
