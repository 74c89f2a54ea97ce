import { pollUntil } from '../src/dev/poll-until.ts';
import { createChance } from '../test/faults/support/chance.ts';
import { startCrowd, type Crowd, type Manner } from './support/crowd.ts';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { quantile, spreadOf, type Row } from './support/figures.ts';
import { atRate } from './support/load.ts';
import { readMachine } from './support/probe.ts';
import { now } from './support/receiver.ts';

const STORES = 1_000;
/** The share of the stores whose receivers hang, and of those whose receivers answer 500. */
const TROUBLED: Record<Exclude<Manner, 'well'>, number> = { hangs: 0.05, fails: 0.05 };
/** An event goes to this many webhooks of its store, so that 100 deliveries a second are ten invoices. */
const WEBHOOKS = 10;
const INVOICES_PER_SECOND = 10;
const EVENT = 'invoice.created' as const;
const WARM_UP_SECONDS = 20;
/** Two minutes of each kind, in turn. A failed delivery is tried again after five minutes, beyond the last round. */
const ROUNDS = 4;
const ROUND_SECONDS = 30;
const PATIENCE_MS = 60_000;
const SEED = 7;

/**
 * B8: what the receivers of a thousand stores feel of a few that hang or fail: the time from an event's commit to a
 * healthy receiver, beside the same load while all are well.
 */
export async function measureReceivers(engine: Engine, { signal }: { signal: AbortSignal }): Promise<Row[]> {
  const fatura = await startFatura(engine, { name: 'fatura_b8', signal });
  const crowd = await startCrowd();
  try {
    const { calm, troubled } = await createCrowd(fatura, crowd);
    await run(fatura, crowd, { stores: calm, seconds: WARM_UP_SECONDS, signal });
    const rounds: Record<'calm' | 'troubled', Round[]> = { calm: [], troubled: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const settings = { seconds: ROUND_SECONDS, first: round * ROUND_SECONDS * INVOICES_PER_SECOND, signal };
      rounds.calm.push(await run(fatura, crowd, { stores: calm, ...settings }));
      rounds.troubled.push(await run(fatura, crowd, { stores: troubled, ...settings }));
    }
    return rowsOf(rounds);
  } finally {
    await fatura.stop();
    await crowd.stop();
  }
}

interface CrowdStore extends BenchStore {
  manner: Manner;
}

/** Both crowds share the healthy stores; where one has stores in trouble, the other has more that are well. */
async function createCrowd(fatura: Fatura, crowd: Crowd): Promise<{ calm: CrowdStore[]; troubled: CrowdStore[] }> {
  const [hanging, failing] = [STORES * TROUBLED.hangs, STORES * TROUBLED.fails];
  const mannerOf = (index: number): Manner =>
    index < hanging ? 'hangs' : index < hanging + failing ? 'fails' : 'well';
  const created = await createStores(fatura, {
    count: STORES + hanging + failing,
    receiverUrl: (index) => crowd.urlOf(index, mannerOf(index)),
    events: [EVENT],
  });
  const stores = created.map((store, index) => ({ ...store, manner: mannerOf(index) }));
  // The other webhooks of a store are copies of its first one.
  await fatura.database.query(
    `insert into webhook_endpoints (company_id, environment, url, events, description, secret, created_at, updated_at)
     select company_id, environment, url || '?' || number, events, description, secret, created_at, updated_at
     from webhook_endpoints cross join generate_series(2, ${WEBHOOKS}) as number`,
  );
  // Shuffled, so that stores in trouble come neither together nor at even distances.
  const chance = createChance(SEED);
  return {
    calm: chance.shuffled(stores.slice(hanging + failing)),
    troubled: chance.shuffled(stores.slice(0, STORES)),
  };
}

interface Round {
  /** Milliseconds from the commit to each healthy receiver. */
  latencies: number[];
  busy: number;
}

async function run(
  fatura: Fatura,
  crowd: Crowd,
  {
    stores,
    seconds,
    first = 0,
    signal,
  }: {
    stores: CrowdStore[];
    seconds: number;
    /** The stores take turns; this one is the first. */
    first?: number;
    signal: AbortSignal;
  },
): Promise<Round> {
  crowd.forget();
  const committed = new Map<number, number>();
  const before = readMachine();
  const create = async (number: number): Promise<void> => {
    const store = stores[(first + number) % stores.length]!;
    const { id } = await fatura.http.post(store.token, '/invoices', invoiceBody(store, 'card'));
    if (store.manner === 'well') committed.set(id, now());
  };
  await atRate(create, { perSecond: INVOICES_PER_SECOND, count: INVOICES_PER_SECOND * seconds });
  const after = readMachine();
  const missing = (): number[] =>
    [...committed.keys()].filter((id) => (crowd.arrivals.get(id)?.length ?? 0) < WEBHOOKS);
  const areAllIn = await pollUntil(() => missing().length === 0, { timeoutMs: PATIENCE_MS, everyMs: 200, signal });
  if (!areAllIn) throw new Error(`Events of ${missing().length} of ${committed.size} healthy invoices did not arrive.`);
  // Deliveries that hang, or wait for a receiver that hangs, go on into the next round.
  await fatura.untilDispatched();
  const latencies = [...committed].flatMap(([id, at]) => crowd.arrivals.get(id)!.map((arrived) => arrived - at));
  return { latencies, busy: (after.busy - before.busy) / (after.total - before.total) };
}

function rowsOf({ calm, troubled }: Record<'calm' | 'troubled', Round[]>): Row[] {
  const common = { bench: 'B8', unit: 'ms' };
  const shares = Object.entries(TROUBLED).map(([manner, share]) => `${share * 100} % ${manner}`);
  const load = `${STORES} stores, ${INVOICES_PER_SECOND * WEBHOOKS} deliveries/s of ${INVOICES_PER_SECOND} invoices/s`;
  return [0.5, 0.99].flatMap((share): Row[] => {
    const of = (rounds: Round[]): number[] => rounds.map(({ latencies }) => quantile(latencies, share));
    const [well, ill] = [of(calm), of(troubled)];
    const ratios = ill.map((ms, round) => ms / well[round]!);
    const busy = [...calm, ...troubled].map((round) => `${Math.round(round.busy * 100)} %`).join(', ');
    const what = `event to a healthy receiver, p${share * 100}`;
    const isJudged = share === 0.99;
    return [
      { ...common, what: `${what}, all are well`, samples: well, note: `${load}; processors busy: ${busy}` },
      {
        ...{
          ...common,
          what: `${what}, ${shares.join(', ')}`,
          samples: ill,
          against: { what: 'all are well', ratios },
        },
        ...(isJudged && { goal: { text: '≤ 2 ×', isMet: spreadOf(ratios).median <= 2 } }),
      },
    ];
  });
}
