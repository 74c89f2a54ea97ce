import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { quantile, spreadOf, type Row } from './support/figures.ts';
import { createHttpClient, type HttpClient } from './support/http-client.ts';
import { asFastAsItGoes, atRate, type Load } from './support/load.ts';
import { startPeer } from './support/peer.ts';
import { costOf, createProbe } from './support/probe.ts';
import type { Receiver } from './support/receiver.ts';

const ROUNDS = 3;
const STORES = 8;
const IN_FLIGHT = 16;
const FLAT_OUT = { seconds: 3, inFlight: IN_FLIGHT };
const EVEN = { perSecond: 20, count: 80 };
const WARM_UP = { seconds: 3, inFlight: IN_FLIGHT };

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
    const alone = { flatOut: [] as Load[], even: [] as Load[] };
    const hand = { flatOut: [] as Load[], even: [] as Load[] };
    const [beforeAlone, ofAlone] = [await probe.read(), alone];
    for (let round = 0; round < ROUNDS; round += 1)
      ofAlone.flatOut.push(await asFastAsItGoes(create(away.http, ofAway), FLAT_OUT));
    const afterAlone = await probe.read();
    for (let round = 0; round < ROUNDS; round += 1)
      hand.flatOut.push(await asFastAsItGoes(create(rawClient, ofAway), FLAT_OUT));
    const afterHand = await probe.read();
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.even.push(await atRate(create(away.http, ofAway), EVEN));
      hand.even.push(await atRate(create(rawClient, ofAway), EVEN));
    }
    const whole = await measureWithTemporal(up, ofUp);
    const requests = (loads: Load[]): number => loads.reduce((sum, { latencies }) => sum + latencies.length, 0);
    const rate = (loads: Load[]): number[] => loads.map(({ perSecond }) => perSecond);
    const ratios = rate(alone.flatOut).map((ours, round) => ours / rate(hand.flatOut)[round]!);
    const rows: Row[] = [
      {
        ...{ bench: 'B2', what: 'POST /invoices, Temporal stopped', unit: '/s', samples: rate(alone.flatOut) },
        against: { what: 'raw Koa + pg', ratios },
        goal: { text: '≥ 0.67 ×', isMet: spreadOf(ratios).median >= 1 / 1.5 },
        cost: costOf(beforeAlone, afterAlone, requests(alone.flatOut)),
      },
      {
        ...{ bench: 'B2', what: 'raw Koa + pg, the same rows', unit: '/s', samples: rate(hand.flatOut) },
        cost: costOf(afterAlone, afterHand, requests(hand.flatOut)),
      },
      {
        ...{ bench: 'B2', what: 'POST /invoices, Temporal up', unit: '/s', samples: rate(whole.flatOut) },
        against: {
          what: 'raw Koa + pg',
          ratios: rate(whole.flatOut).map((ours, round) => ours / rate(hand.flatOut)[round]!),
        },
        note: 'worker and Temporal work off what was made meanwhile, on the same processors',
      },
    ];
    for (const share of [0.5, 0.99]) {
      const of = (loads: Load[]): number[] => loads.map(({ latencies }) => quantile(latencies, share));
      const name = `p${share * 100} at ${EVEN.perSecond}/s`;
      const byHand = of(hand.even);
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
          against: against(of(whole.even))!,
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

async function measureWithTemporal(fatura: Fatura, stores: BenchStore[]): Promise<{ flatOut: Load[]; even: Load[] }> {
  const measured = { flatOut: [] as Load[], even: [] as Load[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.even.push(await atRate(create(fatura.http, stores), { ...EVEN, count: EVEN.count / 2 }));
  }
  // Last, because it leaves more work than is worked off soon.
  for (let round = 0; round < ROUNDS; round += 1) {
    measured.flatOut.push(await asFastAsItGoes(create(fatura.http, stores), { ...FLAT_OUT, seconds: 2 }));
  }
  return measured;
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
