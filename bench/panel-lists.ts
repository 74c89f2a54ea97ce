/**
 * How long the panel's lists of invoices take in a store of a hundred invoices and in one of a hundred thousand.
 *
 *   npm run bench -- panel-lists [--invoices 100000] [--runs 20] [--only CSV]
 *
 * API and PostgreSQL of this machine, one signed-in person, over HTTP on loopback, one request at a time, the small store and
 * the large one in turn. It fails when a list of the large store takes more than twice as long as that of the small one
 * and 15 ms more, by their medians. A whole file is measured too, and held to nothing: it has a thousand times the rows.
 * Nor is a list by filters that contradict each other: one of them is walked to its end for what has both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createCompany } from '../src/companies/create-company.ts';
import type { Store } from '../src/companies/environment.ts';
import type { Config } from '../src/config.ts';
import { migrate } from '../src/db/migrate.ts';
import { openDatabase } from '../src/db/orm.ts';
import { isPortFree } from '../src/dev/ports.ts';
import { startPostgres } from '../src/dev/postgres.ts';
import { invoiceIdsQuery } from '../src/invoices/invoice-ids-query.ts';
import { prepareSearch, type InvoiceSearch } from '../src/invoices/search-invoices.ts';
import { createPerson } from '../src/people/create-person.ts';
import { startServer } from '../src/server.ts';
import { openPanel } from '../test/support/panel-client.ts';

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const [many, runs] = [Number(values.invoices), Number(values.runs)];
const FEW = 100;
const WARM_UPS = 3;
const TIME_ZONE = 'America/Sao_Paulo';
const PERSON = { email: 'bench@store.example', password: 'a benchmark of lists' };

interface BenchStore extends Store {
  /** Of an invoice far down its list. */
  deepId: number;
  customerId: number;
}

/** A list: its address, and where it has a query of its own, what that looks for. */
interface Measured {
  name: string;
  query: (store: BenchStore) => Record<string, string>;
  search?: (store: BenchStore) => InvoiceSearch;
  file?: 'first byte' | 'whole';
  /** Whether it must take as long in both stores; unless said otherwise. */
  isJudged?: boolean;
}

/** The days of the small store are the first of those of the large one; these are in both. */
const DAYS = { from: '2025-01-01', to: '2025-01-01' };
const ALL_LISTS: Measured[] = [
  { name: 'no filter', query: () => ({}), search: () => ({}) },
  { name: 'status, many have it', query: () => ({ status: 'paid' }), search: () => ({ status: 'paid' }) },
  { name: 'status, old ones have it', query: () => ({ status: 'expired' }), search: () => ({ status: 'expired' }) },
  { name: 'method', query: () => ({ method: 'boleto' }), search: () => ({ method: 'boleto' }) },
  {
    name: 'status and method',
    query: () => ({ status: 'open', method: 'pix' }),
    search: () => ({ status: 'open', method: 'pix' }),
  },
  {
    name: 'customer',
    query: ({ customerId }) => ({ customer: String(customerId) }),
    search: ({ customerId }) => ({ customerId }),
  },
  {
    name: 'created, one day',
    query: () => ({ created_from: DAYS.from, created_to: DAYS.to }),
    search: () => ({ createdFrom: DAYS.from, createdTo: DAYS.to }),
  },
  { name: 'created since', query: () => ({ created_from: DAYS.from }), search: () => ({ createdFrom: DAYS.from }) },
  {
    name: 'due, some days',
    query: () => ({ due_from: '2025-01-01', due_to: '2025-01-20' }),
    search: () => ({ dueFrom: '2025-01-01', dueTo: '2025-01-20' }),
  },
  { name: 'due since', query: () => ({ due_from: DAYS.from }), search: () => ({ dueFrom: DAYS.from }) },
  {
    name: 'search, a number',
    query: ({ deepId }) => ({ q: String(deepId) }),
    search: ({ deepId }) => ({ text: String(deepId) }),
  },
  { name: 'search, a reference', query: () => ({ q: 'order-42' }), search: () => ({ text: 'order-42' }) },
  { name: 'search, part of address', query: () => ({ q: 'cliente7' }), search: () => ({ text: 'cliente7' }) },
  { name: 'search, a common name', query: () => ({ q: 'joao' }), search: () => ({ text: 'joao' }) },
  {
    name: 'filters that contradict',
    query: () => ({ status: 'expired', method: 'card' }),
    search: () => ({ status: 'expired', method: 'card' }),
    isJudged: false,
  },
  { name: 'page far down', query: ({ deepId }) => ({ starting_after: String(deepId) }) },
  {
    name: 'page far down, by status',
    query: ({ deepId }) => ({ status: 'paid', starting_after: String(deepId) }),
  },
  { name: 'CSV, first byte', query: () => ({}), file: 'first byte' },
  { name: 'CSV, whole', query: () => ({}), file: 'whole', isJudged: false },
  { name: 'CSV, a common name', query: () => ({ q: 'joao' }), file: 'whole', isJudged: false },
];

const LISTS = ALL_LISTS.filter(({ name }) => name.startsWith(values.only));
/** Requests so far; each comes from an address of its own. */
let asked = 0;

const dataDir = mkdtempSync(join(tmpdir(), 'fatura-bench-'));
const postgres = await startPostgres({ dataDir, durable: true });
await migrate(postgres.url);
const port = await freePort();
const config: Config = {
  port,
  publicUrl: `http://127.0.0.1:${port}`,
  databaseUrl: postgres.url,
  // No list waits for Temporal; nothing listens there.
  temporal: { address: '127.0.0.1:1', namespace: 'default' },
  webhookAllowedNetworks: [],
  webhookLogDays: 30,
  subscriptionStepsPerSecond: 20,
  // Each request says that it comes from elsewhere: a visitor's limit is not what is measured.
  trustedProxies: 1,
  stripeApiUrl: undefined,
  logLevel: 'fatal',
  encryptionKeys: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
  mail: undefined,
  temporalUiUrl: undefined,
  workflowBundlePath: undefined,
};
const server = await startServer(config, { log: pino({ level: 'silent' }) });
const orm = await openDatabase({ databaseUrl: postgres.url, poolSize: 1 });

try {
  console.log(
    `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}; ${runs} runs, ms: min / median / max\n`,
  );
  const [small, large] = [await createStore(orm, FEW), await createStore(orm, many)];
  await orm.em.fork().execute('vacuum analyze');
  const browser = openPanel({ baseUrl: config.publicUrl });
  const signedIn = await browser.signIn(PERSON.email, PERSON.password);
  if (signedIn.status !== 303) throw new Error(`Could not sign in: ${signedIn.status}`);
  const slow: string[] = [];
  console.log(`${''.padEnd(26)}${String(FEW).padEnd(26)}${String(many).padEnd(26)}`);
  for (const list of LISTS) {
    const [ofFew, ofMany] = await measure(list, [small, large], browser.cookie!);
    const isSlow = list.isJudged !== false && ofMany!.median > 2 * ofFew!.median + 15;
    if (isSlow) slow.push(list.name);
    console.log(`${list.name.padEnd(26)}${write(ofFew!)}${write(ofMany!)}${isSlow ? 'TOO SLOW' : ''}`);
  }
  for (const list of LISTS) await explain(list, large);
  if (slow.length > 0) throw new Error(`Too slow in the large store: ${slow.join(', ')}.`);
} finally {
  await orm.close();
  await server.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Figures {
  min: number;
  median: number;
  max: number;
}

async function measure(list: Measured, stores: BenchStore[], cookie: string): Promise<Figures[]> {
  const times = stores.map((): number[] => []);
  const count = list.file === 'whole' ? Math.min(runs, 5) : runs;
  for (let run = -WARM_UPS; run < count; run += 1) {
    for (const [index, store] of stores.entries()) {
      const ms = await ask(list, store, cookie);
      if (run >= 0) times[index]!.push(ms);
    }
  }
  return times.map((ms) => {
    ms.sort((a, b) => a - b);
    return { min: ms[0]!, median: ms[Math.floor(ms.length / 2)]!, max: ms.at(-1)! };
  });
}

async function ask({ query, file }: Measured, store: BenchStore, cookie: string): Promise<number> {
  const { companyId, environment } = store;
  const path = `/panel/stores/${companyId}/${environment}/invoices${file ? '.csv' : ''}`;
  asked += 1;
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const url = `${config.publicUrl}${path}?${new URLSearchParams(query(store)).toString()}`;
  const begun = performance.now();
  const response = await fetch(url, { headers: { Cookie: cookie, 'X-Forwarded-For': address } });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  if (file !== 'first byte') {
    await response.arrayBuffer();
    return performance.now() - begun;
  }
  const reader = response.body!.getReader();
  await reader.read();
  const ms = performance.now() - begun;
  await reader.cancel();
  return ms;
}

function write({ min, median, max }: Figures): string {
  return [min, median, max]
    .map((ms) => ms.toFixed(1))
    .join(' / ')
    .padEnd(26);
}

async function explain({ name, search }: Measured, store: BenchStore): Promise<void> {
  if (!search) return;
  const { companyId, environment } = store;
  const of = { companyId, environment };
  const em = orm.em.fork();
  const { conditions, order } = await prepareSearch(em, {
    store: of,
    company: { timeZone: TIME_ZONE },
    search: search(store),
  });
  const { sql, params } = invoiceIdsQuery({ store: of, conditions, order, limit: 26 });
  const rows = await em.execute<{ 'QUERY PLAN': string }[]>(`explain (analyze, costs off, buffers off) ${sql}`, params);
  console.log(`\n${name}:\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`);
}

/** Old invoices are paid or expired, new ones open; a store has one customer for ten invoices. */
async function createStore({ em }: MikroORM, invoices: number): Promise<BenchStore> {
  const tx = em.fork();
  const input = { name: `Bench ${invoices}`, city: 'Recife', now: new Date() };
  const { company } = await createCompany(tx, input);
  const companyId = company.id;
  const [known] = await tx.execute<{ id: string }[]>('select id from people where email = ?', [PERSON.email]);
  if (known) {
    await tx.execute(
      `insert into memberships (company_id, person_id, role, created_at) values (?, ?, 'owner', now())`,
      [companyId, known.id],
    );
  } else {
    const membership = { companyId, role: 'owner' as const };
    await createPerson(tx, { ...PERSON, name: 'Bench', membership, now: new Date() });
  }
  const customers = Math.ceil(invoices / 10);
  await tx.execute(
    `insert into customers (company_id, environment, name, email, active, created_at, updated_at)
     select ?::bigint, 'production',
       (array['Ana', 'João', 'Zuleide', 'Marcos', 'Íris', 'Conceição', 'Pedro', 'Lúcia'])[1 + n % 8] || ' ' || (array['Souza', 'Silva', 'Araújo'])[1 + n % 3],
       'cliente' || n || '@example.com', true, now(), now()
     from generate_series(1, ?::int) as n`,
    [companyId, customers],
  );
  await tx.execute(
    `insert into invoices (company_id, environment, customer_id, status, version, event_sequence, payment_method, checkout_hash, subtotal_cents, total_cents, amount_paid_cents, amount_refunded_cents, external_reference, due_date, abandonment_at, paid_at, created_at, updated_at)
     select f.company, 'production', c.first + (n - 1) % ?::int,
       case when n > f.count * 0.9 then 'open' when n % 20 = 0 then 'expired' else 'paid' end, 1, 1,
       (array['pix', 'pix', 'boleto', 'card'])[1 + n % 4], 'bench-' || f.company || '-' || n, 1000 + n, 1000 + n, 0, 0,
       'order-' || n, case when n % 4 = 2 then date '2025-01-04' + n / 200 end, now(), null,
       timestamptz '2025-01-01 03:00:00Z' + n * interval '7 minutes', now()
     from generate_series(1, ?::int) as n,
       (select ?::bigint as company, ?::int as count) as f,
       (select min(id) as first from customers where company_id = ?) as c`,
    [customers, invoices, companyId, invoices, companyId],
  );
  const [ids] = await tx.execute<{ first: string; last: string; customer: string }[]>(
    'select min(id) as first, max(id) as last, min(customer_id) as customer from invoices where company_id = ?',
    [companyId],
  );
  const [first, last] = [Number(ids!.first), Number(ids!.last)];
  const deepId = first + Math.floor((last - first) * 0.4);
  return {
    companyId,
    environment: 'production',
    deepId,
    customerId: Number(ids!.customer) + 3,
  };
}

async function freePort(): Promise<number> {
  for (let candidate = 18_000 + (process.pid % 900); ; candidate += 1)
    if (await isPortFree(candidate)) return candidate;
}
