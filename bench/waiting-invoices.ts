import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentMethod } from '../src/banking/payment-method.ts';
import { openTemporalClient } from '../src/base/temporal/connect.ts';
import { invoiceWorkflowId } from '../src/outbox/workflow-ids.ts';
import { canClone, createCloner, FIRST_INVOICE_ID, spreadIds, STRIDE, type Cloner } from './support/clone-waiting.ts';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, readNumber, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { quantile, spreadOf, type Row } from './support/figures.ts';
import { asFastAsItGoes, atRate } from './support/load.ts';
import { readUsage } from '../test/support/process-usage.ts';
import { readProportionalMemory } from './support/proportional-memory.ts';
import type { Receiver } from './support/receiver.ts';
import { TEMPORAL_DATABASES } from '../test/support/temporal-on-postgres.ts';

const NAME = 'fatura_b4';
const STORES = 8;
const FIRST_LEVEL = 10_000;
/** A set that is copied; a tenth as many subscriptions as invoices. */
const ORIGINALS = { invoices: 40, subscriptions: 4 };
const METHODS: PaymentMethod[] = ['pix', 'card', 'boleto'];
/** Beyond what is measured, whenever it is. */
const FIRST_RENEWAL_DAYS = 60;
const ROUNDS = 2;
const WARM_UP = { seconds: 2, inFlight: 8 };
const FLAT_OUT = { seconds: 2.5, inFlight: 8 };
const EVEN = { perSecond: 20, count: 40 };
const REST_SECONDS = 6;
const SETTLE_MS = 60_000;
const CHECKED = 20;
const CHECK_MS = 60_000;
/** How long workflows are started one by one where they cannot be copied. */
const STARTING_MS = 60_000;
const MEGABYTE = 2 ** 20;
const EVENTS = ['invoice.created', 'invoice.payment_confirmed', 'invoice.canceled', 'invoice.abandoned'] as const;

/** The cost of a level. Memory in MB by program; CPU at rest by program, as a share of one core. */
interface Level {
  /** How many there really are, beside the invoices that the measuring itself makes. */
  waiting: number;
  subscriptions: number;
  memory: Record<string, number>;
  databaseMb: number;
  rest: Record<string, number>;
  perSecond: number[];
  p50: number[];
  p99: number[];
}

interface Bench {
  engine: Engine;
  fatura: Fatura;
  receiver: Receiver;
  stores: BenchStore[];
  signal: AbortSignal;
}

/**
 * B4: what it costs that invoices and subscriptions wait: memory, space, CPU at rest, and what becomes of `POST
 * /invoices`. The programs go on from level to level, so that what grows is seen. The invoices wait since long: what
 * their making leaves in the caches of Temporal for an hour is not in it.
 */
export async function measureWaiting(
  engine: Engine,
  { receiver, signal, open }: { receiver: Receiver; signal: AbortSignal; open: number },
): Promise<Row[]> {
  const fatura = await startFatura(engine, { name: NAME, signal });
  const stopping: { stop: () => Promise<void> }[] = [fatura];
  try {
    if (await canClone(engine)) await spreadIds(fatura);
    const stores = await createStores(fatura, {
      ...{ count: STORES, receiverUrl: () => receiver.url, events: [...EVENTS] },
    });
    const bench: Bench = { engine, fatura, receiver, stores, signal };
    let cloner: Cloner | undefined;
    if (await canClone(engine)) {
      await createOriginals(bench);
      await fatura.settle(SETTLE_MS);
      await untilAtRest(bench);
      cloner = await createCloner(engine, fatura, NAME);
      stopping.unshift(cloner);
    }
    // With its caches full, and every connection open, before the first reading.
    await asFastAsItGoes(create(bench), WARM_UP);
    await untilAtRest(bench);
    const levels: Level[] = [];
    for (const wanted of [...new Set([0, Math.min(FIRST_LEVEL, open), open])]) {
      const waiting = cloner ? await cloneUpTo(cloner, wanted) : await startUpTo(bench, wanted);
      await untilAtRest(bench);
      // Where workflows are started one by one, there is time for invoices alone.
      levels.push(await measureLevel(bench, { waiting, subscriptions: cloner ? waiting / 10 : 0 }));
    }
    const { waiting } = levels.at(-1)!;
    if (cloner && waiting > ORIGINALS.invoices) await checkLife(bench, cloner, waiting);
    return rowsOf(levels, open);
  } finally {
    for (const { stop } of stopping) await stop();
  }
}

/** Makes a set of originals to copy, through the API like every other. */
async function createOriginals({ fatura: { http }, stores }: Bench): Promise<void> {
  for (let number = 0; number < ORIGINALS.invoices; number += 1) {
    const store = stores[number % stores.length]!;
    const method = METHODS[number % METHODS.length]!;
    await http.post(store.token, '/invoices', { ...invoiceBody(store), payment_method: method });
  }
  const renewal = new Date(Date.now() + FIRST_RENEWAL_DAYS * 86_400_000).toISOString().slice(0, 10);
  for (let number = 0; number < ORIGINALS.subscriptions; number += 1) {
    const store = stores[number % stores.length]!;
    await http.post(store.token, '/subscriptions', { ...invoiceBody(store), interval: 'month', start_date: renewal });
  }
}

async function cloneUpTo(cloner: Cloner, wanted: number): Promise<number> {
  const sets = Math.ceil(wanted / cloner.originals.invoices);
  await cloner.growTo(sets);
  return Math.max(sets, 1) * cloner.originals.invoices;
}

/** Starts as many as there is time for. @returns how many invoices there are */
async function startUpTo({ fatura: { http, database }, stores }: Bench, wanted: number): Promise<number> {
  const count = (): Promise<number> => readNumber(database, 'select count(*) from invoices');
  const missing = wanted - (await count());
  const end = performance.now() + STARTING_MS;
  const lane = async (first: number): Promise<void> => {
    for (let number = first; number < missing && performance.now() < end; number += STORES) {
      await http.post(stores[first]!.token, '/invoices', invoiceBody(stores[first]!));
    }
  };
  await Promise.all(stores.map((_, first) => lane(first)));
  return wanted === 0 ? 0 : await count();
}

function create({ fatura: { http }, stores }: Bench): (number: number) => Promise<unknown> {
  return (number) => {
    const store = stores[number % stores.length]!;
    return http.post(store.token, '/invoices', invoiceBody(store));
  };
}

/**
 * Until all is with Temporal and the worker has nothing more to do. An activity that was lost with an answer of
 * Temporal's, as happens on a busy machine, comes again after minutes and is not waited for.
 */
async function untilAtRest({ fatura, signal }: Bench): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  const used = (): number => fatura.workers.reduce((total, { pid }) => total + readUsage(pid).cpuSeconds, 0);
  while (performance.now() < end) {
    await fatura.untilDispatched();
    const before = used();
    await delay(1_000, undefined, { signal });
    // NaN where there is no `/proc`.
    if (!(used() - before > 0.1)) return;
  }
  throw new Error('The worker does not come to rest.');
}

async function measureLevel(
  bench: Bench,
  { waiting, subscriptions }: Pick<Level, 'waiting' | 'subscriptions'>,
): Promise<Level> {
  const { engine, signal } = bench;
  const before = readCpu(bench);
  await delay(REST_SECONDS * 1_000, undefined, { signal });
  const after = readCpu(bench);
  const shares = Object.entries(after).map(([name, seconds]): [string, number] => [
    name,
    (seconds - before[name]!) / REST_SECONDS,
  ]);
  const level: Level = {
    ...{ waiting, subscriptions, memory: readMemory(bench), databaseMb: await readDatabases(engine) },
    ...{ rest: Object.fromEntries(shares), perSecond: [], p50: [], p99: [] },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { latencies } = await atRate(create(bench), EVEN);
    level.p50.push(quantile(latencies, 0.5));
    level.p99.push(quantile(latencies, 0.99));
  }
  // Last, because it leaves more work than is worked off soon.
  for (let round = 0; round < ROUNDS; round += 1) {
    level.perSecond.push((await asFastAsItGoes(create(bench), FLAT_OUT)).perSecond);
    await untilAtRest(bench);
  }
  return level;
}

function pidsOf({ engine, fatura }: Bench): Record<string, number[]> {
  return { ...fatura.programs(), Temporal: [engine.temporal.pid], PostgreSQL: [engine.postgres.pid] };
}

/** Seconds that each program has used so far. */
function readCpu(bench: Bench): Record<string, number> {
  const used = ([name, pids]: [string, number[]]): [string, number] => [
    name,
    pids.reduce((total, pid) => total + readUsage(pid).cpuSeconds, 0),
  ];
  return Object.fromEntries(Object.entries(pidsOf(bench)).map(used));
}

/** MB; PostgreSQL's processes share most of theirs. */
function readMemory(bench: Bench): Record<string, number> {
  const held = ([name, pids]: [string, number[]]): [string, number] => {
    const read = (pid: number): number =>
      name === 'PostgreSQL' ? readProportionalMemory(pid) : readUsage(pid).memoryBytes;
    return [name, pids.reduce((total, pid) => total + read(pid), 0) / MEGABYTE];
  };
  return Object.fromEntries(Object.entries(pidsOf(bench)).map(held));
}

/** Ours and, where it is in this PostgreSQL, Temporal's; MB. */
async function readDatabases({ admin }: Engine): Promise<number> {
  const sql = 'select sum(pg_database_size(datname)) from pg_database where datname = any($1)';
  return (await readNumber(admin, sql, [[NAME, ...TEMPORAL_DATABASES]])) / MEGABYTE;
}

/**
 * That copies live: some are paid or, where they wait for a card, canceled; the timer of another comes. Each time the
 * webhook arrives, and the very run that was copied ends.
 */
async function checkLife(bench: Bench, cloner: Cloner, waiting: number): Promise<void> {
  const { engine, fatura, receiver, stores } = bench;
  const [late, ...others] = await pickCopies(bench, waiting);
  const runs = new Map<number, string>();
  for (const { id } of [late!, ...others]) runs.set(id, await cloner.runOf(invoiceWorkflowId(id)));
  await cloner.makeDue(invoiceWorkflowId(late!.id));
  const client = openTemporalClient({ address: engine.temporal.address, namespace: NAME });
  const missing = new Set<string>();
  const ends = async (id: number, event: (typeof EVENTS)[number]): Promise<void> => {
    missing.add(`${event} of ${id}`);
    await receiver.arrival(event, id);
    missing.delete(`${event} of ${id}`);
    missing.add(`the end of ${id}`);
    await client.workflow.getHandle(invoiceWorkflowId(id), runs.get(id)).result();
    missing.delete(`the end of ${id}`);
  };
  const check = async ({ id, companyId, method }: Copy): Promise<void> => {
    const { token } = stores.find((store) => store.companyId === companyId)!;
    if (method === 'card') await fatura.http.post(token, `/invoices/${id}/cancel`, {});
    else await fatura.http.post(token, `/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await ends(id, method === 'card' ? 'invoice.canceled' : 'invoice.payment_confirmed');
  };
  // Temporal comes to a timer when it comes to another one, such as those of these.
  const all = Promise.all([...others.map(check), ends(late!.id, 'invoice.abandoned')]);
  try {
    await within(CHECK_MS, all, () => `Of copied workflows is missing: ${[...missing].join(', ')}`);
  } finally {
    await client.connection.close();
  }
}

interface Copy {
  id: number;
  companyId: number;
  method: PaymentMethod;
}

/** At random; the first one waits for its Pix code to expire. */
async function pickCopies({ fatura: { database } }: Bench, waiting: number): Promise<Copy[]> {
  const last = FIRST_INVOICE_ID + (waiting / ORIGINALS.invoices) * STRIDE;
  const { rows } = await database.query<{ id: string; company_id: string; payment_method: PaymentMethod }>(
    `(select id, company_id, payment_method from invoices
       where id >= $1 and id < $2 and payment_method = 'pix' order by random() limit 1)
     union all
     (select id, company_id, payment_method from invoices where id >= $1 and id < $2 order by random() limit $3)`,
    [FIRST_INVOICE_ID + STRIDE, last, CHECKED],
  );
  const copies = rows.map((row) => ({
    ...{ id: Number(row.id), companyId: Number(row.company_id), method: row.payment_method },
  }));
  return copies.filter(({ id }, index) => index === 0 || id !== copies[0]!.id);
}

/** @throws Error with `why` when the time is over first */
async function within(ms: number, promise: Promise<unknown>, why: () => string): Promise<void> {
  const over = new AbortController();
  const late = delay(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(why());
  });
  late.catch(() => undefined);
  await Promise.race([promise, late]).finally(() => over.abort());
}

function rowsOf(levels: Level[], open: number): Row[] {
  const [none, full] = [levels[0]!, levels.at(-1)!];
  const rows = levels.flatMap((level) => [memoryRow(level, none), throughputRow(level, none)]);
  const space = full.databaseMb - none.databaseMb;
  const latency = (name: string, of: (level: Level) => number[]): Row => ({
    ...{ bench: 'B4', what: `${name} at ${EVEN.perSecond}/s, ${titleOf(full)}`, unit: 'ms', samples: of(full) },
    against: { what: `${none.waiting} wait`, ratios: of(full).map((ms, round) => ms / of(none)[round]!) },
  });
  rows.push(
    {
      ...{ bench: 'B4', what: `databases, ${titleOf(full)}`, unit: 'MB', samples: [full.databaseMb] },
      against: { what: `${none.waiting} wait`, ratios: [full.databaseMb / none.databaseMb] },
      note: `${((space * 1024) / full.waiting).toFixed(1)} kB for each invoice, ours and Temporal's`,
    },
    {
      ...{ bench: 'B4', what: `CPU at rest, ${titleOf(full)}`, unit: '% of a core' },
      samples: [sum(full.rest) * 100],
      against: { what: `${none.waiting} wait`, ratios: [sum(full.rest) / sum(none.rest)] },
      note: listOf(full.rest, (share) => `${(share * 100).toFixed(1)} %`),
    },
    latency('p50', ({ p50 }) => p50),
    latency('p99', ({ p99 }) => p99),
  );
  const missing = full.waiting < open ? `${full.waiting} were started in the time there was` : '';
  return rows.map((row) => ({ ...row, note: [row.note, missing].filter(Boolean).join('; ') }));
}

function memoryRow(level: Level, none: Level): Row {
  const row: Row = {
    ...{ bench: 'B4', what: `memory of all programs, ${titleOf(level)}`, unit: 'MB', samples: [sum(level.memory)] },
    note: listOf(level.memory, (mb) => `${mb.toFixed(0)}`),
  };
  if (level === none) return row;
  const grown = Object.entries(level.memory).map(([name, mb]): [string, number] => [name, mb - none.memory[name]!]);
  return {
    ...row,
    against: { what: `${none.waiting} wait`, ratios: [sum(level.memory) / sum(none.memory)] },
    goal: { text: '< 500 MB more', isMet: sum(level.memory) - sum(none.memory) < 500 },
    note: `more: ${listOf(Object.fromEntries(grown), (mb) => mb.toFixed(0))}`,
  };
}

function throughputRow(level: Level, none: Level): Row {
  const row: Row = {
    ...{ bench: 'B4', what: `POST /invoices, ${titleOf(level)}`, unit: '/s', samples: level.perSecond },
  };
  if (level === none) return row;
  const [now, then] = [spreadOf(level.perSecond), spreadOf(none.perSecond)];
  return {
    ...row,
    against: {
      what: `${none.waiting} wait`,
      ratios: level.perSecond.map((rate, round) => rate / none.perSecond[round]!),
    },
    // Runs that overlap do not differ.
    goal: { text: '≥ 0.9 ×', isMet: now.median >= 0.9 * then.median || now.max >= then.min },
  };
}

function titleOf({ waiting, subscriptions }: Level): string {
  return `${waiting.toLocaleString('en')} invoices and ${subscriptions.toLocaleString('en')} subscriptions wait`;
}

function listOf(figures: Record<string, number>, show: (figure: number) => string): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${show(figure)}`)
    .join(', ');
}

function sum(figures: Record<string, number>): number {
  return Object.values(figures).reduce((total, figure) => total + figure, 0);
}
