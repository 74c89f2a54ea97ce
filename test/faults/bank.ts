import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../src/app/open-database.ts';
import { openGateways } from '../../src/app/open-gateways.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { setGateway } from '../../src/gateways/set-gateway.ts';
import { readChargeId } from '../../src/gateways/pix/charges.ts';
import { reconcileAccount } from '../../src/payments/reconciliation/reconcile-account.ts';
import { startPixBank, type How, type PixBank } from '../support/pix-bank/bank.ts';
import { settingsOf } from '../support/pix-bank/settings.ts';
import { createClient, type Client } from './support/client.ts';
import type { Chance } from './support/chance.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { ENCRYPTION_KEYS, startPlatform, type Platform } from './support/platform.ts';
import { startReceivers } from './support/receivers.ts';
import { engineOf, shorten } from './support/scene.ts';
import { createSandboxStore } from './support/stores.ts';

const EXTENT = { quick: { invoices: 28, lanes: 4, kills: 2 }, whole: { invoices: 300, lanes: 6, kills: 10 } };
/** How often an order is taken badly, and how. */
const BADLY = 0.35;
const GOES_WRONG: readonly How[] = [
  '500_before',
  '500_after',
  '500_after',
  'drop_before',
  'drop_after',
  'drop_after',
  '429',
  '503',
];
const REST_MS = 120_000;
/** Seven orders of one charge may go wrong in a row, and the waits between them double up to a minute. */
const CODE_MS = 300_000;
const DAY_MS = 86_400_000;

type Store = Awaited<ReturnType<typeof createSandboxStore>>;

/** A bank that registers charges and does not answer, and tells of money twice, late, or never. */
export const bank: Fault = {
  name: 'bank',
  async run(context: FaultContext): Promise<Outcome> {
    const { invoices, lanes, kills } = context.quick ? EXTENT.quick : EXTENT.whole;
    const { chance, say } = context;
    const till = await startPixBank();
    const receivers = await startReceivers(chance.of('receivers'));
    const platform = await startPlatform({
      engine: engineOf(context),
      stripeApiUrl: 'http://127.0.0.1:1',
      onProgress: say,
    });
    try {
      const store = await createSandboxStore(platform, receivers);
      const books = await openBank(platform, { store, till });
      const client = createClient(platform.publicUrl);
      const mischief = startMischief(till, chance.of('orders'));
      const courier = startCourier(till, chance.of('callbacks'));
      const lives = Array.from({ length: lanes }, async (_, lane) => {
        for (let number = lane; number < invoices; number += lanes) {
          await live({ client, store, till, chance: chance.of(`invoice ${number}`), key: `bank-${number}` });
        }
      });
      const breaking = breakPrograms(platform, chance.of('kills'), kills);
      await Promise.all([...lives, breaking]);
      mischief.stop();
      await courier.stop();
      say(`${invoices} invoices; now everything has to come to rest`);
      await untilRest(platform, till);
      const repaired = await books.reconcile();
      await untilRest(platform, till);
      const checks = await hold(platform, till);
      await books.close();
      return {
        checks,
        facts: [
          `engine: ${engineOf(context)}`,
          `invoices: ${invoices}; requests to the bank: ${till.requests.length}; orders that went wrong: ${mischief.count()}`,
          `callbacks: ${courier.told()} told, ${courier.lost()} never told; made up for by the bank's books: ${repaired}`,
          `kill -9 of API and worker: ${kills}`,
        ],
      };
    } finally {
      await platform.stop();
      await receivers.stop();
      await till.stop();
    }
  },
};

/** Sets the bank for the store, and compares its books when asked to. */
async function openBank(platform: Platform, { store, till }: { store: Store; till: PixBank }) {
  const orm = await openDatabase({ databaseUrl: platform.databaseUrl, poolSize: 2 });
  const secrets = createSecretBox(ENCRYPTION_KEYS);
  const { gateways } = openGateways(orm.em, secrets, {
    ...{ port: 1, publicUrl: platform.publicUrl, stripeApiUrl: undefined },
    webhookAllowedNetworks: ['127.0.0.0/8'],
  });
  const whose = { companyId: store.companyId, environment: 'sandbox' as const };
  const deps = { em: orm.em.fork(), clock: systemClock, secrets, gateways };
  const { account } = await setGateway(deps, { store: whose, gateway: 'pix', settings: settingsOf(till) });
  return {
    async reconcile(): Promise<number> {
      const until = new Date();
      const span = { since: new Date(until.getTime() - DAY_MS), until };
      const log = pino({ level: 'silent' });
      const given = { accountId: account.id, span, heartbeat: () => undefined };
      const counts = await reconcileAccount({ em: orm.em, clock: systemClock, gateways, log }, given);
      return counts?.repaired ?? 0;
    },
    close: () => orm.close(),
  };
}

/** An invoice is made, and then paid, canceled, changed or given back, or left alone. */
async function live({
  client,
  store,
  till,
  chance,
  key,
}: {
  client: Client;
  store: Store;
  till: PixBank;
  chance: Chance;
  key: string;
}): Promise<void> {
  const { token } = store;
  const isDue = chance.happens(0.5);
  const made = await client.post(
    token,
    '/invoices',
    {
      ...{ customer_id: store.customerId, products: [{ product_id: store.productId, quantity: 1 }] },
      ...{ payment_method: 'pix', external_reference: key },
      ...(isDue ? { due_date: new Date(Date.now() + 5 * DAY_MS).toISOString().slice(0, 10) } : {}),
    },
    { key, chance },
  );
  const id = made.body.id as number;
  const txid = await untilCode(client, { token, id });
  await sleep(chance.between(0, 500));
  const fate = chance.one([
    'pays',
    'pays',
    'pays',
    'is given back',
    'is given back',
    'is canceled',
    'is left',
  ] as const);
  if (fate === 'is canceled') await client.post(token, `/invoices/${id}/cancel`, {}, { key: `${key}-cancel`, chance });
  if (fate !== 'pays' && fate !== 'is given back') return;
  await till.pay(txid);
  if (fate === 'pays') return;
  if (!(await untilPaid(client, { token, id }))) return;
  for (const [part, amount] of [
    ['a', 10],
    ['b', 5.5],
  ] as const) {
    await client.post(token, `/invoices/${id}/refunds`, { amount }, { key: `${key}-${part}`, chance });
  }
}

async function untilCode(client: Client, { token, id }: { token: string; id: number }): Promise<string> {
  for (const end = Date.now() + CODE_MS; Date.now() < end; await sleep(100)) {
    const invoice = (await client.read(token, `/invoices/${id}`)) as { pix: { txid: string } | null } | null;
    if (invoice?.pix) return invoice.pix.txid;
  }
  throw new Error(`Invoice ${id} has no code.`);
}

/** False where the money is not known in time: nobody told of it, and the books are read later. */
async function untilPaid(client: Client, { token, id }: { token: string; id: number }): Promise<boolean> {
  for (const end = Date.now() + 8_000; Date.now() < end; await sleep(100)) {
    if ((await client.read(token, `/invoices/${id}`))?.status === 'paid') return true;
  }
  return false;
}

function startMischief(till: PixBank, chance: Chance): { count(): number; stop(): void } {
  let faults = 0;
  let read = 0;
  const timer = setInterval(() => {
    for (; read < till.requests.length; read += 1) {
      const { method, path } = till.requests[read]!;
      if (method === 'GET' || !/\/(cobv?|devolucao)\//.test(path) || !chance.happens(BADLY)) continue;
      faults += 1;
      till.failNext({ method, path: /\/(cobv?|devolucao)\//, how: chance.one(GOES_WRONG) });
    }
  }, 50);
  return { count: () => faults, stop: () => clearInterval(timer) };
}

/** Tells the platform of money: at once, twice, late, or not at all. Returns are settled meanwhile. */
function startCourier(till: PixBank, chance: Chance) {
  let [told, lost] = [0, 0];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await sleep(chance.between(50, 400));
      till.settleReturns(chance.happens(0.2) ? { fails: 'conta encerrada' } : {});
      if (chance.happens(0.25)) lost += till.takeCallbacks().length;
      // The API may be dead just now: what is not acknowledged is lost as well.
      else told += (await till.deliver({ twice: chance.happens(0.4) }).catch(() => [])).length;
    }
  })();
  return {
    told: () => told,
    lost: () => lost,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function breakPrograms({ programs }: Platform, chance: Chance, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await sleep(chance.between(1_500, 4_000));
    const victim = programs[chance.one(['api', 'worker'] as const)];
    await victim.kill();
    await victim.start();
  }
}

/** Until nothing waits for the bank: no charge to register or to cancel, and no return. */
async function untilRest({ query }: Platform, till: PixBank): Promise<void> {
  for (const end = Date.now() + REST_MS; Date.now() < end; await sleep(300)) {
    till.settleReturns();
    await till.deliver().catch(() => []);
    const [left] = await query<{ count: number }>(
      `select (select count(*)::int from payment_attempts where (state = 'pending' and registered_at is null)
         or (state = 'canceled' and gateway_canceled_at is null))
       + (select count(*)::int from refunds where state = 'pending' and requested_at is null)
       + (select count(*)::int from outbox) + (select count(*)::int from gateway_callbacks where applied_at is null) as count`,
    );
    if (left!.count === 0) return;
  }
}

/** Holds the record to the bank's own books, to the cent. */
async function hold({ query }: Platform, till: PixBank): Promise<Check[]> {
  const attempts = await query<{ id: number; state: string; charge_id: string | null }>(
    `select id::int, state, gateway_charge_id as charge_id from payment_attempts`,
  );
  const payments = await query<{ attempt_id: number; e2e: string; cents: number; refunded: number }>(
    `select attempt_id::int, end_to_end_id as e2e, amount_cents::int as cents, amount_refunded_cents::int as refunded from payments`,
  );
  const refunds = await query<{ id: number; state: string; cents: number }>(
    `select id::int, state, amount_cents::int as cents from refunds`,
  );
  const charges = till.charges();
  const received = charges.flatMap(({ pix }) => pix);
  const byAttempt = new Map(attempts.map((one) => [readChargeId(one.charge_id ?? '')?.txid, one]));
  const problems = {
    'at most one charge for an attempt': charges
      .filter(({ txid }, index) => charges.findIndex((one) => one.txid === txid) !== index)
      .map(({ txid }) => `two charges have txid ${txid}`),
    'a charge that can be paid is waited for': charges
      .filter(({ txid, status }) => status === 'ATIVA' && byAttempt.get(txid)?.state !== 'pending')
      .map(({ txid }) => `${txid} can be paid, and its attempt is ${byAttempt.get(txid)?.state ?? 'unknown'}`),
    'every endToEndId is recorded once': [
      ...received.flatMap(({ endToEndId, valor }) => {
        const those = payments.filter(({ e2e }) => e2e === endToEndId);
        const isRight = those.length === 1 && those[0]!.cents === Math.round(Number(valor) * 100);
        return isRight ? [] : [`${endToEndId} of ${valor} is recorded ${those.length} times: ${JSON.stringify(those)}`];
      }),
      ...payments
        .filter(({ e2e }) => !received.some((pix) => pix.endToEndId === e2e))
        .map(({ e2e }) => `${e2e} is no Pix`),
    ],
    'every return is made at most once, and recorded as it is': [
      ...received.flatMap((pix) => {
        const ids = pix.devolucoes.map(({ id }) => id);
        return ids.length === new Set(ids).size ? [] : [`${pix.endToEndId} has a return twice`];
      }),
      ...received.flatMap(({ devolucoes }) =>
        devolucoes.flatMap(({ id, valor, status }) => {
          // The bank's id of a return ends in ours of the refund.
          const those = refunds.filter((refund) => refund.id === Number(id.slice(-16)));
          const state = status === 'DEVOLVIDO' ? 'succeeded' : 'failed';
          const isRight =
            those.length === 1 && those[0]!.state === state && those[0]!.cents === Math.round(Number(valor) * 100);
          return isRight ? [] : [`return ${id}, ${status}, is recorded as ${JSON.stringify(those)}`];
        }),
      ),
    ],
    'all that is sent and answered is as the Central Bank has it': till.violations,
  };
  return Object.entries(problems).map(([name, found]) => ({ name, problems: shorten([...found]) }));
}
