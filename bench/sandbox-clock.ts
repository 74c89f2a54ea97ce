import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from './support/engine.ts';
import { createStores, invoiceBody, readNumber, startFatura, type BenchStore, type Fatura } from './support/fatura.ts';
import { quantile, spreadOf, type Row } from './support/figures.ts';
import { atRate } from './support/load.ts';
import { now, type Receiver } from './support/receiver.ts';

const ROUNDS = 3;
const MONTHS = 24;
const BOLETOS = 1_000;
const LIMIT_SECONDS = 60;
/** The other store sells while the clock advances, and before, for as long. */
const SALES = { perSecond: 5, seconds: 30 };
const WARM_UP = { perSecond: 5, count: 25 };
const REGISTERED = 'invoice.payment_registered';
/** After a thousand invoices were made, before the clock goes. */
const REST_MS = 2_000;
/** The longest that an advance is waited for. */
const PATIENCE_MS = 300_000;

/**
 * B9: an advance of a sandbox's clock. A month's subscription of two years whose payer never pays and whose receiver
 * answers 500 to everything; a thousand boletos past their due dates at one moment, and what the Pix codes of another
 * store take meanwhile.
 */
export async function measureClock(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const fatura = await startFatura(engine, { name: 'fatura_b9', signal });
  const failing = await startFailingReceiver();
  try {
    const [other] = await createStores(fatura, { count: 1, receiverUrl: () => receiver.url, events: [REGISTERED] });
    await atRate(() => timeToCode(fatura, receiver, other!), WARM_UP);
    const years: number[] = [];
    const boletos: number[] = [];
    const alone: number[] = [];
    const beside: number[] = [];
    const moments: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const lived = await liveTwoYears(fatura, failing.url, signal);
      years.push(lived.seconds);
      moments.push(lived.moments);
      const calm = await sell(fatura, receiver, other!, SALES.seconds);
      const store = await withBoletos(fatura, signal);
      await fatura.settle(PATIENCE_MS);
      await delay(REST_MS, undefined, { signal });
      const advanced = { seconds: 0 };
      const advancing = advance(fatura, store, 'P10D', signal).then(({ seconds }) => {
        advanced.seconds = seconds;
      });
      const busy: number[] = [];
      while (advanced.seconds === 0) busy.push(...(await sell(fatura, receiver, other!, 2)));
      await advancing;
      boletos.push(advanced.seconds);
      alone.push(quantile(calm, 0.99));
      beside.push(quantile(busy, 0.99));
    }
    const goal = (samples: number[]) => ({
      text: `< ${LIMIT_SECONDS} s`,
      isMet: spreadOf(samples).max < LIMIT_SECONDS,
    });
    const ratio = spreadOf(beside).median / spreadOf(alone).median;
    return [
      {
        ...{ bench: 'B9', what: `${MONTHS} months of an unpaid Pix subscription, a receiver that fails`, unit: 's' },
        ...{ samples: years, goal: goal(years), note: `${spreadOf(moments).median} moments` },
      },
      {
        ...{ bench: 'B9', what: `${BOLETOS} open boletos past their due dates`, unit: 's' },
        ...{ samples: boletos, goal: goal(boletos) },
      },
      {
        ...{ bench: 'B9', what: 'p99 from POST to Pix code of another store meanwhile', unit: 'ms', samples: beside },
        against: { what: 'alone', ratios: beside.map((one, index) => one / alone[index]!) },
        goal: { text: '≤ 2 ×', isMet: ratio <= 2 },
      },
    ];
  } finally {
    failing.stop();
    await fatura.stop();
  }
}

async function startFailingReceiver(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.statusCode = 500;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function liveTwoYears(
  fatura: Fatura,
  receiverUrl: string,
  signal: AbortSignal,
): Promise<{ seconds: number; moments: number }> {
  const [store] = await createStores(fatura, { count: 1, receiverUrl: () => receiverUrl, events: ['*' as never] });
  const { id } = await fatura.http.post(store!.token, '/subscriptions', {
    customer_id: store!.customerId,
    products: [{ product_id: store!.productId, quantity: 1 }],
    ...{ payment_method: 'pix', interval: 'month', cycles: MONTHS },
  });
  const lived = await advance(fatura, store!, `P${MONTHS}M`, signal);
  const made = await readNumber(
    fatura.database,
    'select count(*) from subscription_cycles where subscription_id = $1',
    [id],
  );
  if (made !== MONTHS) throw new Error(`${made} of ${MONTHS} cycles were made.`);
  return lived;
}

async function withBoletos(fatura: Fatura, signal: AbortSignal): Promise<BenchStore> {
  const [store] = await createStores(fatura, { count: 1 });
  let left = BOLETOS;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) {
        await fatura.http.post(store!.token, '/invoices', { ...invoiceBody(store!), payment_method: 'boleto' });
      }
    }),
  );
  const pending = (): Promise<number> =>
    readNumber(fatura.database, `select count(*) from invoices where company_id = $1 and status = 'pending'`, [
      store!.companyId,
    ]);
  while ((await pending()) < BOLETOS) await delay(100, undefined, { signal });
  return store!;
}

/** @returns how long it took, and the moments at which it stopped */
async function advance(
  { http, database }: Fatura,
  { token, companyId }: BenchStore,
  by: string,
  signal: AbortSignal,
): Promise<{ seconds: number; moments: number }> {
  const begun = performance.now();
  await http.post(token, '/sandbox/clock', { advance: by });
  const left = (): Promise<number> =>
    readNumber(database, 'select count(*) from sandbox_clocks where company_id = $1 and target_at is not null', [
      companyId,
    ]);
  while ((await left()) > 0) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`The clock of company ${companyId} does not arrive.`);
    await delay(50, undefined, { signal });
  }
  const seconds = (performance.now() - begun) / 1_000;
  return {
    seconds,
    moments: await readNumber(database, 'select done from sandbox_clocks where company_id = $1', [companyId]),
  };
}

/** Milliseconds from each sale to its Pix code at the receiver. */
async function sell(fatura: Fatura, receiver: Receiver, store: BenchStore, seconds: number): Promise<number[]> {
  const latencies: number[] = [];
  await atRate(async () => void latencies.push(await timeToCode(fatura, receiver, store)), {
    perSecond: SALES.perSecond,
    count: SALES.perSecond * seconds,
  });
  return latencies;
}

async function timeToCode({ http }: Fatura, receiver: Receiver, store: BenchStore): Promise<number> {
  const at = now();
  const { id } = await http.post(store.token, '/invoices', invoiceBody(store));
  return (await receiver.arrival(REGISTERED, id)) - at;
}
