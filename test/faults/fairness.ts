import { setTimeout as sleep } from 'node:timers/promises';
import { nextMinute } from '../../bench/support/next-minute.ts';
import { addDays } from '../../src/base/calendar/calendar-date.ts';
import { REQUESTS_AT_ONCE } from '../../src/accounts/companies/plans.ts';
import { storeToday } from '../../src/invoices/due-dates.ts';
import { startDiskProbe, type DiskProbe } from './support/disk-probe.ts';
import type { Check, Fault, FaultContext, Outcome } from './support/fault.ts';
import { startPlatform, type Platform } from './support/platform.ts';
import { describeInvoice, describeWorkflow } from './support/record.ts';
import { percentileOf, startSales, WAIT_NAMES, WAITS, type Sale, type Sales } from './support/sales.ts';
import { engineOf, shorten, timeOf } from './support/scene.ts';
import {
  createStore,
  inProduction,
  makeInvoice,
  startPlainReceivers,
  type OneStore,
  type PlainReceivers,
} from './support/two-stores.ts';

/**
 * How much of each trouble the busy store makes. A percentile of some milliseconds doubles with any process that wakes
 * up: less than `leastMs` counts as `leastMs`. Once Temporal is back, new news are told within `toldAfterOutageMs`, and
 * what waited is worked off at `leastSpeedAfterOutage`, a share of the full speed of before.
 */
const EXTENT = {
  quick: {
    due: 20,
    resent: 80,
    leastResentPerSecond: 1,
    waiting: 100,
    changes: 6,
    failing: 10,
    hanging: 5,
    awayMs: 8_000,
    perPhase: 12,
    leastMs: 500,
    // A task of Temporal that an outage loses is given out again after 10 s. The whole holds to two seconds, on a
    // machine that does nothing else.
    toldAfterOutageMs: 20_000,
    atFullSpeed: 20,
    leastSpeedAfterOutage: 0,
  },
  whole: {
    due: 1_000,
    resent: 20_000,
    leastResentPerSecond: 3,
    waiting: 1_000,
    changes: 100,
    failing: 20,
    hanging: 20,
    awayMs: 180_000,
    perPhase: 200,
    leastMs: 150,
    toldAfterOutageMs: 2_000,
    atFullSpeed: 300,
    leastSpeedAfterOutage: 0.8,
  },
};
type Extent = (typeof EXTENT)['quick'];

/** Even, and so little that two processors are not busy with it. */
const SALES_PER_SECOND = 4;
const SHARE = 0.99;
const FACTOR = 2;
/** Temporal answers, and its workers have found it again: they look every ten seconds by then. */
const BACK_MS = 12_000;
/** The busy store makes its invoices one after the other while Temporal is away. */
const BUSY_SALE_EVERY_MS = 400;
/** Workflows of subscriptions that are begun in bulk. */
const BEGUN_PER_SECOND = 8;
/** The busy store's work has so long, at the speed that is left. */
const WORKED_OFF_MS = 600_000;
const LOOK_MS = 250;
const BY_SECONDS = 5;
/**
 * Those of the thousands of resent deliveries that come within this time tell the speed; the rest is canceled with its
 * webhook.
 */
const RESENT_MS = 120_000;

/** The report tells all that is known of this many sales that did not come to their end. */
const STUCK_SHOWN = 2;
const SLOWEST_SHOWN = 5;

/**
 * So large a share of the sales of a phase may be left out, because the disk of the machine stood still beside them: a
 * single second of that decides about the slowest hundredth of two hundred sales.
 */
const MOST_BESIDE_STALLS = 0.05;

const QUIET = 'alone';
const WARMING = 'warm-up';
const OF_QUIET = '/quiet';

interface Deps {
  platform: Platform;
  receivers: PlainReceivers;
  busy: OneStore;
  quiet: OneStore;
  sales: Sales;
  disk: DiskProbe;
  extent: Extent;
  say: (line: string) => void;
}

/**
 * Begins a trouble.
 *
 * @param enter begins the phase of the sales, once all is prepared that the store does not do itself
 * @returns what waits for its end, and says what is wrong with it
 */
type Trouble = (deps: Deps, enter: () => void) => Promise<() => Promise<{ problems: string[]; fact: string }>>;

/** By name, with the phase of the sales meanwhile. */
const TROUBLES: Record<string, { phase: string; begin: Trouble }> = {
  resend: { phase: 'it resends thousands of deliveries', begin: resend },
  policy: { phase: 'it alternates its retry policy', begin: alternate },
  changes: { phase: 'it changes an invoice whose webhooks fail', begin: changeAgain },
  hang: { phase: 'its webhooks hang', begin: hang },
  gateway: { phase: 'it loses its gateway, with subscriptions that are due', begin: loseGateway },
};
const OUTAGE_PART = 'temporal';

/** Makes trouble in a store; another store must hardly notice. */
export const fairness: Fault = {
  name: 'fairness',
  isAlone: true,
  parts: [...Object.keys(TROUBLES), OUTAGE_PART],
  async run(context: FaultContext): Promise<Outcome> {
    const { quick, has, say } = context;
    const receivers = await startPlainReceivers();
    const disk = startDiskProbe();
    let platform: Platform | undefined;
    try {
      const engine = engineOf(context);
      platform = await startPlatform({ engine, stripeApiUrl: 'http://127.0.0.1:9', onProgress: say });
      const [busy, quiet] = [await createStore(platform, 'Busy'), await createStore(platform, 'Quiet')];
      await quiet.make('/webhooks', { url: receivers.url(OF_QUIET), events: ['*'] });
      say(`up: PostgreSQL, Temporal (${engine}), API, worker, two stores`);
      const sales = startSales(
        { store: quiet, receivers, path: OF_QUIET },
        { perSecond: SALES_PER_SECOND, phase: WARMING },
      );
      const deps: Deps = {
        platform,
        receivers,
        busy,
        quiet,
        sales,
        disk,
        extent: EXTENT[quick ? 'quick' : 'whole'],
        say,
      };
      const checks: Check[] = [];
      const facts: string[] = [`engine: ${engine}`];
      await untilSold(deps, WARMING, 40);
      sales.enter(QUIET);
      await untilSold(deps, QUIET, deps.extent.perPhase);
      for (const line of describe(sales.done(QUIET))) say(line);
      const troubles = Object.entries(TROUBLES).flatMap(([part, trouble]) => (has(part) ? [trouble] : []));
      for (const { phase, begin } of troubles) {
        const finish = await begin(deps, () => {
          sales.enter(phase);
          say(phase);
        });
        await untilSold(deps, phase, deps.extent.perPhase);
        for (const line of describe(sales.done(phase))) say(line);
        // Sales after the phase, and while the next is prepared, are another matter.
        sales.enter(`after ${phase}`);
        const { problems, fact } = await finish();
        say(fact);
        checks.push({ name: `${phase}: the busy store's own work is done`, problems });
        facts.push(`${phase}: ${fact}`);
      }
      const outage = has(OUTAGE_PART) ? await leaveTemporalAway(deps) : null;
      const sold = await sales.stop();
      return {
        checks: [
          ...troubles.map(({ phase }) => judge(deps, sold, phase)),
          ...checks,
          ...(outage?.judge(sold) ?? []),
          await judgeSales(deps, sold),
        ],
        facts: [...facts, ...(outage?.facts() ?? []), ...describe(sold), describeStalls(disk, sold)],
      };
    } finally {
      await platform?.stop();
      await receivers.stop();
      await disk.stop();
    }
  },
};

async function resend({ platform, receivers, busy, extent, say }: Deps, enter: () => void) {
  const path = '/busy/resent';
  const { id } = await busy.make('/webhooks', { url: receivers.url(path), events: ['customer.erased'] });
  await seedDeliveries(platform, busy, { endpointId: id, count: extent.resent, state: 'failed' });
  enter();
  const begun = performance.now();
  const since = new Date(Date.now() - 3_600_000).toISOString();
  for (let more = true; more;) {
    ({ has_more: more } = await busy.make<{ has_more: boolean }>(`/webhooks/${id}/redeliver`, { since }));
  }
  say(`${extent.resent} deliveries were asked for in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return async () => {
    await within(RESENT_MS, () => receivers.count(path) >= extent.resent);
    const seconds = (performance.now() - begun) / 1_000;
    const came = receivers.count(path);
    await remove(busy, [id]);
    return {
      problems:
        came >= Math.min(extent.resent, seconds * extent.leastResentPerSecond)
          ? []
          : [`${came} of ${extent.resent} had come after ${Math.round(seconds)} s`],
      fact: `${came} of ${extent.resent} deliveries in ${seconds.toFixed(1)} s, ${(came / seconds).toFixed(1)} a second`,
    };
  };
}

async function alternate({ platform, receivers, busy, extent }: Deps, enter: () => void) {
  const { id } = await busy.make('/webhooks', { url: receivers.url('/busy/later'), events: ['customer.erased'] });
  await seedDeliveries(platform, busy, { endpointId: id, count: extent.waiting, state: 'pending' });
  enter();
  let most = 0;
  for (let round = 0; round < 10; round += 1) {
    const { status } = await busy.call('PATCH', '/webhook-settings', { interval_seconds: 3_600 + (round % 2) });
    if (status !== 200) throw new Error(`PATCH /webhook-settings answered ${status}`);
    most = Math.max(most, await entriesOf(platform, busy));
  }
  return async () => {
    const isDone = await within(WORKED_OFF_MS, async () => (await entriesOf(platform, busy)) === 0);
    await remove(busy, [id]);
    return {
      problems: [
        ...(isDone ? [] : ['its workflows were not told']),
        ...(most <= extent.waiting + 50 ? [] : [`${most} entries for ${extent.waiting} deliveries`]),
      ],
      fact: `${most} entries of the outbox at most, for ${extent.waiting} deliveries and ten changes`,
    };
  };
}

async function changeAgain({ platform, receivers, busy, extent }: Deps, enter: () => void) {
  enter();
  receivers.behave('/busy/fails', 'fails');
  const hooks: number[] = [];
  for (let made = 0; made < extent.failing; made += 1) {
    const url = `${receivers.url('/busy/fails')}`;
    hooks.push((await busy.make('/webhooks', { url, events: ['invoice.updated'] })).id);
  }
  const { id } = await makeInvoice(busy);
  for (let change = 0; change < extent.changes; change += 1) {
    await busy.call('PATCH', `/invoices/${id}`, { description: `Change ${change}` });
  }
  return async () => {
    const wanted = extent.changes * extent.failing;
    const isTried = await within(WORKED_OFF_MS, async () => {
      const [row] = await platform.query<{ tried: number }>(
        `select count(*)::int as tried from webhook_deliveries where endpoint_id = any ($1) and attempts > 0`,
        [hooks],
      );
      return row!.tried >= wanted;
    });
    // Pending deliveries hold up nothing else of the invoice.
    const canceled = await busy.call('POST', `/invoices/${id}/cancel`);
    const isCanceled = await within(30_000, async () => {
      const rows = await platform.query(
        'select 1 from payment_attempts where invoice_id = $1 and gateway_canceled_at is null',
        [id],
      );
      return rows.length === 0;
    });
    await remove(busy, hooks);
    return {
      problems: [
        ...(isTried ? [] : [`not all of ${wanted} deliveries were tried`]),
        ...(canceled.status === 200 && isCanceled ? [] : ['its charge was not canceled']),
      ],
      fact: `${wanted} deliveries of one invoice were tried`,
    };
  };
}

/** The busy store sells as much as the other. */
async function hang({ receivers, busy, extent }: Deps, enter: () => void) {
  receivers.behave('/busy/hangs', 'hangs');
  const hooks: number[] = [];
  for (let made = 0; made < extent.hanging; made += 1) {
    hooks.push((await busy.make('/webhooks', { url: receivers.url('/busy/hangs'), events: ['invoice.created'] })).id);
  }
  enter();
  for (let made = 0; made < extent.hanging; made += 1) {
    await makeInvoice(busy);
    await sleep(1_000 / SALES_PER_SECOND);
  }
  return async () => {
    await remove(busy, hooks);
    const count = receivers.count('/busy/hangs');
    return {
      problems: count > 0 ? [] : ['nothing came to them'],
      fact: `${count} requests to ${hooks.length} webhooks that hang, for ${extent.hanging} invoices`,
    };
  };
}

/** Its subscriptions are due at one moment, and the store has removed its access before. */
async function loseGateway({ platform, busy, extent, say }: Deps, enter: () => void) {
  const { make, companyId, customerId, productId } = await inProduction(platform, busy);
  const whose = [companyId];
  await platform.query(
    `insert into gateway_accounts (company_id, environment, gateway, account_id, display_name, methods, settings, secrets,
       secret_ends, checked_at, created_at, updated_at)
     values ($1, 'production', 'stripe', 'acct_busy', 'Busy', '["pix"]', '{}', '', '{}', now(), now(), now())`,
    whose,
  );
  const { moment, policies } = nextMinute((extent.due * 1_000) / BEGUN_PER_SECOND);
  await platform.query('update companies set time_zone = $2, renewal_time = $3 where id = $1', [
    companyId,
    policies.timeZone,
    policies.renewalTime,
  ]);
  const today = storeToday(moment, policies);
  const { id } = await make('/subscriptions', {
    ...{ customer_id: customerId, payment_method: 'pix', interval: 'month', start_date: addDays(today, 7) },
    products: [{ product_id: productId, quantity: 1 }],
  });
  await platform.query(`delete from gateway_accounts where company_id = $1`, whose);
  await platform.query(
    `with made as (
       insert into subscriptions
       select (jsonb_populate_record(null::subscriptions, to_jsonb(one) || jsonb_build_object(
         'id', nextval('subscriptions_id_seq'), 'next_due_date', $4::date, 'chargeable_from', $4::date,
         'start_date', $4::date, 'origin_date', $4::date, 'days_before_due', 0, 'next_step_at', $5::timestamptz))).*
       from subscriptions one, generate_series(1, $2::int) where one.id = $1 returning id),
     lines as (
       insert into subscription_items
       select (jsonb_populate_record(null::subscription_items, to_jsonb(line) || jsonb_build_object(
         'id', nextval('subscription_items_id_seq'), 'subscription_id', made.id))).*
       from subscription_items line, made where line.subscription_id = $1)
     insert into outbox (subscription_id, company_id, environment, is_bulk) select id, $3, 'production', true from made`,
    [id, extent.due, companyId, today, moment],
  );
  const areWaiting = await within(WORKED_OFF_MS, async () => (await entriesOf(platform, busy)) === 0);
  const early = moment.getTime() - Date.now();
  if (!areWaiting || early < 0) throw new Error(`${extent.due} subscriptions did not begin to wait in time`);
  say(`${extent.due} subscriptions are due in ${Math.round(early / 1_000)} s`);
  await sleep(early);
  enter();
  return async () => {
    // Their steps have been asked for by then, or are; none can be taken.
    const charged = await platform.query('select 1 from subscription_cycles where company_id = $1', whose);
    return {
      problems: charged.length === 0 ? [] : [`${charged.length} were charged without a gateway`],
      fact: `${extent.due} subscriptions were due at one moment`,
    };
  };
}

const OUTAGE = 'Temporal is away';
const BACK = 'Temporal is back';

/** Both stores go on selling while Temporal is away. A sale after its return does not wait behind the sales before. */
async function leaveTemporalAway({ platform, busy, quiet, sales, disk, extent, say }: Deps) {
  sales.enter(`before ${OUTAGE}`);
  const ordinary = await sellAtFullSpeed({ platform, busy, quiet, extent });
  sales.enter(OUTAGE);
  say(OUTAGE);
  await platform.programs.temporal.kill();
  for (const end = performance.now() + extent.awayMs; performance.now() < end;) {
    await makeInvoice(busy);
    await sleep(BUSY_SALE_EVERY_MS);
  }
  const waiting = await unregistered(platform);
  await platform.programs.temporal.start();
  const begun = performance.now();
  await sleep(BACK_MS);
  sales.enter(BACK);
  say(`${BACK}, ${waiting} invoices wait`);
  const isDone = await within(WORKED_OFF_MS, async () => (await unregistered(platform)) < SALES_PER_SECOND);
  const seconds = (performance.now() - begun) / 1_000;
  const byTime = await registeredIn(platform, seconds);
  // Both stores go on selling meanwhile.
  const speed = waiting / seconds + SALES_PER_SECOND;
  await untilSold({ sales }, BACK, extent.perPhase);
  const fact =
    `${waiting} invoices waited; worked off ${seconds.toFixed(1)} s after Temporal's return: ` +
    `${speed.toFixed(1)} a second with those of now, ${ordinary.toFixed(1)} before the outage`;
  return {
    facts: () => [fact, `registered in each ${BY_SECONDS} s after Temporal's return: ${byTime.join(', ')}`],
    judge: (sold: readonly Sale[]): Check[] => {
      const after = sold.filter(({ phase }) => phase === BACK);
      const late = after.filter((sale) => !(sale.codeMs <= extent.toldAfterOutageMs) && !isBesideStall(disk, sale));
      return [
        {
          name: `after an outage of Temporal a new invoice is told within ${extent.toldAfterOutageMs / 1_000} s`,
          problems: shorten(late.map(lineOf)),
        },
        {
          name: 'what waited for Temporal is worked off, hardly slower than at full speed before',
          problems: isDone && speed >= ordinary * extent.leastSpeedAfterOutage ? [] : [fact],
        },
      ];
    },
  };
}

/**
 * Both stores have their share of the invoices, as of those that wait for Temporal later: an invoice of the quiet store
 * is more work, as it has a webhook.
 *
 * @returns how many invoices a second are registered, of both stores, where as many come as are taken
 */
async function sellAtFullSpeed({
  platform,
  busy,
  quiet,
  extent,
}: Pick<Deps, 'platform' | 'busy' | 'quiet' | 'extent'>): Promise<number> {
  const busyPerSecond = 1_000 / BUSY_SALE_EVERY_MS;
  const busyShare = busyPerSecond / (busyPerSecond + SALES_PER_SECOND);
  const begun = performance.now();
  let made = 0;
  const work = async (): Promise<void> => {
    for (; made < extent.atFullSpeed;) {
      const isBusy = Math.floor((made + 1) * busyShare) > Math.floor(made * busyShare);
      made += 1;
      await makeInvoice(isBusy ? busy : quiet);
    }
  };
  await Promise.all(Array.from({ length: REQUESTS_AT_ONCE.scale }, work));
  await within(WORKED_OFF_MS, async () => (await unregistered(platform)) < SALES_PER_SECOND);
  return extent.atFullSpeed / ((performance.now() - begun) / 1_000) + SALES_PER_SECOND;
}

/** Invoices whose charge no gateway knows yet. */
async function unregistered(platform: Platform): Promise<number> {
  const [row] = await platform.query<{ count: number }>(
    `select count(*)::int from payment_attempts where state = 'pending' and registered_at is null`,
  );
  return row!.count;
}

/** @returns how many charges a gateway took in each `BY_SECONDS` of the last `seconds`, the oldest first */
async function registeredIn(platform: Platform, seconds: number): Promise<number[]> {
  const rows = await platform.query<{ count: number }>(
    `with times as (
       select begun, begun + make_interval(secs => $2) as ends
       from generate_series(now() - make_interval(secs => $1), now(), make_interval(secs => $2)) as begun)
     select count(registered_at)::int from times
     left join payment_attempts on registered_at >= begun and registered_at < ends group by begun order by begun`,
    [seconds, BY_SECONDS],
  );
  return rows.map(({ count }) => count);
}

function judge({ extent, disk }: Pick<Deps, 'extent' | 'disk'>, sold: readonly Sale[], phase: string): Check {
  const [before, during] = [QUIET, phase].map((name) =>
    sold.filter((sale) => sale.phase === name && !isBesideStall(disk, sale)),
  ) as [Sale[], Sale[]];
  const all = sold.filter((sale) => sale.phase === phase).length;
  const leftOut = all - during.length;
  const isMeasured = leftOut <= Math.max(1, all * MOST_BESIDE_STALLS);
  const unmeasured = isMeasured ? [] : [`the disk stood still beside ${leftOut} of ${all} sales: nothing is measured`];
  const problems = WAITS.flatMap((wait) => {
    const usual = percentileOf(before, wait, SHARE);
    const now = percentileOf(during, wait, SHARE);
    const most = FACTOR * Math.max(usual, extent.leastMs);
    return now <= most ? [] : [`${WAIT_NAMES[wait]}: p99 ${Math.round(now)} ms, ${Math.round(usual)} ms alone`];
  });
  return { name: `${phase}: another store hardly notices`, problems: [...unmeasured, ...problems] };
}

/** Whether the disk stood still while a sale was under way. */
function isBesideStall({ stalls }: DiskProbe, { at, postMs, codeMs, eventsMs }: Sale): boolean {
  const ends = at + Math.max(...[postMs, codeMs, eventsMs].filter((ms) => !Number.isNaN(ms)), 0);
  return stalls.some(({ from, to }) => from <= ends && to >= at);
}

function describeStalls(disk: DiskProbe, sold: readonly Sale[]): string {
  const longest = Math.max(0, ...disk.stalls.map(({ from, to }) => to - from));
  const beside = sold.filter((sale) => isBesideStall(disk, sale)).length;
  return `the disk stood still ${disk.stalls.length} times, ${longest} ms at most, beside ${beside} of ${sold.length} sales`;
}

/** Each sale of the quiet store came to its end, and each of its events came once. */
async function judgeSales({ platform, receivers }: Deps, sold: readonly Sale[]): Promise<Check> {
  const failed = sold.filter(({ problem }) => problem !== null);
  const twice = sold.filter(
    ({ invoiceId }) => invoiceId !== null && (receivers.seen(OF_QUIET, invoiceId, 'invoice.created')?.times ?? 0) > 1,
  );
  // A worker whose Temporal was killed may have said what came of an attempt to nobody.
  const doubled = twice.filter(({ phase }) => phase !== OUTAGE && phase !== BACK);
  const stuck = failed.flatMap(({ invoiceId }) => invoiceId ?? []).slice(0, STUCK_SHOWN);
  const details = await Promise.all(
    stuck.map(async (id) => [...(await describeInvoice(platform, id)), ...(await describeWorkflow(platform, id))]),
  );
  return {
    name: "each of the other store's invoices came to its end, and its events once",
    problems: [
      ...shorten([...failed.map(lineOf), ...doubled.map((sale) => `${lineOf(sale)}: its event came twice`)]),
      ...details.flat().map((line) => `  ${line}`),
    ],
  };
}

function lineOf({ phase, at, invoiceId, postMs, codeMs, eventsMs, problem }: Sale): string {
  const ms = [postMs, codeMs, eventsMs].map((one) => Math.round(one)).join(', ');
  return `${timeOf(at)} (${phase}) invoice ${invoiceId}: ${ms} ms ${problem ?? ''}`;
}

function describe(sold: readonly Sale[]): string[] {
  return [...new Set(sold.map(({ phase }) => phase))].map((phase) => {
    const those = sold.filter((sale) => sale.phase === phase);
    const waits = WAITS.map((wait) => {
      const [median, p99] = [percentileOf(those, wait, 0.5), percentileOf(those, wait, SHARE)].map(Math.round);
      return `${WAIT_NAMES[wait]} median ${median}, p99 ${p99}`;
    });
    return `${phase}: ${those.length} sales, in ms: ${waits.join('; ')}; slowest codes: ${slowest(those).join(', ')}`;
  });
}

/** The slowest Pix codes, each with the second of its phase, which tells what the other store was about. */
function slowest(those: readonly Sale[]): string[] {
  const byWait = those.filter(({ codeMs }) => !Number.isNaN(codeMs)).sort((a, b) => b.codeMs - a.codeMs);
  return byWait
    .slice(0, SLOWEST_SHOWN)
    .map(({ codeMs, at }) => `${Math.round(codeMs)} at ${Math.round((at - those[0]!.at) / 1_000)} s`);
}

/** A store may have twenty webhooks. */
async function remove({ call }: OneStore, webhooks: readonly number[]): Promise<void> {
  for (const id of webhooks) await call('DELETE', `/webhooks/${id}`);
}

async function entriesOf(platform: Platform, { companyId }: OneStore): Promise<number> {
  const rows = await platform.query<{ count: number }>('select count(*)::int from outbox where company_id = $1', [
    companyId,
  ]);
  return rows[0]!.count;
}

/** Deliveries of a webhook as a long outage of its receiver leaves them, of events of a customer. */
async function seedDeliveries(
  platform: Platform,
  { companyId, customerId }: OneStore,
  { endpointId, count, state }: { endpointId: number; count: number; state: 'failed' | 'pending' },
): Promise<void> {
  await platform.query(
    `with made as (
       insert into events (company_id, environment, type, resource_type, resource_id, sequence, body, created_at)
       select $1, 'sandbox', 'customer.erased', 'customer', $2, n + (
           select coalesce(max(sequence), 0) from events where resource_type = 'customer' and resource_id = $2),
         json_build_object('id', n, 'event', 'customer.erased', 'data', json_build_object('invoice_id', n))::text, now()
       from generate_series(1, $4::int) as n returning id)
     insert into webhook_deliveries (company_id, environment, event_id, endpoint_id, resource_type, resource_id, runs_in,
       state, attempts, attempts_begun, next_attempt_at, created_at, completed_at)
     select $1, 'sandbox', id, $3, 'customer', $2, 'event', $5::text, 1, 1,
       case when $5 = 'pending' then now() + interval '1 hour' end, now(), case when $5 = 'failed' then now() end
     from made`,
    [companyId, customerId, endpointId, count, state],
  );
}

async function untilSold({ sales }: Pick<Deps, 'sales'>, phase: string, count: number): Promise<void> {
  while (sales.count(phase) < count) await sleep(LOOK_MS);
}

async function within(ms: number, isDone: () => boolean | Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + ms; ;) {
    if (await isDone()) return true;
    if (performance.now() > end) return false;
    await sleep(LOOK_MS);
  }
}
