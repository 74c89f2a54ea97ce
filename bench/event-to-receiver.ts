import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { quantile, spreadOf, type Row } from './support/figures.ts';
import { atRate } from './support/load.ts';
import { startPeer } from './support/peer.ts';
import { now, type Receiver } from './support/receiver.ts';

const STORES = 20;
const DEAD_SHARE = 0.1;
const SECRET = 'a secret of the bench';
/** An event that has not come by then is missing. */
const PATIENCE_MS = 60_000;
const EVENT = 'invoice.created';

interface Load {
  name: string;
  /** Null: as fast as it goes. */
  ratePerSecond: number | null;
  /** In each round. */
  count: number;
  deadShare: number;
  /** The greatest median that we want, in milliseconds. */
  goalMs?: number;
}

/** In turn, so that a machine whose speed drifts is the same for all. */
const ROUNDS = 3;
/** A thousand events to healthy receivers in all rounds. */
const COUNT = 334;
const LOADS: Load[] = [
  { name: '10/s', ratePerSecond: 10, count: COUNT, deadShare: 0, goalMs: 25 },
  {
    name: '10/s, a tenth of receivers hangs',
    ratePerSecond: 10,
    count: Math.ceil(COUNT / (1 - DEAD_SHARE)),
    deadShare: DEAD_SHARE,
  },
  { name: '50/s', ratePerSecond: 50, count: COUNT, deadShare: 0, goalMs: 100 },
  { name: 'as fast as it goes', ratePerSecond: null, count: COUNT, deadShare: 0 },
];
const LEAST_PER_SECOND = 100;
const MAX_IN_FLIGHT = 64;

/** The outcome of a round: milliseconds from the commit to the receiver, and how many arrived a second. */
interface Outcome {
  latencies: number[];
  perSecond: number;
}

type Contender = (load: Load) => Promise<Outcome>;

/** B3: how long an event takes from its commit to its receiver, beside two queues that send the same request. */
export async function measureDelivery(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const env = { RECEIVER_URL: receiver.url, DEAD_RECEIVER_URL: receiver.deadUrl, RECEIVER_SECRET: SECRET };
  const fatura = await startFatura(engine, { name: 'fatura_b3', signal });
  const queues = [
    { name: 'pg-boss', script: 'pg-boss.ts' as const },
    { name: 'graphile-worker', script: 'graphile-worker.ts' as const },
  ];
  const stopping: (() => Promise<void>)[] = [() => fatura.stop()];
  try {
    const contenders: { name: string; run: Contender }[] = [];
    const healthy = await createStores(fatura, { count: STORES, receiverUrl: () => receiver.url, events: [EVENT] });
    const deadUrlOf = (index: number): string => (index < STORES * DEAD_SHARE ? receiver.deadUrl : receiver.url);
    const mixed = await createStores(fatura, { count: STORES, receiverUrl: deadUrlOf, events: [EVENT] });
    contenders.push({
      name: 'Fatura',
      run: (load) => sendByFatura(fatura, receiver, load.deadShare > 0 ? mixed : healthy, load),
    });
    let firstId = 1_000_000;
    for (const { name, script } of queues) {
      const databaseUrl = await engine.createDatabase(script);
      const queue = await startPeer({ script, env: { ...env, DATABASE_URL: databaseUrl }, signal });
      stopping.push(async () => {
        await queue.stop();
        await engine.dropDatabase(script);
      });
      contenders.push({
        name,
        async run({ ratePerSecond, count, deadShare }) {
          firstId += 100_000;
          const { enqueued } = await queue.ask({ ratePerSecond, count, deadShare, firstId });
          return waitFor(receiver, new Map(enqueued), signal);
        },
      });
    }
    return await compare(contenders);
  } finally {
    for (const stop of stopping.reverse()) await stop();
  }
}

async function compare(contenders: { name: string; run: Contender }[]): Promise<Row[]> {
  // Ten seconds of a busy hour: a process that has just begun compiles its code, and is slow.
  const warmUp: Load = { ...LOADS[0]!, ratePerSecond: 50, count: 500 };
  for (const { run } of contenders) await run(warmUp);
  const rows: Row[] = [];
  const p99 = new Map<string, number[]>();
  for (const load of LOADS) {
    const outcomes = new Map<string, Outcome[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, run } of contenders) {
        outcomes.set(name, [...(outcomes.get(name) ?? []), await run(load)]);
      }
    }
    p99.set(
      load.name,
      outcomes.get('Fatura')!.map(({ latencies }) => quantile(latencies, 0.99)),
    );
    rows.push(...rowsOf(load, outcomes));
  }
  const [calm, troubled] = [p99.get(LOADS[0]!.name)!, p99.get(LOADS[1]!.name)!];
  const ratio = spreadOf(troubled).median / spreadOf(calm).median;
  rows.push({
    ...{ bench: 'B3', what: 'p99 of healthy receivers, a tenth hangs', unit: 'ms', samples: troubled },
    against: { what: 'none hangs', ratios: [ratio] },
    goal: { text: '≤ 2 ×', isMet: ratio <= 2 },
  });
  return rows;
}

function rowsOf(load: Load, outcomes: Map<string, Outcome[]>): Row[] {
  const isFlatOut = load.ratePerSecond === null;
  return [...outcomes].flatMap(([name, rounds]): Row[] => {
    const what = `event to receiver, ${name}, ${load.name}`;
    const samples = (share: number): number[] => rounds.map(({ latencies }) => quantile(latencies, share));
    if (isFlatOut) {
      const perSecond = rounds.map((round) => round.perSecond);
      const best = outcomes.get('graphile-worker')!.map((round) => round.perSecond);
      const against = { what: 'graphile-worker', ratios: perSecond.map((ours, index) => ours / best[index]!) };
      const isMet = spreadOf(perSecond).median >= LEAST_PER_SECOND;
      const ours = {
        against,
        goal: { text: `≥ ${LEAST_PER_SECOND}/s`, isMet },
        note: 'each is the event of a new invoice: its request, its rows and its workflow are in it',
      };
      return [{ bench: 'B3', what, unit: '/s', samples: perSecond, ...(name === 'Fatura' && ours) }];
    }
    const p50 = samples(0.5);
    const { goalMs } = load;
    const goal = goalMs && { text: `≤ ${goalMs} ms`, isMet: spreadOf(p50).median <= goalMs };
    return [
      { bench: 'B3', what: `${what}, p50`, unit: 'ms', samples: p50, ...(name === 'Fatura' && goal && { goal }) },
      { bench: 'B3', what: `${what}, p99`, unit: 'ms', samples: samples(0.99) },
    ];
  });
}

/** Card invoices, which wait for their payer: one event each, and no gateway in the way. */
async function sendByFatura(fatura: Fatura, receiver: Receiver, stores: BenchStore[], load: Load): Promise<Outcome> {
  const { ratePerSecond, count, deadShare } = load;
  const committed = new Map<number, number>();
  const create = async (number: number): Promise<void> => {
    const index = number % stores.length;
    const store = stores[index]!;
    const { id } = await fatura.http.post(store.token, '/invoices', invoiceBody(store, 'card'));
    if (index >= stores.length * deadShare) committed.set(id, now());
  };
  if (ratePerSecond === null) {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) await create(next++);
    };
    await Promise.all(Array.from({ length: MAX_IN_FLIGHT }, lane));
  } else {
    await atRate(create, { perSecond: ratePerSecond, count });
  }
  const outcome = await waitFor(receiver, committed);
  // All that come have come; deliveries to receivers that hang wait on.
  await fatura.untilDispatched();
  return outcome;
}

/** @throws Error naming how many events did not come */
async function waitFor(receiver: Receiver, committed: Map<number, number>, signal?: AbortSignal): Promise<Outcome> {
  const all = Promise.all([...committed.keys()].map((id) => receiver.arrival(EVENT, id)));
  const patience = new AbortController();
  const late = delay(PATIENCE_MS, undefined, {
    signal: AbortSignal.any([patience.signal, ...(signal ? [signal] : [])]),
  });
  await Promise.race([all, late]);
  patience.abort();
  const missing = [...committed.keys()].filter((id) => receiver.arrivedAt(EVENT, id) === undefined);
  if (missing.length > 0) throw new Error(`${missing.length} of ${committed.size} events did not arrive.`);
  const arrivals = [...committed].map(([id, at]) => ({ at, arrived: receiver.arrivedAt(EVENT, id)! }));
  // An event can arrive before its request is answered.
  const latencies = arrivals.map(({ at, arrived }) => Math.max(0, arrived - at));
  const first = Math.min(...arrivals.map(({ at }) => at));
  const last = Math.max(...arrivals.map(({ arrived }) => arrived));
  return { latencies, perSecond: committed.size / ((last - first) / 1_000) };
}
