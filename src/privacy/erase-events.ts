import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { refuseWhileTold } from './refuse-while-under-way.ts';
import { withoutPerson } from './without-person.ts';

const RESOURCES = { invoice: 'invoices', subscription: 'subscriptions' } as const;
const RESOURCES_AT_ONCE = 100;
/** A subscription of years has some hundreds. */
const EVENTS_AT_ONCE = 500;

interface Whose {
  store: Store;
  customerId: number;
}

/**
 * Clears the bodies of the events that name a customer, and what receivers answered to them, which may quote them.
 * Events and deliveries stay, with their numbers: what is sent or sent again from now on is the cleared body, signed as
 * it is sent.
 *
 * @throws ApiError 409 while an attempt is under way, which carries what it read before, and would write down its
 *   answer
 */
export async function eraseEvents(tx: EntityManager, whose: Whose): Promise<void> {
  for (const type of ['invoice', 'subscription'] as const) {
    for (let after = '0'; ;) {
      const resources = await tx.execute<{ id: string }[]>(
        `select id from ${RESOURCES[type]} where customer_id = ? and id > ? order by id limit ${RESOURCES_AT_ONCE}`,
        [whose.customerId, after],
      );
      if (resources.length === 0) break;
      const ids = resources.map(({ id }) => id);
      await eraseEventsOf(tx, whose, { type, ids });
      after = ids.at(-1)!;
    }
  }
}

async function eraseEventsOf(
  tx: EntityManager,
  { store, customerId }: Whose,
  { type, ids }: { type: keyof typeof RESOURCES; ids: string[] },
): Promise<void> {
  for (let after = { resource_id: '0', sequence: 0 }; ;) {
    // In the order of the index.
    const events = await tx.execute<{ id: string; resource_id: string; sequence: number; body: string }[]>(
      `select id, resource_id, sequence, body from events
       where resource_type = ? and resource_id = any(string_to_array(?, ',')::bigint[])
         and company_id = ? and environment = ? and (resource_id, sequence) > (?::bigint, ?::int)
       order by resource_id, sequence limit ${EVENTS_AT_ONCE}`,
      [type, ids.join(), store.companyId, store.environment, after.resource_id, after.sequence],
    );
    if (events.length === 0) return;
    const eventIds = events.map(({ id }) => id);
    await eraseAnswersOfReceivers(tx, { customerId, eventIds });
    const cleared = events.map(({ id, body }) => ({ id, body: clear(body, customerId) }));
    await tx.execute(
      `update events set body = cleared.body from json_to_recordset(?::json) as cleared (id bigint, body text)
       where events.id = cleared.id`,
      [JSON.stringify(cleared)],
    );
    after = events.at(-1)!;
  }
}

/** The sender of an event locks its delivery first, and reads the body only then. */
async function eraseAnswersOfReceivers(
  tx: EntityManager,
  { customerId, eventIds }: { customerId: number; eventIds: string[] },
): Promise<void> {
  const deliveries = await tx.execute<{ id: string; is_under_way: boolean | null }[]>(
    `select id, attempts_begun > attempts and leased_until > now() as is_under_way from webhook_deliveries
     where event_id = any(string_to_array(?, ',')::bigint[]) order by id for no key update`,
    [eventIds.join()],
  );
  if (deliveries.some(({ is_under_way: isUnderWay }) => isUnderWay)) refuseWhileTold(customerId);
  // When a receiver asked to be left alone is no word about anybody.
  await tx.execute(
    `update webhook_attempts set response_body = null,
       response_headers = jsonb_strip_nulls(jsonb_build_object('retry-after', response_headers -> 'retry-after'))
     where (response_body is not null or response_headers is not null)
       and delivery_id = any(string_to_array(?, ',')::bigint[])`,
    [deliveries.map(({ id }) => id).join()],
  );
}

function clear(body: string, customerId: number): string {
  return JSON.stringify(withoutPerson(JSON.parse(body), customerId));
}

/**
 * An inbox of the sandbox keeps the last bodies that it was sent, whoever sent them, production too. A function of the
 * database deletes them, as a request of production sees no inbox.
 *
 * @param email as it was before it was erased
 */
export async function eraseMessages(
  tx: EntityManager,
  { store, customerId, email }: Whose & { email: string },
): Promise<void> {
  await tx.execute('select erase_inbox_messages(?, ?, ?)', [store.companyId, `"customer":{"id":${customerId},`, email]);
}
