import { pino, type Logger } from 'pino';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Config } from '../../src/app/config.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { isPortFree } from '../../src/dev/ports.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { systemClock, type Clock } from '../../src/base/time/clock.ts';
import { startWorker, type RunningWorker } from '../../src/worker.ts';
import { stopInTurn, type Stopping } from '../../src/base/stop-in-turn.ts';
import { createFaturaClient, type FaturaClient } from '../../client/index.ts';
import { checkedFetch } from './checked-fetch.ts';
import { createApiClient, type ApiClient, type InvoiceBody } from './api-client.ts';
import { inTime } from './in-time.ts';
import { quietTemporal } from './quiet-temporal.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startReceiver, type Receiver } from './receiver.ts';

export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

export type CompanyPolicies = Partial<Omit<Parameters<typeof createCompany>[1], 'now'>>;

/** A store of a test, with its clients and a receiver that subscribes to every event of its sandbox. */
export interface TestStore {
  companyId: number;
  sandboxToken: string;
  productionToken: string;
  sandbox: ApiClient;
  production: ApiClient;
  /** The client that the project publishes, as the sandbox; it tries nothing twice. */
  client: FaturaClient;
  receiver: Receiver;
  webhookSecret: string;
  customerId: number;
  productId: number;
  createInvoice(fields?: Record<string, unknown>): Promise<InvoiceBody>;
}

/**
 * The whole platform in this process: API, worker, a database of its own, and a Temporal server that the test chose.
 */
export interface World {
  database: TestDatabase;
  config: Config;
  clock: Clock;
  server: RunningServer;
  baseUrl: string;
  createStore(policies?: CompanyPolicies): Promise<TestStore>;
  /** The API in this process again, after a test had stopped it. */
  restartServer(): Promise<RunningServer>;
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  stop(): Promise<void>;
}

export async function createWorld({
  temporalAddress,
  clock,
  withWorker = true,
  log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
  settings = {},
}: {
  temporalAddress: string;
  /** The time of every store; absent: real time, and that of a sandbox's own clock. */
  clock?: Clock;
  withWorker?: boolean;
  /** For a test that reads what is logged. */
  log?: Logger;
  /** Settings that differ from the usual. */
  settings?: Partial<Config>;
}): Promise<World> {
  const database = await createTestDatabase();
  const port = settings.port ?? (await nextPort());
  const baseUrl = `http://127.0.0.1:${port}`;
  const config: Config = {
    port,
    publicUrl: baseUrl,
    databaseUrl: database.url,
    temporal: { address: temporalAddress, namespace: 'default' },
    webhookAllowedNetworks: ['127.0.0.0/8'],
    webhookDeniedNetworks: [],
    domains: {},
    trustedProxies: 0,
    retention: { everyMinutes: 60, days: { deliveryLog: 30, gatewayCallbacks: 90, reconciliations: 365 } },
    subscriptionStepsPerSecond: 1_000,
    stripeApiUrl: undefined,
    logLevel: 'fatal',
    operations: undefined,
    drainSeconds: 0,
    tracing: undefined,
    encryptionKeys: TEST_KEYS,
    mail: undefined,
    mailReportsKey: undefined,
    twilioApiUrl: undefined,
    temporalUiUrl: undefined,
    workflowBundlePath: process.env.TEST_WORKFLOW_BUNDLE,
    ...settings,
  };
  const receivers: Receiver[] = [];
  const given = clock ? { clock } : {};

  let worker: RunningWorker | null = null;
  const world: World = {
    database,
    config,
    clock: clock ?? systemClock,
    baseUrl,
    server: await startServer(config, { log, ...given }),
    async createStore(policies = {}) {
      const store = await createStore({ world, policies });
      receivers.push(store.receiver);
      return store;
    },
    restartServer: () => startServer(config, { log, ...given }),
    async startWorker() {
      quietTemporal();
      worker = await startWorker(config, { log, ...given });
    },
    async stopWorker() {
      await worker?.stop();
      worker = null;
    },
    stop: () => stopped(stopping, { partOfServer: () => world.server.stoppingPart(), database }),
  };
  const stopping = stopInTurn({
    // First of all: a worker waits for the deliveries that are under way.
    receivers: () => Promise.all(receivers.map((receiver) => receiver.close())),
    worker: () => world.stopWorker(),
    server: () => world.server.stop(),
    database: () => database.drop(),
  });
  if (withWorker) await world.startWorker();
  return world;
}

/** A world stops in a few seconds; a test file that waits for one for longer is to say for what. */
const STOPS_IN_MS = 90_000;

async function stopped(
  stopping: Stopping,
  { partOfServer, database }: { partOfServer: () => string | null; database: TestDatabase },
): Promise<void> {
  await inTime(stopping.stop(), STOPS_IN_MS, async () => {
    const open = JSON.stringify(process.getActiveResourcesInfo());
    const parts = `${stopping.part()}, ${partOfServer()}`;
    const sessions = await database.query(SESSIONS).catch(String);
    return `The world does not stop: ${parts}; open are ${open}; sessions are ${JSON.stringify(sessions)}`;
  });
}

/** The sessions of a world's database: a connection that nobody gives back is known by its last statement. */
const SESSIONS = `select application_name, state, wait_event, clock_timestamp() - state_change as since, xact_start, left(query, 200) as query
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

let portsTaken = 0;

/** Each Jest worker has a thousand ports of its own, below those that the system gives to outgoing connections. */
async function nextPort(): Promise<number> {
  for (;;) {
    const port =
      20_000 + 1_000 * Number(process.env.JEST_WORKER_ID ?? 1) + (process.pid % 50) * 20 + (portsTaken++ % 20);
    if (await isPortFree(port)) return port;
  }
}

async function createStore({ world, policies }: { world: World; policies: CompanyPolicies }): Promise<TestStore> {
  const now = () => world.clock.now({ companyId: 0, environment: 'sandbox' });
  const orm = await openDatabase({ databaseUrl: world.database.url, poolSize: 1 });
  // Tests are quicker than any plan allows for; those of the limits choose their own number.
  const fields = { name: 'Padaria Estrela', city: 'São Paulo', rateLimitPerMinute: 1_000_000, ...policies };
  const input = { ...fields, now: await now() };
  const { company, productionToken, sandboxToken } = await createCompany(orm.em.fork(), input);
  await orm.close();

  const client = (token: string): ApiClient =>
    createApiClient({ baseUrl: world.baseUrl, token, companyId: company.id });
  const sandbox = client(sandboxToken);
  const receiver = await startReceiver({ now });
  const webhook = await sandbox.create<{ secret: string }>('/api/v1/webhooks', { url: receiver.url, events: ['*'] });
  // The store's own history begins with the test.
  await world.database.query('delete from audit_entries where company_id = $1', [company.id]);
  const customer = await sandbox.create<{ id: number }>('/api/v1/customers', {
    name: 'Ana Souza',
    email: 'ana@example.com',
  });
  const product = await sandbox.create<{ id: number }>('/api/v1/products', { name: 'Pão de queijo', price: 50 });
  return {
    companyId: company.id,
    sandboxToken,
    productionToken,
    sandbox,
    production: client(productionToken),
    client: createFaturaClient({
      baseUrl: world.baseUrl,
      token: sandboxToken,
      companyId: company.id,
      maxRetries: 0,
      fetch: checkedFetch,
    }),
    receiver,
    webhookSecret: webhook.secret,
    customerId: customer.id,
    productId: product.id,
    createInvoice: (fields = {}) =>
      sandbox.create<InvoiceBody>('/api/v1/invoices', {
        customer_id: customer.id,
        products: [{ product_id: product.id, quantity: 2 }],
        payment_method: 'pix',
        ...fields,
      }),
  };
}
