import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { turnOf } from '../base/db/in-id-order.ts';
import { runPrepared } from '../base/db/prepared-statements.ts';
import type { Subscriber } from '../webhooks/record-events.ts';
import { TAKE_TURN } from './take-invoice-turn.sql.ts';

/** The numbers and readers that a new invoice and its first event need of the lists that they come into. */
export interface InvoiceTurn {
  invoiceId: number;
  eventId: number;
  /** The first attempt has it, where there is one. */
  attemptId: number;
  /** The webhooks that are told of the store's events. */
  subscribers: Subscriber[];
}

export interface TurnRow {
  subscribers: Subscriber[];
  invoice_id: string;
  event_id: string;
  attempt_id: string;
}

/** Held from here to the commit. */
export async function takeInvoiceTurn(tx: EntityManager, store: Store): Promise<InvoiceTurn> {
  const [row] = await runPrepared<TurnRow>(tx, TAKE_TURN, turnValues(store));
  return readTurn(row!);
}

export function turnValues(store: Store): unknown[] {
  return [store.companyId, store.environment, turnOf(store, 'invoices'), turnOf(store, 'events')];
}

export function readTurn({ subscribers, ...ids }: TurnRow): InvoiceTurn {
  return {
    subscribers,
    invoiceId: Number(ids.invoice_id),
    eventId: Number(ids.event_id),
    attemptId: Number(ids.attempt_id),
  };
}
