import type { EntityManager } from '@mikro-orm/postgresql';
import { claim } from '../base/db/claim.ts';
import { tellOfWork } from '../base/outbox/work-left.ts';
import { tellDeliveries } from './tell-deliveries.ts';

/** Endpoints that the sweep looks after at once. */
const MOST_ENDPOINTS = 500;
/** The sweep lets a delivery go that has waited for this long, whatever its endpoint has under way. */
const LONG_WAIT = `interval '15 seconds'`;
/** Endpoints that a process remembers; those that it forgets are found in the record. */
const MOST_KNOWN = 10_000;
/** An endpoint that had no place within this time gets no more under way than it has. */
const SETTLED_MS = 1_000;

/** SQL: as the partial index `webhook_deliveries_waiting` has it. A waiting delivery is pending. */
const WAITS = 'waits_since is not null';

/**
 * Deliveries that found no place at their receiver. A delivery of these waits in the record: it has no task and no
 * timer of Temporal, and its workflow may end. Each attempt that ends gives its place to the delivery that has waited
 * longest for the same endpoint. `letLongestWaitingGo` looks after endpoints of which nothing is under way.
 */
export interface WaitingDeliveries {
  /** The delivery waits from now on; the attempt of this number, where it was begun, is none. */
  hold(delivery: { deliveryId: number; endpointId: number; begunNumber?: number }): Promise<void>;
  /** As `hold`, for deliveries that nobody has begun to try: one statement. */
  holdUntried(deliveries: readonly { deliveryId: number; endpointId: number }[]): Promise<void>;
  /**
   * An attempt of the endpoint has ended.
   *
   * @param isWell whether the receiver may get one request more at once
   * @param othersWait whether others waited when the attempt began, also those that another process holds
   */
  placeIsFree(endpointId: number, attempt: { isWell: boolean; othersWait: boolean }): Promise<void>;
}

/** @param now milliseconds of a clock that only goes forward */
export function createWaitingDeliveries(
  em: EntityManager,
  { now = () => performance.now() }: { now?: () => number } = {},
): WaitingDeliveries {
  /** Endpoints with deliveries that wait, as far as this process knows, and when the last of them found no place. */
  const heldAt = new Map<number, number>();
  const note = (endpointId: number): void => {
    if (heldAt.size >= MOST_KNOWN) heldAt.clear();
    heldAt.set(endpointId, now());
  };
  return {
    async hold({ deliveryId, endpointId, begunNumber = 0 }) {
      note(endpointId);
      await em.fork().execute(
        // The delivery is due by now, whatever a worker whose clock was ahead has written.
        `update webhook_deliveries set waits_since = now(), next_attempt_at = least(next_attempt_at, now()::timestamptz(3)),
           attempts_begun = case when attempts_begun = ? then attempts_begun - 1 else attempts_begun end,
           leased_until = case when attempts_begun = ? then null else leased_until end
         where id = ? and state = 'pending'`,
        [begunNumber, begunNumber, deliveryId],
      );
    },

    async holdUntried(deliveries) {
      for (const { endpointId } of deliveries) note(endpointId);
      await em.fork().execute(
        claim(
          `select id from webhook_deliveries where id = any (?) and state = 'pending' and attempts_begun = 0
             and exists (select 1 from webhook_endpoints where id = endpoint_id and paused_at is null)
           order by id for no key update`,
          'update webhook_deliveries set waits_since = now() from claimed where webhook_deliveries.id = claimed.id',
        ),
        [`{${deliveries.map(({ deliveryId }) => deliveryId).join()}}`],
      );
    },

    async placeIsFree(endpointId, { isWell, othersWait }) {
      const last = heldAt.get(endpointId);
      if (last === undefined && !othersWait) return;
      const count = isWell && now() - (last ?? -Infinity) > SETTLED_MS ? 2 : 1;
      const gone = await letGo(em, OLDEST_OF_ENDPOINT, [endpointId, count]);
      // A delivery that is held meanwhile is noted anew.
      if (gone < count && heldAt.get(endpointId) === last) heldAt.delete(endpointId);
    },
  };
}

/**
 * Lets go the delivery that has waited longest for each endpoint, where that is long: its worker may have died, or the
 * store had its places at other receivers. Paused endpoints wait for their probe.
 *
 * @returns how many are let go
 */
export async function letLongestWaitingGo(em: EntityManager): Promise<number> {
  return letGo(em, OLDEST_OF_EACH_ENDPOINT, []);
}

const OLDEST_OF_ENDPOINT = `select id from webhook_deliveries where ${WAITS} and endpoint_id = ?
  order by waits_since, id limit ? for no key update skip locked`;

/** Walks the index from endpoint to endpoint: however many deliveries wait for an endpoint, it reads one. */
const OLDEST_OF_EACH_ENDPOINT = `
  select oldest.id from (
    with recursive endpoints (id) as (
      (select endpoint_id from webhook_deliveries where ${WAITS} order by endpoint_id limit 1)
      union all
      select (select endpoint_id from webhook_deliveries where ${WAITS} and endpoint_id > endpoints.id
        order by endpoint_id limit 1)
      from endpoints where endpoints.id is not null)
    select id from endpoints where id is not null) as each_of
  join webhook_endpoints on webhook_endpoints.id = each_of.id and paused_at is null
  cross join lateral (
    select id from webhook_deliveries where ${WAITS} and endpoint_id = each_of.id
      and waits_since <= now()::timestamptz(3) - ${LONG_WAIT}
    order by waits_since, id limit 1 for no key update skip locked) as oldest
  limit ${MOST_ENDPOINTS}`;

/** @param find selects the deliveries, locked @returns how many are let go */
async function letGo(em: EntityManager, find: string, values: unknown[]): Promise<number> {
  return em.fork().transactional(async (tx) => {
    const change = `update webhook_deliveries set waits_since = null from claimed
      where webhook_deliveries.id = claimed.id returning claimed.id`;
    const rows = await tx.execute<{ id: string }[]>(claim(find, change), values);
    if (rows.length === 0) return 0;
    await tellDeliveries(tx, 'id = any(?)', [`{${rows.map(({ id }) => id).join()}}`]);
    await tellOfWork(tx, 'outbox');
    return rows.length;
  });
}
