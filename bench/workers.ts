import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { spreadOf, type Row } from './support/figures.ts';
import { costOf, createProbe, readMachine, type Reading } from './support/probe.ts';
import type { Receiver } from './support/receiver.ts';

const WORKERS = [1, 2, 4];
/** The throughput of several workers, as a multiple of one worker's. */
const GOALS: Record<number, number> = { 2: 1.7, 4: 3 };
const EVENT = 'invoice.created' as const;
/** A process that has just begun compiles its code, and is slow. */
const WARM_UP_MS = 10_000;
const WINDOW_MS = 15_000;
const WINDOWS = 3;
/** Work that is under way at the end may take this long. */
const PATIENCE_MS = 10_000;

/** Where deliveries go, and how many of them are kept under way. */
interface Load {
  name: string;
  stores: number;
  receiverUrl: (receiver: Receiver) => string;
  inFlight: (workers: number) => number;
  /** Whether the receivers' time is to be the limit, and not this machine. */
  isJudged: boolean;
}

const LOADS: Load[] = [
  {
    name: 'as fast as it goes',
    stores: 8,
    receiverUrl: ({ url }) => url,
    inFlight: () => 64,
    isJudged: false,
  },
  {
    // As many as the workers have places for at one receiver: each process adds sixteen. Where each delivery took 2 s,
    // four workers made so many that two processors were the limit, and not the receiver.
    name: 'one receiver that takes 3 to 5 s',
    stores: 1,
    receiverUrl: ({ slowUrl }) => slowUrl,
    inFlight: (workers) => 16 * workers,
    isJudged: true,
  },
];

/** B5: how many deliveries a second one, two and four worker processes make, and by what they are held up. */
export async function measureWorkers(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const fatura = await startFatura(engine, { name: 'fatura_b5', workers: 1, signal });
  try {
    const rows: Row[] = [];
    for (const load of LOADS) rows.push(...(await measureLoad(fatura, receiver, load)));
    return rows;
  } finally {
    await fatura.stop();
  }
}

interface Sustained {
  /** The figure of each window. */
  perSecond: number[];
  busy: number;
  count: number;
  readings: [Reading, Reading];
}

async function measureLoad(fatura: Fatura, receiver: Receiver, load: Load): Promise<Row[]> {
  const stores = await createStores(fatura, {
    ...{ count: load.stores, receiverUrl: () => load.receiverUrl(receiver), events: [EVENT] },
  });
  const sustained = new Map<number, Sustained>();
  for (const workers of WORKERS) {
    await fatura.scaleWorkers(workers);
    sustained.set(workers, await sustain(fatura, receiver, { stores, inFlight: load.inFlight(workers) }));
  }
  return WORKERS.map((workers) => rowOf(load, workers, sustained));
}

function rowOf({ name, isJudged }: Load, workers: number, sustained: Map<number, Sustained>): Row {
  const { perSecond: samples, busy, count, readings } = sustained.get(workers)!;
  const ratios = workers === 1 ? null : sustained.get(1)!.perSecond.map((rate, index) => samples[index]! / rate);
  const goal = GOALS[workers];
  const isLimited = busy > 0.9;
  const limit = isLimited ? 'this machine' : 'the receivers';
  return {
    ...{ bench: 'B5', what: `deliveries, ${plural(workers)}, ${name}`, unit: '/s', samples },
    ...(ratios && { against: { what: plural(1), ratios } }),
    // Only where nothing else is the limit.
    ...(ratios &&
      goal &&
      isJudged &&
      !isLimited && { goal: { text: `≥ ${goal} ×`, isMet: spreadOf(ratios).median >= goal } }),
    cost: costOf(...readings, count),
    note: `${Math.round(busy * 100)} % of all processors busy; the limit: ${limit}`,
  };
}

function plural(workers: number): string {
  return workers === 1 ? '1 worker' : `${workers} workers`;
}

/** Keeps so many deliveries under way, each from its invoice to the answer of its receiver. */
async function sustain(
  fatura: Fatura,
  receiver: Receiver,
  { stores, inFlight }: { stores: BenchStore[]; inFlight: number },
): Promise<Sustained> {
  const probe = createProbe(fatura.engine, fatura.programs);
  let isOver = false;
  let answered = 0;
  const lane = async (number: number): Promise<void> => {
    const store = stores[number % stores.length]!;
    while (!isOver) {
      const { id } = await fatura.http.post(store.token, '/invoices', invoiceBody(store, 'card'));
      await receiver.answered(EVENT, id);
      answered += 1;
    }
  };
  const lanes = Array.from({ length: inFlight }, (_, number) => lane(number));
  const all = Promise.all(lanes);
  all.catch(() => undefined);
  await delay(WARM_UP_MS);
  const [before, machine, begin] = [await probe.read(), readMachine(), answered];
  const perSecond: number[] = [];
  for (let window = 0; window < WINDOWS; window += 1) {
    const [at, count] = [performance.now(), answered];
    await delay(WINDOW_MS);
    perSecond.push((answered - count) / ((performance.now() - at) / 1_000));
  }
  const [after, machineAfter, end] = [await probe.read(), readMachine(), answered];
  isOver = true;
  // Work that would wait without end is not measured any more.
  await Promise.race([all, delay(PATIENCE_MS)]);
  return {
    perSecond,
    busy: (machineAfter.busy - machine.busy) / (machineAfter.total - machine.total),
    count: Math.max(1, end - begin),
    readings: [before, after],
  };
}
