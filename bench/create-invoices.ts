import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { medianCost, quantile, spreadOf, type Cost, type Row } from './support/figures.ts';
import { createHttpClient, type HttpClient } from './support/http-client.ts';
import { asFastAsItGoes, atRate, type Load } from './support/load.ts';
import { startPeer } from './support/peer.ts';
import { costOf, createProbe } from './support/probe.ts';
import type { Receiver } from './support/receiver.ts';

const ROUNDS = 3;
const STORES = 8;
const IN_FLIGHT = 16;
const FLAT_OUT = { seconds: 10, inFlight: IN_FLIGHT };
/** Shorter, because it leaves work for many times as long. */
const FLAT_OUT_WITH_TEMPORAL = { seconds: 4, inFlight: IN_FLIGHT };
const SETTLE_MS = 120_000;
/** A hundredth of a round is two requests. */
const EVEN = { perSecond: 20, count: 200 };
const WARM_UP = { seconds: 5, inFlight: IN_FLIGHT };

/** B2: what `POST /invoices` costs beside a handler that was written by hand on the bare driver, for the same rows. */
export async function measureCreation(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const away = await startFatura(engine, { name: 'fatura_b2_alone', temporalIsAway: true, signal });
  const up = await startFatura(engine, { name: 'fatura_b2', signal });
  const [ofAway, ofUp] = [await prepare(away, receiver), await prepare(up, receiver)];
  const raw = await startPeer({ script: 'raw-koa.ts', env: { DATABASE_URL: away.databaseUrl }, signal });
  const rawClient = createHttpClient(`http://127.0.0.1:${raw.ready.port}`);
  const programs = (): Record<string, number[]> => ({ ...away.programs(), raw: [raw.pid] });
  const probe = createProbe(engine, programs);
  try {
    await asFastAsItGoes(create(away.http, ofAway), WARM_UP);
    await asFastAsItGoes(create(rawClient, ofAway), WARM_UP);
    await atRate(create(up.http, ofUp), EVEN);
    await up.settle(SETTLE_MS);
    const alone = newMeasured();
    const hand = newMeasured();
    const whole = newMeasured();
    const costs = { alone: [] as Cost[], hand: [] as Cost[] };
    // In turn, so that a machine whose speed drifts is the same for all.
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [contender, http, loads] of [
        ['alone', away.http, alone],
        ['hand', rawClient, hand],
      ] as const) {
        const before = await probe.read();
        const load = await asFastAsItGoes(create(http, ofAway), FLAT_OUT);
        loads.flatOut.push(load);
        costs[contender].push(costOf(before, await probe.read(), load.latencies.length));
      }
      whole.flatOut.push(await asFastAsItGoes(create(up.http, ofUp), FLAT_OUT_WITH_TEMPORAL));
      await up.settle(SETTLE_MS);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.even.push(await atRate(create(away.http, ofAway), EVEN));
      hand.even.push(await atRate(create(rawClient, ofAway), EVEN));
      whole.even.push(await atRate(create(up.http, ofUp), EVEN));
      await up.settle(SETTLE_MS);
    }
    const rate = (loads: Load[]): number[] => loads.map(({ perSecond }) => perSecond);
    const ratios = rate(alone.flatOut).map((ours, round) => ours / rate(hand.flatOut)[round]!);
    const ratiosUp = rate(whole.flatOut).map((ours, round) => ours / rate(hand.flatOut)[round]!);
    const rows: Row[] = [
      {
        ...{ bench: 'B2', what: 'POST /invoices, Temporal stopped', unit: '/s', samples: rate(alone.flatOut) },
        against: { what: 'raw Koa + pg', ratios },
        goal: { text: '≥ 0.9 ×', isMet: spreadOf(ratios).median >= 0.9 },
        cost: medianCost(costs.alone),
      },
      {
        ...{ bench: 'B2', what: 'raw Koa + pg, the same rows', unit: '/s', samples: rate(hand.flatOut) },
        cost: medianCost(costs.hand),
      },
      {
        ...{ bench: 'B2', what: 'POST /invoices, Temporal up', unit: '/s', samples: rate(whole.flatOut) },
        against: { what: 'raw Koa + pg', ratios: ratiosUp },
        goal: { text: '≥ 0.9 ×', isMet: spreadOf(ratiosUp).median >= 0.9 },
        note: 'worker and Temporal work off what was made meanwhile, on the same processors',
      },
    ];
    for (const share of [0.5, 0.99]) {
      const of = (loads: Load[]): number[] => loads.map(({ latencies }) => quantile(latencies, share));
      const name = `p${share * 100} at ${EVEN.perSecond}/s`;
      const byHand = of(hand.even);
      const ofUp = of(whole.even).map((ms, round) => ms / of(alone.even)[round]!);
      const against = (samples: number[]): Row['against'] => ({
        what: 'raw Koa + pg',
        ratios: samples.map((ours, round) => ours / byHand[round]!),
      });
      rows.push(
        {
          ...{ bench: 'B2', what: `${name}, Temporal stopped`, unit: 'ms', samples: of(alone.even) },
          against: against(of(alone.even))!,
        },
        {
          ...{ bench: 'B2', what: `${name}, Temporal up`, unit: 'ms', samples: of(whole.even) },
          against: { what: 'Temporal stopped', ratios: ofUp },
          ...(share === 0.99 && { goal: { text: '≤ 3 ×', isMet: spreadOf(ofUp).median <= 3 } }),
        },
        { ...{ bench: 'B2', what: `${name}, raw Koa + pg`, unit: 'ms', samples: byHand } },
      );
    }
    return rows;
  } finally {
    await rawClient.close();
    await raw.stop();
    await up.stop();
    await away.stop();
  }
}

function newMeasured(): { flatOut: Load[]; even: Load[] } {
  return { flatOut: [], even: [] };
}

async function prepare(fatura: Fatura, receiver: Receiver): Promise<BenchStore[]> {
  return createStores(fatura, { count: STORES, receiverUrl: () => receiver.url, events: ['invoice.created'] });
}

function create(http: HttpClient, stores: BenchStore[]): (number: number) => Promise<unknown> {
  return (number) => {
    const store = stores[number % stores.length]!;
    return http.post(store.token, '/invoices', invoiceBody(store));
  };
}
