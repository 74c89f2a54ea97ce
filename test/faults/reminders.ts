import { setTimeout as sleep } from 'node:timers/promises';
import { DateTime } from 'luxon';
import { startMailServer } from '../support/mail-server.ts';
import type { Chance } from './support/chance.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import type { Platform, ProgramName } from './support/platform.ts';
import { engineOf, openScene, shorten } from './support/scene.ts';
import { createProductionStore } from './support/stores.ts';

/** Invoices whose payers are reminded in each of some waves, and the kills in a wave. */
const EXTENT = { quick: { invoices: 30, waves: 2, kills: 4 }, whole: { invoices: 100, waves: 5, kills: 8 } };
/** A worker that dies with a mail is what this is about. */
const VICTIMS = ['worker', 'worker', 'worker', 'temporal', 'api', 'postgres'] as const satisfies readonly ProgramName[];
const ZONE = 'America/Sao_Paulo';
const AT_ALL_HOURS = { quiet_hours: null, business_days_only: false, receipts: false };
/** The invoices follow a new schedule within this time. */
const PLANNED_MS = 10_000;
const UP_MS = { least: 200, most: 2_500 };
const DOWN_MS = { least: 0, most: 800 };
/** The mail server takes its time twice for each mail. */
const MAIL_MS = { least: 20, most: 400 };
const REST_MS = 180_000;
const LOOK_MS = 200;

interface Row {
  id: number;
  invoice: number;
  step: string;
  state: string;
  token: string;
}

/** `kill -9` of worker, Temporal, API and PostgreSQL while payers are reminded by e-mail. */
export const reminders: Fault = {
  name: 'reminders',
  async run(context: FaultContext): Promise<Outcome> {
    const { invoices, waves, kills } = context.quick ? EXTENT.quick : EXTENT.whole;
    const chance = context.chance.of('waves');
    const mailTime = context.chance.of('mail');
    const mailServer = await startMailServer({ takesMs: () => mailTime.between(MAIL_MS.least, MAIL_MS.most) });
    const mail = { SMTP_URL: mailServer.url, MAIL_FROM: 'cobranca@fatura.example' };
    const scene = await openScene(context, { reroute: () => Promise.resolve({ worker: mail }) });
    try {
      const { platform } = scene;
      const store = await createProductionStore(platform, { stripeApiUrl: scene.till.stripe.url });
      const call = callerOf(platform, store.token);
      const due = DateTime.now().setZone(ZONE).plus({ days: 5 }).toISODate()!;
      const ids: number[] = [];
      for (let number = 0; number < invoices; number += 1) ids.push(await sell(call, { ...store, due }));
      await untilPending(platform, ids);
      context.say(`${invoices} boletos are pending`);
      const killed: string[] = [];
      for (let wave = 1; wave <= waves; wave += 1) {
        await makeDue(call, { due, step: `wave-${wave}` });
        const victims = await killSome(platform, { kills, chance: chance.of(String(wave)) });
        killed.push(...victims);
        const rows = await untilSettled(platform, { ids, count: invoices * wave });
        context.say(`wave ${wave} of ${waves}: kill -9 of ${victims.join(', ')}; ${tell(rows)}`);
      }
      const rows = await readMessages(platform, ids);
      return {
        checks: holdToMails(rows, mailServer.mails, { killed: killed.length }),
        facts: [`engine: ${engineOf(context)}`, `messages: ${rows.length}, ${tell(rows)}`, `killed: ${killed.length}`],
      };
    } finally {
      await scene.stop();
      await mailServer.stop();
    }
  },
};

type Call = (method: string, path: string, body: object) => Promise<{ id: number }>;

function callerOf({ publicUrl }: Platform, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${publicUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: number };
  };
}

async function sell(
  call: Call,
  { customerId, productId, due }: { customerId: number; productId: number; due: string },
): Promise<number> {
  const order = { customer_id: customerId, products: [{ product_id: productId, quantity: 1 }] };
  return (await call('POST', '/invoices', { ...order, payment_method: 'boleto', due_date: due })).id;
}

async function untilPending({ query }: Platform, ids: number[]): Promise<void> {
  for (const end = Date.now() + REST_MS; ; await sleep(LOOK_MS)) {
    const [row] = await query<{ left: string }>(
      `select count(*) as left from invoices where id = any($1) and status <> 'pending'`,
      [ids],
    );
    if (row?.left === '0') return;
    if (Date.now() > end) throw new Error(`${row?.left} boletos were not registered.`);
  }
}

/** A step for the next full minute: the invoices are planned anew, and all are due at once. */
async function makeDue(call: Call, { due, step }: { due: string; step: string }): Promise<void> {
  const moment = DateTime.now().setZone(ZONE).plus({ milliseconds: PLANNED_MS }).startOf('minute').plus({ minutes: 1 });
  const days = Math.round(moment.startOf('day').diff(DateTime.fromISO(due, { zone: ZONE }), 'days').days);
  const steps = [{ name: step, days, time: moment.toFormat('HH:mm') }];
  await call('PATCH', '/reminder-schedule', { ...AT_ALL_HOURS, enabled: true, steps });
  await sleep(moment.diffNow().milliseconds);
}

async function killSome(
  { programs }: Platform,
  { kills, chance }: { kills: number; chance: Chance },
): Promise<ProgramName[]> {
  const victims: ProgramName[] = [];
  while (victims.length < kills) {
    await sleep(chance.between(UP_MS.least, UP_MS.most));
    const victim = chance.one(VICTIMS);
    await programs[victim].kill();
    victims.push(victim);
    await sleep(chance.between(DOWN_MS.least, DOWN_MS.most));
    await programs[victim].start();
  }
  return victims;
}

function readMessages({ query }: Platform, ids: number[]): Promise<Row[]> {
  return query<Row>(
    `select id::int as id, invoice_id::int as invoice, step, state, token from payer_messages
     where invoice_id = any($1) order by id`,
    [ids],
  );
}

/** Waits until each invoice has its message, and none is under way. */
async function untilSettled(platform: Platform, { ids, count }: { ids: number[]; count: number }): Promise<Row[]> {
  for (const end = Date.now() + REST_MS; ; await sleep(LOOK_MS)) {
    const rows = await readMessages(platform, ids);
    const isSettled = rows.every(({ state }) => state !== 'queued' && state !== 'sending');
    if ((isSettled && rows.length >= count) || Date.now() > end) return rows;
  }
}

function tell(rows: readonly Row[]): string {
  const states = [...new Set(rows.map(({ state }) => state))].sort();
  return states.map((state) => `${rows.filter((row) => row.state === state).length} ${state}`).join(', ');
}

/** Holds the record to the mail server's own list of what it took. */
function holdToMails(
  rows: readonly Row[],
  mails: readonly { headers: Record<string, string> }[],
  { killed }: { killed: number },
): Check[] {
  const taken = new Map<string, number>();
  for (const { headers } of mails) {
    const token = /<fatura\.([\w-]{24})@/.exec(headers['message-id'] ?? '')?.[1] ?? 'none';
    taken.set(token, (taken.get(token) ?? 0) + 1);
  }
  const describe = (row: Row): string =>
    `message ${row.id} (invoice ${row.invoice}, ${row.step}) is ${row.state}, and came ${taken.get(row.token) ?? 0} times`;
  const those = (isWrong: (row: Row, times: number) => boolean): string[] =>
    shorten(rows.filter((row) => isWrong(row, taken.get(row.token) ?? 0)).map(describe));
  const keys = rows.map(({ invoice, step }) => `${invoice} ${step}`);
  const unknown = rows.filter(({ state }) => state === 'unknown').length;
  // A process hands over ten at a time.
  const most = killed * 10;
  const known = new Set(rows.map(({ token }) => token));
  return [
    { name: 'no mail comes twice', problems: those((_row, times) => times > 1) },
    { name: 'each message that was sent came', problems: those(({ state }, times) => state === 'sent' && times !== 1) },
    {
      name: 'each message comes to an end, as sent or as unknown',
      problems: those(({ state }) => state !== 'sent' && state !== 'unknown'),
    },
    {
      name: 'no step of an invoice has two messages',
      problems: shorten(keys.filter((key, index) => keys.indexOf(key) !== index)),
    },
    {
      name: 'no mail came that is not on record',
      problems: shorten([...taken.keys()].filter((token) => !known.has(token))),
    },
    {
      name: 'a kill leaves unknown what was being handed over, and no more',
      problems: unknown <= most ? [] : [`${unknown} are unknown after ${killed} kills`],
    },
  ];
}
