import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createCompany } from '../../src/accounts/companies/create-company.ts';
import type { Store } from '../../src/base/environment.ts';
import { migrate } from '../../src/app/migrate.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { SERVICES } from '../../src/dev/bring-up-service.ts';
import { startNodeService, type RunningService } from '../../src/dev/node-service.ts';
import { ensureWorkflowBundle } from '../../src/dev/workflow-bundle.ts';
import type { EventType } from '../../src/events/event-types.ts';
import type { Engine } from './engine.ts';
import { freePort } from '../../test/support/free-port.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

/** API and workers of the product, a process each, on the engine that is measured with them. */
export interface Fatura {
  engine: Engine;
  databaseName: string;
  databaseUrl: string;
  publicUrl: string;
  database: pg.Client;
  http: HttpClient;
  api: RunningService;
  workers: RunningService[];
  /** Starts or stops workers until there are so many. */
  scaleWorkers: (count: number) => Promise<void>;
  /** The process ids of its programs, for a probe. */
  programs: () => Record<string, number[]>;
  /** Until every entry of the outbox is with Temporal. */
  untilDispatched: () => Promise<void>;
  /** Until every entry of the outbox is with Temporal and nothing is to be delivered any more. */
  settle: (timeoutMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

export interface BenchStore extends Store {
  token: string;
  customerId: number;
  productId: number;
}

export interface FaturaOptions {
  /** The name of its database and its namespace. */
  name: string;
  workers?: number;
  /** Nothing answers where it looks for Temporal. */
  temporalIsAway?: boolean;
  /** Environment of API and worker, in place of the usual values. */
  environment?: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** A port of the loopback that nothing listens on, and nothing ever will. */
const NOWHERE = '127.0.0.1:1';

export async function startFatura(
  engine: Engine,
  { name, workers = 1, temporalIsAway = false, environment = {}, signal }: FaturaOptions,
): Promise<Fatura> {
  const databaseUrl = await engine.createDatabase(name);
  await migrate(databaseUrl);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalIsAway ? NOWHERE : engine.temporal.address,
    TEMPORAL_NAMESPACE: temporalIsAway ? name : await engine.createNamespace(name),
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    WORKFLOW_BUNDLE: await ensureWorkflowBundle({ cacheDir: new URL('../../.cache/', import.meta.url).pathname }),
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
    // The caller's own settings are not to be used.
    ...{ SMTP_URL: '', MAIL_DIR: '', TEMPORAL_UI_URL: '', TRUSTED_PROXIES: '', SUBSCRIPTION_STEPS_PER_SECOND: '' },
    ...environment,
  };
  const given = { dataDir: engine.dataDir, env, signal };
  const api = await startNodeService({ ...SERVICES.api, id: `${name}-api`, ...given });
  const running: RunningService[] = [];
  let number = 0;
  const scaleWorkers = async (count: number): Promise<void> => {
    while (running.length > count) await running.pop()!.stop();
    while (running.length < count) {
      number += 1;
      running.push(await startNodeService({ ...SERVICES.worker, id: `${name}-worker-${number}`, ...given }));
    }
  };
  await scaleWorkers(temporalIsAway ? 0 : workers);
  const database = new pg.Client({ connectionString: databaseUrl });
  // A part that is given up loses it; whoever asks it next is told.
  database.on('error', () => undefined);
  await database.connect();
  const http = createHttpClient(publicUrl);
  return {
    ...{ engine, databaseName: name, databaseUrl, publicUrl, database, http, api, workers: running, scaleWorkers },
    programs: () => ({ API: [api.pid], worker: running.map(({ pid }) => pid) }),
    async untilDispatched() {
      const left = (): Promise<number> => readNumber(database, 'select count(*) from outbox');
      while ((await left()) > 0) await delay(50, undefined, { signal });
    },
    async settle(timeoutMs) {
      const end = performance.now() + timeoutMs;
      while ((await countWaiting(database)) > 0) {
        if (performance.now() > end)
          throw new Error(`${await countWaiting(database)} pieces of work are still waiting.`);
        await delay(50, undefined, { signal });
      }
    },
    async stop() {
      await scaleWorkers(0);
      await api.stop();
      await http.close();
      await database.end();
      await engine.dropDatabase(name);
    },
  };
}

function countWaiting(database: pg.Client): Promise<number> {
  return readNumber(
    database,
    `select (select count(*) from outbox)
      + (select count(*) from webhook_deliveries where state = 'pending' and next_attempt_at < now())`,
  );
}

/** The answer of a query that asks for one number. */
export async function readNumber(database: pg.Client, sql: string, parameters: unknown[] = []): Promise<number> {
  const { rows } = await database.query<[string]>({ text: sql, values: parameters, rowMode: 'array' });
  return Number(rows[0]![0]);
}

/** Stores that are made at once. */
const STORES_AT_ONCE = 4;

/** Stores with a customer and a product each, and a webhook at `receiverUrl` for these events. */
export async function createStores(
  { databaseUrl, http }: Fatura,
  { count, receiverUrl, events }: { count: number; receiverUrl?: (index: number) => string; events?: EventType[] },
): Promise<BenchStore[]> {
  const orm = await openDatabase({ databaseUrl, poolSize: STORES_AT_ONCE });
  const stores: BenchStore[] = [];
  const create = async (index: number): Promise<void> => {
    const { company, sandboxToken: token } = await createCompany(orm.em.fork(), {
      ...{ name: 'Bench', city: 'Recife', plan: 'scale', rateLimitPerMinute: 1_000_000, now: new Date() },
    });
    if (receiverUrl) await http.post(token, '/webhooks', { url: receiverUrl(index), events });
    const customer = await http.post(token, '/customers', { name: 'Ana Souza', email: 'ana@example.com' });
    const product = await http.post(token, '/products', { name: 'Pão', price: 10 });
    stores[index] = {
      ...{ companyId: company.id, environment: 'sandbox' as const, token },
      ...{ customerId: customer.id, productId: product.id },
    };
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) await create(next++);
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, lane));
  await orm.close();
  return stores;
}

/** The body of an invoice that is paid by Pix at once, or of one that waits for its payer's card. */
export function invoiceBody({ customerId, productId }: BenchStore, paymentMethod: 'pix' | 'card' = 'pix'): object {
  return {
    customer_id: customerId,
    products: [{ product_id: productId, quantity: 1 }],
    payment_method: paymentMethod,
  };
}
