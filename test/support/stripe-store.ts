import { afterAll, beforeAll } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { createFaturaClient, type FaturaClient } from '../../client/index.ts';
import type { Environment, Store } from '../../src/base/environment.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import type { Config } from '../../src/app/config.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import { callbackPath } from '../../src/gateways/callback-path.ts';
import { probeGateways } from '../../src/gateways/probe-gateways.ts';
import { removeGateway, setGateway } from '../../src/gateways/set-gateway.ts';
import type { ApiClient, InvoiceBody } from './api-client.ts';
import { checkedFetch } from './checked-fetch.ts';
import { eventually } from './eventually.ts';
import { createSkippedTimeWorld, type SkippedTimeWorld } from './skipped-time.ts';
import { startStripeServer, type StripeRequest, type StripeServer } from './stripe-server.ts';
import { createWorld, TEST_KEYS, type CompanyPolicies, type TestStore, type World } from './world.ts';

/** A payer with the data that a boleto needs. */
export const PAYER = {
  name: 'Beatriz Nogueira',
  email: 'beatriz@example.com',
  document: '11144477735',
  address: {
    zip_code: '01310100',
    street: 'Avenida Paulista',
    number: '1578',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
};

const MODES = { production: 'live', sandbox: 'test' } as const;

/**
 * A store that collects with Stripe, in its production unless it is told otherwise, where webhooks are not delivered.
 */
export interface StripeStore {
  store: Store;
  token: string;
  api: ApiClient;
  client: FaturaClient;
  receiver: TestStore['receiver'];
  callbackSecret: string;
  callbackUrl: string;
  /** Has a document and an address. */
  customerId: number;
  productId: number;
  /** Makes an invoice of 100.00 by Pix, unless the fields say otherwise. */
  createInvoice(fields?: Record<string, unknown>): Promise<InvoiceBody>;
  /** As it is once it has a status. */
  reach(invoiceId: number, status: string): Promise<InvoiceBody>;
  /** As it is once Stripe's answer to its newest attempt is recorded, which for a card may be after the money is. */
  registered(invoiceId: number): Promise<InvoiceBody>;
  /** Created, and registered at Stripe, with its PaymentIntent. */
  pending(
    fields?: Record<string, unknown>,
  ): Promise<{ id: number; invoice: InvoiceBody; intent: Stripe.PaymentIntent }>;
  /** An invoice of a card that is charged at once, and its PaymentIntent. */
  paidByCard(card?: string): Promise<{ id: number; invoice: InvoiceBody; intent: Stripe.PaymentIntent }>;
  /** Submits a test card, by its name at Stripe. */
  submit(invoiceId: number, card: string, fields?: Record<string, unknown>): Promise<void>;
  /** A test card's id, as the payer's browser gets it. */
  card(name: string): string;
  /** Calls back with what has happened at Stripe since the last time. @returns how each call was answered */
  callBack(): Promise<number[]>;
  deliver(events: readonly Stripe.Event[], signing?: { secret?: string; timestamp?: number }): Promise<number[]>;
  setKey(secretKey: string): Promise<void>;
  /** Removes the access, as its owner does in the panel. */
  removeAccess(): Promise<void>;
  /** As the API does from time to time: asks Stripe whether it takes the key again. */
  probe(): Promise<void>;
  /** The events of an invoice, in their order. */
  eventsOf(invoiceId: number): Promise<string[]>;
  /** Stripe's intents for an attempt, by the marks that are written on them. */
  intentsOf(attemptId: number): Stripe.PaymentIntent[];
  account(): Promise<{ failing_since: Date | null; failure: string | null; alerted_at: Date | null }>;
}

/** The platform with a Stripe of its own, to which every store of Stripe's is pointed. */
export interface StripePlatform {
  stripe: StripeServer;
  orm: MikroORM;
  createStore: (options?: { environment?: Environment; policies?: CompanyPolicies }) => Promise<StripeStore>;
}

export interface StripeWorldInUse extends StripePlatform {
  world: SkippedTimeWorld;
  /** As the world's, and Stripe's time with it. */
  advance: (ms: number, stepMs?: number) => Promise<void>;
}

/** The world of a test file, and Stripe on loopback, whose time is the world's. */
export function useStripeWorld({
  settings = () => Promise.resolve({}),
}: {
  /** Settings of the platform that differ from the usual, made before it starts. */
  settings?: () => Promise<Partial<Config>>;
} = {}): { readonly current: StripeWorldInUse } {
  let skippedMs = 0;
  let stripe: StripeServer | undefined;
  let world: SkippedTimeWorld | undefined;
  let orm: MikroORM | undefined;
  let current: StripeWorldInUse | undefined;
  beforeAll(async () => {
    stripe = await startStripeServer({ now: () => Date.now() + skippedMs });
    world = await createSkippedTimeWorld({ settings: { stripeApiUrl: stripe.url, ...(await settings()) } });
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 4 });
    const made = world;
    current = {
      ...createStripePlatform({ world, stripe, orm }),
      world,
      async advance(ms, stepMs) {
        await made.advance(ms, stepMs);
        skippedMs = (await made.now()).getTime() - Date.now();
      },
    };
  });
  afterAll(async () => {
    await orm?.close();
    await world?.stop();
    await stripe?.stop();
  });
  return {
    get current() {
      if (!current) throw new Error('The world could not be made; see the first error.');
      return current;
    },
  };
}

/** API, PostgreSQL and Stripe without Temporal: what the worker does, a test does itself. */
export function useStripeWithoutWorker(): { readonly current: StripePlatform & { world: World } } {
  let stripe: StripeServer | undefined;
  let world: World | undefined;
  let orm: MikroORM | undefined;
  let current: (StripePlatform & { world: World }) | undefined;
  beforeAll(async () => {
    stripe = await startStripeServer();
    world = await createWorld({ ...WITHOUT_TEMPORAL, settings: { stripeApiUrl: stripe.url } });
    orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 4 });
    current = { ...createStripePlatform({ world, stripe, orm }), world };
  });
  afterAll(async () => {
    await orm?.close();
    await world?.stop();
    await stripe?.stop();
  });
  return {
    get current() {
      if (!current) throw new Error('The world could not be made; see the first error.');
      return current;
    },
  };
}

/** No program listens on port 1. */
const WITHOUT_TEMPORAL = { temporalAddress: '127.0.0.1:1', withWorker: false };

/** Stores of a world that collect with this Stripe. */
export function createStripePlatform(platform: { world: World; stripe: StripeServer; orm: MikroORM }): StripePlatform {
  return {
    stripe: platform.stripe,
    orm: platform.orm,
    createStore: ({ environment = 'production', policies = {} } = {}) =>
      createStripeStore(platform, { environment, policies }),
  };
}

async function createStripeStore(
  { world, stripe, orm }: { world: World; stripe: StripeServer; orm: MikroORM },
  { environment, policies }: { environment: Environment; policies: CompanyPolicies },
): Promise<StripeStore> {
  const made = await world.createStore(policies);
  const { companyId, receiver } = made;
  const store: Store = { companyId, environment };
  const isLive = environment === 'production';
  const api = isLive ? made.production : made.sandbox;
  const token = isLive ? made.productionToken : made.sandboxToken;
  const mode = MODES[environment];
  const callbackSecret = `whsec_of_store_${companyId}_${mode}`;
  const callbackUrl = `${world.baseUrl}${callbackPath('stripe', store)}`;
  const secrets = createSecretBox(TEST_KEYS);
  const { gateways } = openGateways(orm.em, secrets, world.config);

  const setKey = async (secretKey: string): Promise<void> => {
    const settings = {
      secret_key: secretKey,
      publishable_key: `pk_${mode}_fatura`,
      callback_secret: callbackSecret,
      statement_suffix: 'PADARIA',
    };
    await setGateway(
      { em: orm.em.fork(), clock: world.clock, secrets, gateways },
      { store, gateway: 'stripe', settings },
    );
  };
  const probe = async (): Promise<void> => {
    await orm.em.fork().execute('update gateway_accounts set next_probe_at = now() where company_id = ?', [companyId]);
    await probeGateways({ em: orm.em, secrets, gateways, log: pino({ level: 'silent' }) });
  };
  const removeAccess = async (): Promise<void> => void (await removeGateway(orm.em.fork(), store, 'stripe'));
  await setKey(`sk_${mode}_fatura`);
  const customer = await api.create<{ id: number }>('/api/v1/customers', PAYER);
  const product = await api.create<{ id: number }>('/api/v1/products', { name: 'Pão de queijo', price: 50 });

  const intentsOf = (attemptId: number): Stripe.PaymentIntent[] =>
    stripe
      .paymentIntents()
      .filter(
        ({ metadata }) =>
          metadata.fatura_store === `${companyId}-${environment}` && metadata.fatura_attempt === String(attemptId),
      );
  const reach = (invoiceId: number, status: string): Promise<InvoiceBody> =>
    eventually(
      () => api.invoice(invoiceId),
      (seen) => seen.status === status,
    );
  const registered = (invoiceId: number): Promise<InvoiceBody> =>
    eventually(
      () => api.invoice(invoiceId),
      (seen) => seen.payments.at(-1)?.registered_at !== null,
    );
  const createInvoice = (fields: Record<string, unknown> = {}): Promise<InvoiceBody> =>
    api.create<InvoiceBody>('/api/v1/invoices', {
      customer_id: customer.id,
      products: [{ product_id: product.id, quantity: 2 }],
      payment_method: 'pix',
      ...fields,
    });
  const card = (name: string): string => stripe.registerCard(name, { live: isLive });
  const submit = async (invoiceId: number, name: string, fields: Record<string, unknown> = {}): Promise<void> => {
    await api.create(`/api/v1/invoices/${invoiceId}/payments`, { card_token: card(name), ...fields });
  };
  const deliver = (
    events: readonly Stripe.Event[],
    signing: { secret?: string; timestamp?: number } = {},
  ): Promise<number[]> => stripe.deliver(callbackUrl, events, { secret: callbackSecret, ...signing });
  const withIntent = (invoice: InvoiceBody) => {
    const [intent] = intentsOf(invoice.payments.at(-1)!.id);
    return { id: invoice.id, invoice, intent: intent! };
  };

  return {
    ...{ store, token, api, receiver, callbackSecret, callbackUrl, customerId: customer.id, productId: product.id },
    client: createFaturaClient({ baseUrl: world.baseUrl, token, companyId, maxRetries: 0, fetch: checkedFetch }),
    ...{ createInvoice, reach, registered, card, submit, deliver, setKey, removeAccess, probe, intentsOf },
    async pending(fields = {}) {
      const { id } = await createInvoice(fields);
      return withIntent(await reach(id, 'pending'));
    },
    async paidByCard(name = 'pm_card_visa') {
      const { id } = await createInvoice({ payment_method: 'card' });
      await submit(id, name);
      await reach(id, 'paid');
      return withIntent(await registered(id));
    },
    callBack: () => deliver(stripe.takeEvents().filter(({ livemode }) => livemode === isLive)),
    async eventsOf(invoiceId) {
      const rows = await world.database.query<{ type: string }>(
        `select type from events where resource_type = 'invoice' and resource_id = $1 order by sequence`,
        [invoiceId],
      );
      return rows.map(({ type }) => type);
    },
    async account() {
      const [row] = await world.database.query<{
        failing_since: Date | null;
        failure: string | null;
        alerted_at: Date | null;
      }>('select failing_since, failure, alerted_at from gateway_accounts where company_id = $1 and environment = $2', [
        companyId,
        environment,
      ]);
      return row!;
    },
  };
}

/**
 * Both books say the same of every attempt: at most one charge at Stripe, and all money that moved there recorded here,
 * once and to the cent.
 * @throws Error that names the attempt
 */
export async function checkBooks({ database }: World, stripe: StripeServer): Promise<void> {
  const ours = stripe.paymentIntents().filter(({ metadata }) => metadata.fatura_attempt);
  const byAttempt = Map.groupBy(ours, ({ metadata }) => metadata.fatura_attempt!);
  for (const [attemptId, intents] of byAttempt) {
    if (intents.length > 1) throw new Error(`Attempt ${attemptId} has ${intents.length} charges at Stripe`);
  }
  const paid = new Map(
    ours.filter(({ status }) => status === 'succeeded').map(({ id, amount_received }) => [id, amount_received]),
  );
  if (stripe.charges().length !== paid.size) throw new Error('Stripe charged what no PaymentIntent tells of');
  const rows = await database.query<{ gateway_payment_id: string; amount_cents: string }>(
    `select gateway_payment_id, amount_cents from payments where gateway = 'stripe'`,
  );
  const recorded = new Map(rows.map((row) => [row.gateway_payment_id, Number(row.amount_cents)]));
  if (recorded.size !== rows.length) throw new Error('A payment is recorded twice');
  for (const [id, amount] of paid) {
    if (recorded.get(id) !== amount) throw new Error(`${id} moved ${amount}, and ${recorded.get(id)} is recorded`);
  }
  if (recorded.size !== paid.size) throw new Error('A payment is recorded that Stripe knows nothing of');
}

/** The requests to Stripe since, as `METHOD path`, with ids left out. */
export function asked(requests: readonly StripeRequest[], since = 0): string[] {
  return requests
    .slice(since)
    .map(({ method, path }) => `${method} ${path.replace(/\/(pi|cus|pm|re|pyr|ch)_\w+/, '/:id').replace('/v1/', '')}`);
}
