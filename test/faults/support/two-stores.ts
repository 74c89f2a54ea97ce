import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCompany } from '../../../src/accounts/companies/create-company.ts';
import { openDatabase } from '../../../src/app/open-database.ts';
import { PRICE_CENTS } from './stores.ts';
import type { Platform } from './platform.ts';

/** How a receiver takes what comes to a path. */
export type Manner = 'takes' | 'fails' | 'hangs';

/** A store by its API, in one environment. */
export interface OneStore {
  companyId: number;
  productionToken: string;
  customerId: number;
  productId: number;
  call: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<StoreAnswer>;
  /** @throws Error for anything but success */
  make: <T = { id: number }>(path: string, body?: object) => Promise<T>;
}

export interface StoreAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** The receivers of both stores. They count requests by path, and note them by invoice and event. */
export interface PlainReceivers {
  url(path: string): string;
  /** Paths that nobody names take what comes. */
  behave(path: string, manner: Manner): void;
  count(path: string): number;
  /** When an event of an invoice came to a path for the first time, in milliseconds since 1970, and how often. */
  seen(path: string, invoiceId: number, event: string): { at: number; times: number } | undefined;
  stop(): Promise<void>;
}

const ANSWER_MS = 120_000;

/** @returns the store in its sandbox */
export async function createStore({ databaseUrl, publicUrl }: Platform, name: string): Promise<OneStore> {
  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  const { company, sandboxToken, productionToken } = await createCompany(orm.em.fork(), {
    ...{ name, city: 'São Paulo', plan: 'scale', rateLimitPerMinute: 1_000_000 },
    ...{ webhookRetries: 5, webhookRetryIntervalSeconds: 3_600, now: new Date() },
  }).finally(() => orm.close());
  return enterStore({ publicUrl, companyId: company.id, productionToken, token: sandboxToken });
}

/** The same store in its production: it has a customer and a product of its own there. */
export function inProduction({ publicUrl }: Platform, { companyId, productionToken }: OneStore): Promise<OneStore> {
  return enterStore({ publicUrl, companyId, productionToken, token: productionToken });
}

async function enterStore({
  publicUrl,
  companyId,
  productionToken,
  token,
}: {
  publicUrl: string;
  companyId: number;
  productionToken: string;
  token: string;
}): Promise<OneStore> {
  const call: OneStore['call'] = async (method, path, body) => {
    const response = await fetch(`${publicUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = await response.text();
    return { status: response.status, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
  const make = async <T = { id: number }>(path: string, body: object = {}): Promise<T> => {
    const { status, body: answer } = await call('POST', path, body);
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`);
    return answer as T;
  };
  const { id: customerId } = await make('/customers', { name: 'Ana Prado', email: 'ana@example.com' });
  const { id: productId } = await make('/products', { name: 'Pão de queijo', price: PRICE_CENTS / 100 });
  return { companyId, productionToken, customerId, productId, call, make };
}

/** @returns the invoice, as it was answered */
export function makeInvoice({ make, customerId, productId }: OneStore): Promise<{ id: number }> {
  return make('/invoices', {
    customer_id: customerId,
    payment_method: 'pix',
    products: [{ product_id: productId, quantity: 1 }],
  });
}

export async function startPlainReceivers(): Promise<PlainReceivers> {
  const manners = new Map<string, Manner>();
  const counts = new Map<string, number>();
  const first = new Map<string, { at: number; times: number }>();
  const hanging = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const manner = manners.get(path) ?? 'takes';
      if (manner === 'takes') {
        const { event, data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as {
          event: string;
          data: { invoice_id?: number };
        };
        const key = `${path} ${data.invoice_id} ${event}`;
        const before = first.get(key);
        if (before) before.times += 1;
        else first.set(key, { at: Date.now(), times: 1 });
      }
      if (manner === 'hangs') {
        hanging.add(response);
        response.on('close', () => hanging.delete(response));
        return;
      }
      response.writeHead(manner === 'takes' ? 200 : 500).end();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    behave: (path, manner) => void manners.set(path, manner),
    count: (path) => counts.get(path) ?? 0,
    seen: (path, invoiceId, event) => first.get(`${path} ${invoiceId} ${event}`),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
