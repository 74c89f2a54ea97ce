import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { medianCost, spreadOf, type Cost, type Row } from './support/figures.ts';
import { startPeer } from './support/peer.ts';
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

export interface Paid {
  /** Within the time. */
  completed: number;
  /** With those that were under way at its end: what was used was used for all of them. */
  all: number;
  seconds: number;
}

/** Keeps so many invoices under way for a time, and sees those that are under way at its end through. */
export async function payInvoices(
  fatura: Fatura,
  receiver: Receiver,
  { stores, seconds, inFlight }: { stores: BenchStore[]; seconds: number; inFlight: number },
): Promise<Paid> {
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let [completed, all] = [0, 0];
  const lane = async (number: number): Promise<void> => {
    while (performance.now() < end) {
      await payOne(fatura, receiver, stores[number % stores.length]!);
      all += 1;
      if (performance.now() < end) completed += 1;
    }
  };
  const lanes = Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)));
  await Promise.race([lanes, delay(seconds * 1_000)]);
  const took = (performance.now() - begun) / 1_000;
  await lanes;
  return { completed, all, seconds: took };
}

const ROUNDS = 3;
const IN_FLIGHT = 32;
const SECONDS = { fatura: 6, encrypted: 6, dbos: 3, naive: 4 };
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
  const runs: Record<Contender, Run[]> = { fatura: [], encrypted: [], dbos: [], naive: [] };
  const contenders: Record<Contender, () => Promise<Paid>> = {
    fatura: () => payInvoices(fatura, receiver, { stores, seconds: SECONDS.fatura, inFlight: IN_FLIGHT }),
    encrypted: () =>
      payInvoices(encrypted, receiver, { stores: encryptedStores, seconds: SECONDS.encrypted, inFlight: IN_FLIGHT }),
    dbos: () => dbos.ask({ seconds: SECONDS.dbos, inFlight: IN_FLIGHT }),
    naive: () => naive.ask({ seconds: SECONDS.naive, inFlight: IN_FLIGHT }),
  };
  // Both number their invoices from 1, and the receiver knows them by their numbers.
  const untilAtRest = async (): Promise<void> => {
    await Promise.all([fatura.settle(SETTLE_MS), encrypted.settle(SETTLE_MS)]);
    receiver.forget();
  };
  try {
    for (const name of ['fatura', 'encrypted'] as const) {
      await contenders[name]();
      await untilAtRest();
    }
    // In turn, so that a machine whose speed drifts is the same for all of them.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ['fatura', 'encrypted', 'dbos', 'naive'] as const) {
        await untilAtRest();
        const measured = name === 'encrypted' ? encryptedProbe : probe;
        const before = await measured.read();
        const paid = await contenders[name]();
        runs[name].push({
          perSecond: paid.completed / paid.seconds,
          cost: costOf(before, await measured.read(), paid.all),
        });
      }
    }
    return rowsOf(runs, engine.temporalName);
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

function rowsOf(runs: Record<Contender, Run[]>, temporalName: string): Row[] {
  const rates = (name: Contender): number[] => runs[name].map(({ perSecond }) => perSecond);
  const cost = (name: Contender): Cost => medianCost(runs[name].map((run) => run.cost));
  const ours = rates('fatura');
  const ratios = (name: Contender): number[] => rates(name).map((theirs, round) => ours[round]! / theirs);
  const [toDbos, toNaive] = [ratios('dbos'), ratios('naive')];
  const common = { bench: 'B1', unit: '/s' };
  return [
    {
      ...{ ...common, what: 'paid invoices: API, gateway, 3 webhooks', samples: ours, cost: cost('fatura') },
      against: { what: 'DBOS', ratios: toDbos },
      goal: { text: '≥ 0.5 ×', isMet: spreadOf(toDbos).median >= 0.5 },
    },
    {
      ...{ ...common, what: 'the same', samples: ours },
      against: { what: 'naive Temporal', ratios: toNaive },
      goal: { text: '≥ 3 ×', isMet: spreadOf(toNaive).median >= 3 },
    },
    {
      ...{ ...common, what: 'the same, payloads encrypted', samples: rates('encrypted'), cost: cost('encrypted') },
      against: { what: 'in the clear', ratios: rates('encrypted').map((rate, round) => rate / ours[round]!) },
    },
    { ...common, what: 'DBOS bare, the same shape', samples: rates('dbos'), cost: cost('dbos') },
    { ...common, what: 'naive Temporal bare', samples: rates('naive'), cost: cost('naive'), note: temporalName },
  ];
}
