/**
 * How long an event takes from its commit to a healthy receiver, with and without dead receivers of other stores.
 *
 *   npm run bench -- webhook-isolation [--stores 20] [--events 400] [--dead 0.1]
 *
 * API, worker, PostgreSQL and a Temporal dev server of this machine, receivers on loopback. Each store has one webhook
 * and gets the same number of events, at an even rate. A dead receiver takes the connection and never answers.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { pino } from 'pino';
import { createCompany } from '../src/accounts/companies/create-company.ts';
import type { Config } from '../src/app/config.ts';
import { migrate } from '../src/app/migrate.ts';
import { openDatabase } from '../src/app/open-database.ts';
import { startPostgres } from '../src/dev/postgres.ts';
import { startTemporalDevServer } from '../src/dev/temporal-server.ts';
import { startServer } from '../src/server.ts';
import { startWorker } from '../src/worker.ts';
import { freePort } from '../test/support/free-port.ts';
import { post } from './support/post.ts';

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '20' },
    events: { type: 'string', default: '400' },
    dead: { type: 'string', default: '0.1' },
    rate: { type: 'string', default: '20' },
  },
});
const [stores, events, deadShare, rate] = [values.stores, values.events, values.dead, values.rate].map(Number) as [
  number,
  number,
  number,
  number,
];

interface Store {
  token: string;
  customerId: number;
  productId: number;
  isDead: boolean;
  server: Server;
}

/** When the event of an invoice arrived, by the invoice's id; milliseconds of this process's clock. */
const arrivedAt = new Map<number, number>();

const dataDir = mkdtempSync(join(tmpdir(), 'fatura-bench-'));
const postgres = await startPostgres({ dataDir, durable: true });
await migrate(postgres.url);
const temporal = await startTemporalDevServer({ dataDir, namespace: 'default', headless: true });
const port = await freePort();
const config: Config = {
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  databaseUrl: postgres.url,
  temporal: { address: temporal.address, namespace: 'default' },
  webhookAllowedNetworks: ['127.0.0.0/8'],
  webhookDeniedNetworks: [],
  domains: {},
  retention: { everyMinutes: 60, days: { deliveryLog: 30, gatewayCallbacks: 90, reconciliations: 365 } },
  subscriptionStepsPerSecond: 20,
  trustedProxies: 0,
  stripeApiUrl: undefined,
  logLevel: 'fatal',
  operations: undefined,
  drainSeconds: 0,
  tracing: undefined,
  encryptionKeys: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
  mail: undefined,
  mailReportsKey: undefined,
  twilioApiUrl: undefined,
  temporalUiUrl: undefined,
  workflowBundlePath: undefined,
};
// The SDK's own news of its workers is not what is measured.
Runtime.install({ logger: new DefaultLogger('ERROR') });
const log = pino({ level: 'silent' });
const server = await startServer(config, { log });
const worker = await startWorker(config, { log });

try {
  console.log(
    `${cpus().length} × ${cpus()[0]!.model}; ${stores} stores, ${events} events a run at ${rate}/s, Node ${process.version}`,
  );
  await run('warm-up', 0, Math.min(events, 60));
  for (let round = 1; round <= 3; round += 1) {
    await run(`none dead, round ${round}`, 0, events);
    await run(`${deadShare * 100} % dead, round ${round}`, deadShare, events);
  }
} finally {
  await worker.stop();
  await server.stop();
  await temporal.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(name: string, share: number, count: number): Promise<void> {
  const crowd = await Promise.all(Array.from({ length: stores }, (_, index) => createStore(index < stores * share)));
  const committedAt = new Map<number, number>();
  const pending: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    pending.push(createInvoice(crowd[index % crowd.length]!, committedAt));
    await delay(1_000 / rate);
  }
  await Promise.all(pending);
  const healthy = [...committedAt.keys()];
  const end = Date.now() + 30_000;
  while (healthy.some((id) => !arrivedAt.has(id)) && Date.now() < end) await delay(50);
  const missing = healthy.filter((id) => !arrivedAt.has(id)).length;
  const ms = healthy
    .filter((id) => arrivedAt.has(id))
    .map((id) => arrivedAt.get(id)! - committedAt.get(id)!)
    .sort((a, b) => a - b);
  const at = (quantile: number): number => Math.round(ms[Math.min(ms.length - 1, Math.floor(ms.length * quantile))]!);
  console.log(
    `${name.padEnd(22)} n=${ms.length} missing=${missing} min=${at(0)} p50=${at(0.5)} p99=${at(0.99)} max=${Math.round(ms.at(-1)!)} ms`,
  );
  if (missing > 0) await explainMissing(healthy.filter((id) => !arrivedAt.has(id)));
  for (const { server: receiver } of crowd) {
    receiver.closeAllConnections();
    receiver.close();
  }
}

/** Reads from the record why events did not arrive. */
async function explainMissing(invoiceIds: number[]): Promise<void> {
  const orm = await openDatabase({ databaseUrl: postgres.url, poolSize: 1 });
  const rows = await orm.em.fork().execute(
    `select d.resource_id, d.state, d.attempts, d.next_attempt_at - d.created_at as next_in, a.number, a.error, a.duration_ms
     from webhook_deliveries d left join webhook_attempts a on a.delivery_id = d.id
     where d.resource_id in (${invoiceIds.map(() => '?').join(', ')})`,
    invoiceIds,
  );
  await orm.close();
  console.log(rows);
}

async function createStore(isDead: boolean): Promise<Store> {
  const orm = await openDatabase({ databaseUrl: postgres.url, poolSize: 1 });
  const input = {
    name: 'Bench',
    city: 'Recife',
    plan: 'scale' as const,
    rateLimitPerMinute: 1_000_000,
    now: new Date(),
  };
  const { sandboxToken: token } = await createCompany(orm.em.fork(), input);
  await orm.close();
  const receiver = createServer((request, response) => {
    if (isDead) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { invoice_id: number } };
      arrivedAt.set(data.invoice_id, performance.now());
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await post(config.publicUrl, token, '/webhooks', { url, events: ['invoice.created'] });
  const customer = await post(config.publicUrl, token, '/customers', { name: 'Ana', email: 'ana@example.com' });
  const product = await post(config.publicUrl, token, '/products', { name: 'Pão', price: 10 });
  return { token, customerId: customer.id, productId: product.id, isDead, server: receiver };
}

/** A card invoice, which waits for its payer: one event, and no gateway in the way. */
async function createInvoice(store: Store, committedAt: Map<number, number>): Promise<void> {
  const { id } = await post(config.publicUrl, store.token, '/invoices', {
    customer_id: store.customerId,
    products: [{ product_id: store.productId, quantity: 1 }],
    payment_method: 'card',
  });
  if (!store.isDead) committedAt.set(id, performance.now());
}
