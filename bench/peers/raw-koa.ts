/**
 * `POST /api/v1/invoices` by hand, with Koa and pg on Fatura's tables: what the request has to do at least, without an
 * ORM, a schema library or a framework of its own.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import pg from 'pg';
import { needed } from './environment.ts';
import { authenticate, limitRate } from './raw/authenticate.ts';
import { createInvoice } from './raw/create-invoice.ts';
import { presentInvoice } from './raw/present-invoice.ts';
import { readInvoiceOrder } from './raw/read-invoice-order.ts';
import { Refusal } from './raw/refusal.ts';
import { servePeer } from './serve-peer.ts';

/** As many as Fatura's API has, for requests and for their rate limits. */
const CONNECTIONS = 10;
const COUNTER_CONNECTIONS = 4;

await servePeer<'raw-koa.ts'>(async () => {
  const connectionString = needed('DATABASE_URL');
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
  const counters = new pg.Pool({ connectionString, max: COUNTER_CONNECTIONS });
  for (const one of [pool, counters]) one.on('error', console.error);
  let publicUrl = '';

  const app = new Koa();
  app.use(async (ctx, next) => {
    await next().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      ctx.status = error.status;
      ctx.body = { status: error.status, code: error.code, detail: error.message };
    });
  });
  app.use(async (ctx) => {
    if (ctx.method !== 'POST' || ctx.path !== '/api/v1/invoices') return;
    const store = await authenticate(pool, ctx.get('Authorization'));
    await limitRate(counters, store);
    const order = await readInvoiceOrder(ctx.req);
    const invoice = await inTransaction(pool, (tx) => createInvoice(tx, store, order));
    ctx.status = 201;
    ctx.body = presentInvoice(invoice, { order, store, publicUrl });
  });
  app.on('error', console.error);

  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  publicUrl = `http://127.0.0.1:${port}`;
  return {
    ready: { port },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await Promise.all([pool.end(), counters.end()]);
    },
  };
});

async function inTransaction<T>(pool: pg.Pool, work: (tx: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((broken: Error) => (failure = broken));
    throw error;
  } finally {
    // A connection that could not even roll back is not used again.
    client.release(failure);
  }
}
