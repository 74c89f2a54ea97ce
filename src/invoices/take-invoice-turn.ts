import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { turnOf } from '../base/db/in-id-order.ts';
import { prepared, runPrepared } from '../base/db/prepared-statements.ts';
import { SUBSCRIBERS, type Subscriber } from '../webhooks/record-events.ts';

/** The numbers and readers that a new invoice and its first event need of the lists that they come into. */
export interface InvoiceTurn {
  invoiceId: number;
  eventId: number;
  /** The webhooks that are told of the store's events. */
  subscribers: Subscriber[];
}

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
    ${SUBSCRIBERS},
    nextval(pg_get_serial_sequence('invoices', 'id')) as invoice_id,
    nextval(pg_get_serial_sequence('events', 'id')) as event_id`,
};

export interface TurnRow {
  subscribers: Subscriber[];
  invoice_id: string;
  event_id: string;
}

const TAKE_TURN = prepared('take_invoice_turn', `with ${TURN.with} select ${TURN.columns} from events_turn`);

/** Held from here to the commit. */
export async function takeInvoiceTurn(tx: EntityManager, store: Store): Promise<InvoiceTurn> {
  const [row] = await runPrepared<TurnRow>(tx, TAKE_TURN, turnValues(store));
  return readTurn(row!);
}

export function turnValues(store: Store): unknown[] {
  return [store.companyId, store.environment, turnOf(store, 'invoices'), turnOf(store, 'events')];
}

export function readTurn({ subscribers, invoice_id: invoiceId, event_id: eventId }: TurnRow): InvoiceTurn {
  return { subscribers, invoiceId: Number(invoiceId), eventId: Number(eventId) };
}
