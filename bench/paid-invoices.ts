import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { medianCost, spreadOf, type Cost, type Row } from './support/figures.ts';
import { keepUnderWay } from './support/keep-under-way.ts';
import { startPeer, type LifeResult, type LifeRun } from './support/peer.ts';
import { costOf, createProbe } from './support/probe.ts';
import type { Receiver } from './support/receiver.ts';

const EVENTS = ['invoice.created', 'invoice.payment_registered', 'invoice.payment_confirmed'] as const;
const STORES = 8;

export async function createPaidStores(fatura: Fatura, receiver: Receiver): Promise<BenchStore[]> {
  return createStores(fatura, { count: STORES, receiverUrl: () => receiver.url, events: [...EVENTS] });
}

/**
 * Takes an invoice from its request to the last of its three webhooks, as a client system lives it: made by the API,
 * paid once the receiver hears that its charge is registered, and done when all three events have come in.
 */
export async function payOne({ http }: Fatura, receiver: Receiver, store: BenchStore): Promise<void> {
  const { id } = await http.post(store.token, '/invoices', invoiceBody(store));
  await receiver.arrival('invoice.payment_registered', id);
  await http.post(store.token, `/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
  await Promise.all(EVENTS.map((event) => receiver.arrival(event, id)));
}

/** Keeps invoices of the stores under way, store after store. */
export function payInvoices(
  fatura: Fatura,
  receiver: Receiver,
  { stores, ...run }: LifeRun & { stores: BenchStore[] },
): Promise<LifeResult> {
  return keepUnderWay(run, (_number, lane) => payOne(fatura, receiver, stores[lane % stores.length]!));
}

const ROUNDS = 3;
/** A process that has just begun compiles its code, and an empty pipeline is quicker than a full one. */
const STEADY = { warmUpSeconds: 10, seconds: 30, inFlight: 16 };
/** An invoice hardly waits for another. */
const UNHURRIED = { warmUpSeconds: 3, seconds: 15, inFlight: 8 };
const SETTLE_MS = 30_000;

/**
 * B1: a paid invoice through the whole product, with Temporal's payloads in the clear and encrypted, beside the same
 * shape on DBOS and on Temporal without it.
 */
export async function measurePaid(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const env = {
    RECEIVER_URL: receiver.url,
    DEAD_RECEIVER_URL: receiver.deadUrl,
    RECEIVER_SECRET: 'a secret of the bench',
  };
  const fatura = await startFatura(engine, { name: 'fatura_b1', signal });
  const stores = await createPaidStores(fatura, receiver);
  const environment = { TEMPORAL_PAYLOAD_ENCRYPTION: 'on' };
  const encrypted = await startFatura(engine, { name: 'fatura_b1_encrypted', environment, signal });
  const encryptedStores = await createPaidStores(encrypted, receiver);
  const dbos = await startPeer({
    script: 'dbos.ts',
    env: { ...env, DATABASE_URL: await engine.createDatabase('dbos') },
    signal,
  });
  const naive = await startPeer({
    script: 'naive-temporal.ts',
    env: {
      ...env,
      TEMPORAL_ADDRESS: engine.temporal.address,
      TEMPORAL_NAMESPACE: await engine.createNamespace('naive'),
    },
    signal,
  });
  const probe = createProbe(engine, () => ({ ...fatura.programs(), DBOS: [dbos.pid], naive: [naive.pid] }));
  const encryptedProbe = createProbe(engine, () => encrypted.programs());
  const contenders: Record<Contender, (run: LifeRun) => Promise<LifeResult>> = {
    fatura: (run) => payInvoices(fatura, receiver, { stores, ...run }),
    encrypted: (run) => payInvoices(encrypted, receiver, { stores: encryptedStores, ...run }),
    dbos: (run) => dbos.ask(run),
    naive: (run) => naive.ask(run),
  };
  const runs: Record<Contender, Run[]> = { fatura: [], encrypted: [], dbos: [], naive: [] };
  const medians: number[] = [];
  // Both number their invoices from 1, and the receiver knows them by their numbers.
  const untilAtRest = async (): Promise<void> => {
    await Promise.all([fatura.settle(SETTLE_MS), encrypted.settle(SETTLE_MS)]);
    receiver.forget();
  };
  /** The cost is that of the time that counts, in which as many begin as end. */
  const measure = async (name: Contender): Promise<Run> => {
    await untilAtRest();
    const measured = name === 'encrypted' ? encryptedProbe : probe;
    const running = contenders[name](STEADY);
    running.catch(() => undefined);
    await delay(STEADY.warmUpSeconds * 1_000);
    const before = await measured.read();
    await delay(STEADY.seconds * 1_000);
    const after = await measured.read();
    const { completed, seconds } = await running;
    return { perSecond: completed / seconds, cost: costOf(before, after, completed) };
  };
  try {
    // In turn, so that a machine whose speed drifts is the same for all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['fatura', 'encrypted', 'dbos', 'naive'] as const) runs[name].push(await measure(name));
      await untilAtRest();
      medians.push((await contenders.fatura(UNHURRIED)).medianMs!);
    }
    return rowsOf(runs, { medians, temporalName: engine.temporalName });
  } finally {
    await naive.stop();
    await dbos.stop();
    await encrypted.stop();
    await fatura.stop();
    await engine.dropDatabase('dbos');
  }
}

type Contender = 'fatura' | 'encrypted' | 'dbos' | 'naive';

interface Run {
  perSecond: number;
  cost: Cost;
}

const ALL_PROGRAMS = ['API', 'worker', 'Temporal', 'PostgreSQL'];

function rowsOf(
  runs: Record<Contender, Run[]>,
  { medians, temporalName }: { medians: number[]; temporalName: string },
): Row[] {
  const rates = (name: Contender): number[] => runs[name].map(({ perSecond }) => perSecond);
  const cost = (name: Contender): Cost => medianCost(runs[name].map((run) => run.cost));
  const ours = rates('fatura');
  const ratios = (name: Contender): number[] => rates(name).map((theirs, round) => ours[round]! / theirs);
  const [toDbos, toNaive] = [ratios('dbos'), ratios('naive')];
  const common = { bench: 'B1', unit: '/s' };
  const cpuMs = runs.fatura.map((run) => ALL_PROGRAMS.reduce((sum, name) => sum + (run.cost.cpuMs[name] ?? 0), 0));
  return [
    {
      ...{ ...common, what: 'paid invoices: API, gateway, 3 webhooks', samples: ours, cost: cost('fatura') },
      against: { what: 'DBOS', ratios: toDbos },
      goal: { text: '≥ 0.3 ×', isMet: spreadOf(toDbos).median >= 0.3 },
    },
    {
      ...{ ...common, what: 'the same', samples: ours },
      against: { what: 'naive Temporal', ratios: toNaive },
      goal: { text: '≥ 2 ×', isMet: spreadOf(toNaive).median >= 2 },
    },
    {
      ...{ bench: 'B1', what: 'CPU of all programs for a paid invoice', unit: 'ms', samples: cpuMs },
      goal: { text: '≤ 50 ms', isMet: spreadOf(cpuMs).median <= 50 },
    },
    {
      ...{ bench: 'B1', what: `a paid invoice, ${UNHURRIED.inFlight} under way, median`, unit: 'ms', samples: medians },
      goal: { text: '≤ 250 ms', isMet: spreadOf(medians).median <= 250 },
    },
    {
      ...{ ...common, what: 'the same, payloads encrypted', samples: rates('encrypted'), cost: cost('encrypted') },
      against: { what: 'in the clear', ratios: rates('encrypted').map((rate, round) => rate / ours[round]!) },
    },
    { ...common, what: 'DBOS bare, the same shape', samples: rates('dbos'), cost: cost('dbos') },
    { ...common, what: 'naive Temporal bare', samples: rates('naive'), cost: cost('naive'), note: temporalName },
  ];
}
