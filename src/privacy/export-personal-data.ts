import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditEntry } from '../accounts/audit/audit-entry.entity.ts';
import type { Store } from '../base/environment.ts';
import { SavedCard } from '../catalog/cards/saved-card.entity.ts';
import { presentSavedCard } from '../payments/cards/saved-card.schema.ts';
import { findCustomer } from '../catalog/customers/find-customer.ts';
import { presentCustomer } from '../catalog/customers/present-customer.ts';
import { Event } from '../events/event.entity.ts';
import { presentEvent } from '../events/present-event.ts';
import type { HttpDeps } from '../base/http/http-deps.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { presentInvoices } from '../invoices/present-invoice.ts';
import { Concession } from '../invoices/concession.entity.ts';
import { Dispute } from '../invoices/dispute.entity.ts';
import { GatewayCustomer } from '../gateways/gateway-customer.entity.ts';
import { PayerMessage } from '../invoices/payer-message.entity.ts';
import { presentMessage } from '../payments/messages/message.schema.ts';
import { presentConcession } from '../payments/concessions/present-concession.ts';
import { listEvidence } from '../payments/disputes/change-evidence.ts';
import { presentDispute, presentEvidence } from '../payments/disputes/present-dispute.ts';
import { presentRefund } from '../payments/refunds/present-refund.ts';
import { Refund } from '../invoices/refund.entity.ts';
import { presentSubscriptions } from '../subscriptions/present-subscription.ts';
import { Subscription } from '../subscriptions/subscription.entity.ts';
import { presentDelivery } from '../webhooks/present-delivery.ts';
import { WebhookAttempt } from '../webhooks/webhook-attempt.entity.ts';
import { WebhookDelivery } from '../webhooks/webhook-delivery.entity.ts';

/** This many invoices or events are in memory at once, with the rows that belong to them. */
const BATCH = 100;
const SNAPSHOT = { isolationLevel: 'repeatable read', readOnly: true } as const;

type Row = Record<string, unknown>;
interface Whose {
  store: Store;
  customerId: number;
}
type Deps = Pick<HttpDeps, 'em' | 'transact' | 'clock' | 'publicUrl'>;
type Read = <T>(work: (em: EntityManager) => Promise<T>) => Promise<T>;
/** Reads a section, batch by batch. */
type Section = (read: Read) => AsyncGenerator<Row[], void, void>;

/**
 * All data that are kept about a customer, as one JSON document (LGPD, art. 18, II and V; art. 19, § 3). The document
 * is written while it is read, in batches, each a short transaction of its own, so that neither memory nor a connection
 * is held for a customer with a hundred thousand invoices. A row that changes meanwhile is as it was when its batch was
 * read.
 *
 * @throws ApiError 404, before anything is written: the caller looks for the customer before it begins to answer
 */
export async function* exportPersonalData(
  deps: Deps,
  { store, customerId }: Whose,
): AsyncGenerator<string, void, void> {
  const { transact } = deps;
  const head = await transact(store, (em) => readHead(em, { store, customerId }), SNAPSHOT);
  yield JSON.stringify(head).slice(0, -1);
  const read: Read = (work) => transact(store, work, SNAPSHOT);
  for (const [name, section] of Object.entries(sectionsOf(deps, { store, customerId }))) {
    yield `,"${name}":[`;
    let separator = '';
    for await (const rows of section(read)) {
      for (const row of rows) {
        yield separator + JSON.stringify(row);
        separator = ',';
      }
    }
    yield ']';
  }
  yield '}\n';
}

/** Reads the tables that hold few rows for a customer. */
async function readHead(em: EntityManager, { store, customerId }: Whose): Promise<Row> {
  const customer = await findCustomer(em, { store, customerId });
  const atGateways = await em.find(GatewayCustomer, { customerId }, { orderBy: { id: 'asc' } });
  const cards = await em.find(SavedCard, { customerId, state: 'saved' }, { orderBy: { id: 'asc' } });
  const acts = await em.find(
    AuditEntry,
    { companyId: store.companyId, environment: store.environment, subject: `customer ${customerId}` },
    { orderBy: { id: 'asc' }, limit: 1_000 },
  );
  return {
    exported_at: new Date(),
    customer: presentCustomer(customer),
    saved_cards: cards.map(presentSavedCard),
    gateway_customers: atGateways.map(({ gateway, gatewayCustomerId }) => ({ gateway, id: gatewayCustomerId })),
    audit: acts.map(({ action, createdAt }) => ({ action, created_at: createdAt })),
  };
}

function sectionsOf(deps: Deps, whose: Whose): Record<string, Section> {
  const { customerId } = whose;
  const ofInvoices = (present: (em: EntityManager, invoiceIds: number[]) => Promise<Row[]>): Section =>
    async function* (read) {
      const find = (em: EntityManager, after: number) =>
        em.find(Invoice, { customerId, id: { $gt: after } }, { ...OLDEST_FIRST, fields: ['id'] });
      yield* pages(read, find, (em, invoices) => present(em, idsOf(invoices)));
    };
  return {
    subscriptions: (read) =>
      pages(
        read,
        (em, after) => em.find(Subscription, { customerId, id: { $gt: after } }, OLDEST_FIRST),
        (em, subscriptions) => presentSubscriptions({ ...deps, em }, subscriptions),
      ),
    invoices: (read) =>
      pages(
        read,
        (em, after) => em.find(Invoice, { customerId, id: { $gt: after } }, OLDEST_FIRST),
        (em, invoices) => presentInvoices({ ...deps, em }, invoices),
      ),
    refunds: ofInvoices(async (em, invoiceId) =>
      (await em.find(Refund, { invoiceId }, { orderBy: { id: 'asc' } })).map(presentRefund),
    ),
    concessions: ofInvoices(async (em, invoiceId) =>
      (await em.find(Concession, { invoiceId }, { orderBy: { id: 'asc' } })).map(presentConcession),
    ),
    messages: ofInvoices(async (em, invoiceId) =>
      (await em.find(PayerMessage, { invoiceId }, { orderBy: { id: 'asc' } })).map(presentMessage),
    ),
    disputes: ofInvoices(async (em, invoiceId) =>
      (await em.find(Dispute, { invoiceId }, { orderBy: { id: 'asc' } })).map(presentDispute),
    ),
    dispute_files: ofInvoices(async (em, invoiceId) => {
      const disputes = await em.find(Dispute, { invoiceId }, { orderBy: { id: 'asc' } });
      return (await Promise.all(disputes.map(({ id }) => listEvidence(em, id)))).flat().map(presentEvidence);
    }),
    events: (read) =>
      eventsOf(read, whose, (_, events) => Promise.resolve(events.map((event) => presentEvent(event) as Row))),
    deliveries: (read) => eventsOf(read, whose, readDeliveries),
  };
}

const OLDEST_FIRST = { orderBy: { id: 'asc' }, limit: BATCH } as const;
const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id);

/** Reads the rows after an id, batch by batch, as they are shown. */
async function* pages<T extends { id: number }>(
  read: Read,
  find: (em: EntityManager, after: number) => Promise<T[]>,
  present: (em: EntityManager, rows: T[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after;
    const { found, shown } = await read(async (em) => {
      const rows = await find(em, from);
      return { found: rows, shown: await present(em, rows) };
    });
    yield shown;
    // There is none after one that is not full.
    after = found.length < BATCH ? undefined : found.at(-1)!.id;
  }
}

/** The events of the customer's invoices and subscriptions and of the customer, each of them in its order. */
async function* eventsOf(
  read: Read,
  whose: Whose,
  present: (em: EntityManager, events: Event[]) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  for (const [type, table] of Object.entries(NAMED_IN)) {
    for (let afterId: string | undefined = '0'; afterId !== undefined;) {
      const from: string = afterId;
      const ids = await read((em) => resourcesOf(em, { table, customerId: whose.customerId, after: from }));
      for (let place: Place | undefined = FIRST; place !== undefined;) {
        const after: Place = place;
        const { rows, next } = await read(async (em) => {
          const places = await eventsAfter(em, whose, { type, ids, after });
          const events = await em.find(Event, { id: places.map(({ id }) => Number(id)) });
          return {
            rows: await present(em, events.sort(inOrder)),
            next: places.length < BATCH ? undefined : places.at(-1)!,
          };
        });
        yield rows;
        place = next;
      }
      afterId = ids.length < BATCH ? undefined : ids.at(-1)!;
    }
  }
}

/** Where the events of a kind find whose they are. */
const NAMED_IN = { invoice: 'invoices', subscription: 'subscriptions', customer: 'customers' } as const;

interface Place {
  resource_id: string;
  sequence: number;
}
const FIRST: Place = { resource_id: '0', sequence: 0 };
const inOrder = (a: Event, b: Event): number => a.resourceId - b.resourceId || a.sequence - b.sequence;

async function resourcesOf(
  em: EntityManager,
  { table, customerId, after }: { table: string; customerId: number; after: string },
): Promise<string[]> {
  const whose = table === 'customers' ? 'id' : 'customer_id';
  const rows = await em.execute<{ id: string }[]>(
    `select id from ${table} where ${whose} = ? and id > ?::bigint order by id limit ${BATCH}`,
    [customerId, after],
  );
  return rows.map(({ id }) => id);
}

/** In the order of the index `events_sequence`, so that no batch reads what another one has. */
function eventsAfter(
  em: EntityManager,
  { store }: Whose,
  { type, ids, after }: { type: string; ids: string[]; after: Place },
): Promise<(Place & { id: string })[]> {
  return em.execute(
    `select id, resource_id, sequence from events
     where resource_type = ? and resource_id = any(string_to_array(?, ',')::bigint[])
       and company_id = ? and environment = ? and (resource_id, sequence) > (?::bigint, ?::int)
     order by resource_id, sequence limit ${BATCH}`,
    [type, ids.join(), store.companyId, store.environment, after.resource_id, after.sequence],
  );
}

/**
 * Reads to whom an event about the customer was sent, and when. The receiver's address and its answers are the store's
 * own.
 */
async function readDeliveries(em: EntityManager, events: Event[]): Promise<Row[]> {
  const eventOf = new Map(events.map((event) => [event.id, event]));
  const deliveries = await em.find(WebhookDelivery, { eventId: [...eventOf.keys()] }, { orderBy: { id: 'asc' } });
  const attempts = await em.find(WebhookAttempt, { deliveryId: idsOf(deliveries) }, { orderBy: { number: 'asc' } });
  const attemptsOf = Map.groupBy(attempts, ({ deliveryId }) => deliveryId);
  return deliveries.map((delivery) => ({
    ...presentDelivery({ delivery, event: eventOf.get(delivery.eventId)!.type }),
    receivers: [...new Set((attemptsOf.get(delivery.id) ?? []).flatMap(({ url }) => hostOf(url)))],
  }));
}

function hostOf(url: string | null): string[] {
  return url !== null && URL.canParse(url) ? [new URL(url).host] : [];
}
