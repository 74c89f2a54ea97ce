/**
 * Measures the cost of ten thousand subscriptions while they rest, and the effect of a thousand renewals that are due
 * at one moment on the invoices of payers.
 *
 *   npm run bench -- subscriptions [--subscriptions 10000] [--renewals 1000] [--rate N] [--quiet 30]
 *
 * API, worker, PostgreSQL and a Temporal dev server of this machine, a process each. At rest the CPU time of each is
 * read from `/proc`, without a subscription and with all of them. Then as many as are to be renewed share one moment;
 * each is charged to a card, which is approved. Before that moment and from then on until the last one is settled, a
 * payer's Pix invoice is made by the API every half second, in another store and in the very store of the renewals in
 * turn, and the time from the request until its code is there is measured. `--rate` is SUBSCRIPTION_STEPS_PER_SECOND,
 * of which a renewal takes two: it makes the invoice, and it settles the charge.
 *
 * It fails when a renewal is missing or made twice, and when a payer waits for more than two seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../src/base/calendar/calendar-date.ts';
import { createCompany } from '../src/accounts/companies/create-company.ts';
import type { Store } from '../src/base/environment.ts';
import { readConfig } from '../src/app/config.ts';
import { createSecretBox } from '../src/base/crypto/secret-box.ts';
import { migrate } from '../src/app/migrate.ts';
import { openDatabase } from '../src/app/open-database.ts';
import { SERVICES } from '../src/dev/bring-up-service.ts';
import { startNodeService } from '../src/dev/node-service.ts';
import { startPostgres } from '../src/dev/postgres.ts';
import { killTracked } from '../src/dev/spawn-tracked.ts';
import { startTemporalDevServer } from '../src/dev/temporal-server.ts';
import { ensureWorkflowBundle } from '../src/dev/workflow-bundle.ts';
import { storeToday } from '../src/invoices/due-dates.ts';
import { createGatewayRegistry } from '../src/gateways/gateway-registry.ts';
import { createSandboxGateway, sandboxCallbackUrl } from '../src/gateways/sandbox/sandbox-gateway.ts';
import { createSubscription } from '../src/subscriptions/create-subscription.ts';
import { openTemporalClient } from '../src/base/temporal/connect.ts';
import { systemClock } from '../src/base/time/clock.ts';
import { freePort } from '../test/support/free-port.ts';
import { nextMinute } from './support/next-minute.ts';
import { post } from './support/post.ts';
import { readMachineCpuSeconds, readUsage, type Usage } from '../test/support/process-usage.ts';

const { values } = parseArgs({
  options: {
    subscriptions: { type: 'string', default: '10000' },
    renewals: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '' },
    quiet: { type: 'string', default: '30' },
  },
});
const [resting, renewals, quietSeconds] = [values.subscriptions, values.renewals, values.quiet].map(Number) as [
  number,
  number,
  number,
];
/** The whole of it; what is not done by then has failed. */
const LIMIT_MS = 1_200_000;
const STORES = 10;
const CREATED_AT_ONCE = 8;
const PAYER_EVERY_MS = 500;
/** A minute of payers by themselves is enough to compare with. */
const MAX_SAMPLES_BEFORE = 120;
const PATIENCE_MS = 2_000;
const BUCKET_SECONDS = 5;
const STEPS_OF_A_RENEWAL = 2;
/** Work that was begun before a rest is done by then. */
const SETTLE_MS = 10_000;
/** The bench makes this many one by one; the others are copies of them. */
const ORIGINALS = 500;

interface BenchStore extends Store {
  token: string;
  customerIds: number[];
  productId: number;
}

/** A payer's invoice, and how long it took until its answer and until its code; milliseconds. */
interface Sample {
  answeredMs: number;
  payableMs: number;
}

/** How many renewals have come so far, after so many seconds. */
interface Progress {
  seconds: number;
  made: number;
  paid: number;
  settled: number;
}

const over = new AbortController();
const { signal } = over;
setTimeout(() => over.abort(new Error(`It took more than ${LIMIT_MS / 60_000} minutes.`)), LIMIT_MS).unref();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => over.abort(new Error(name)));
process.on('exit', killTracked);
// The reader of the output may have gone, as with `| head`; the programs that run are stopped in order all the same.
process.stdout.on('error', () => over.abort(new Error('Nobody reads the output.')));

/** The programs that were started, in the order in which they are stopped. */
const started: { stop: () => Promise<unknown> }[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'fatura-bench-'));
try {
  await main();
} catch (error) {
  if (!signal.aborted) throw error;
  console.error(String(signal.reason));
  process.exitCode = 1;
} finally {
  for (const { stop } of started) await stop().catch(console.error);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

async function main(): Promise<void> {
  const stack = await startStack();
  const { config } = stack;
  console.log(`${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}, load ${load()}`);
  console.log(`${resting} subscriptions, ${renewals} renewals, ${config.subscriptionStepsPerSecond} steps/s\n`);

  const empty = await measureRest(stack);
  const crowd = await Promise.all(Array.from({ length: STORES }, () => createStore(stack)));
  const begun = performance.now();
  await subscribeResting(stack, crowd, resting);
  await untilAllRest(stack, resting);
  const restingSeconds = secondsSince(begun);
  console.log(`${resting} are at rest in Temporal ${one(restingSeconds)} s after the first was made\n`);
  const full = await measureRest(stack);
  printRest(empty, full);

  const duringSeconds = (renewals * STEPS_OF_A_RENEWAL) / config.subscriptionStepsPerSecond;
  const samples = Math.min(MAX_SAMPLES_BEFORE, Math.ceil(duringSeconds / (PAYER_EVERY_MS / 1_000)));
  const preparedInMs = Math.min(Math.max((restingSeconds / resting) * 2_000, 30), 80);
  const { moment, policies } = nextMinute(samples * PAYER_EVERY_MS + renewals * preparedInMs + 15_000);
  const [renewed, elsewhere] = [await createStore(stack, policies), await createStore(stack)];
  const day = storeToday(moment, policies);
  await subscribe(stack, [renewed], renewals, () => addDays(day, 1));
  await makeDue(stack, renewed, day);
  await untilAllRest(stack, resting + renewals);
  if (Date.now() > moment.getTime()) throw new Error('The moment came before all was ready.');

  const payers = watchPayers(stack, { another: elsewhere, same: renewed });
  const quiet = read(stack);
  const before = await payers.sample((made) => made >= samples || Date.now() > moment.getTime() - PATIENCE_MS);
  printUse('before', quiet, read(stack));
  await delay(moment.getTime() - Date.now(), undefined, { signal });
  const begin = read(stack);
  const settling = followRenewals(stack, renewed, moment);
  let isOver = false;
  void settling.finally(() => (isOver = true)).catch(() => undefined);
  const meanwhile = await payers.sample(() => isOver);
  printUse('during the renewals', begin, read(stack));
  printRenewals(await settling);
  await checkRenewals(stack, renewed);
  printPayers(before, meanwhile);
  console.log(`\nload ${load()}`);
}

type Stack = Awaited<ReturnType<typeof startStack>>;

async function startStack() {
  const bundle = await ensureWorkflowBundle({ cacheDir: new URL('../.cache/', import.meta.url).pathname });
  const postgres = keep(await startPostgres({ dataDir, durable: true }));
  await migrate(postgres.url);
  const temporal = keep(await startTemporalDevServer({ dataDir, namespace: 'default', headless: true }));
  const port = await freePort();
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: 'default',
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
    SUBSCRIPTION_STEPS_PER_SECOND: values.rate,
    WORKFLOW_BUNDLE: bundle,
    LOG_LEVEL: 'error',
    // The caller's own settings are not to be used.
    ...{ SMTP_URL: '', MAIL_DIR: '', TEMPORAL_UI_URL: '', TRUSTED_PROXIES: '', WEBHOOK_ALLOWED_NETWORKS: '' },
  };
  const config = readConfig(env);
  const worker = keep(await startNodeService({ ...SERVICES.worker, dataDir, env, signal }));
  const api = keep(await startNodeService({ ...SERVICES.api, dataDir, env, signal }));
  const pids = { API: api.pid, worker: worker.pid, Temporal: temporal.pid, PostgreSQL: postgres.pid };

  const orm = await openDatabase({ databaseUrl: postgres.url, poolSize: CREATED_AT_ONCE });
  keep({ stop: () => orm.close() });
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  keep({ stop: () => database.end() });
  const client = openTemporalClient(config.temporal);
  keep({ stop: () => client.connection.close() });
  const secrets = createSecretBox(config.encryptionKeys);
  const callbackUrl = sandboxCallbackUrl(port);
  const sandbox = createSandboxGateway({ em: orm.em, secrets, callbackUrl, publicUrl: config.publicUrl });
  const deps = {
    em: orm.em,
    secrets,
    gateways: createGatewayRegistry({ sandbox, secrets, providers: [] }),
    clock: systemClock,
  };
  return { config, pids, deps, database, client };
}

/** Remembers what is to be stopped before everything that was started earlier. */
function keep<T extends { stop: () => Promise<unknown>; exited?: Promise<string> }>(running: T): T {
  started.unshift(running);
  void running.exited?.then((how) => over.abort(new Error(`A program ended by itself: ${how}`)));
  return running;
}

async function createStore(
  { deps, config }: Stack,
  policies: { timeZone?: string; renewalTime?: string } = {},
): Promise<BenchStore> {
  const { company, sandboxToken: token } = await createCompany(deps.em.fork(), {
    name: 'Bench',
    city: 'Recife',
    plan: 'scale',
    rateLimitPerMinute: 1_000_000,
    now: new Date(),
    ...policies,
  });
  const customerIds: number[] = [];
  for (let number = 1; number <= 10; number += 1) {
    const body = { name: `Ana ${number}`, email: `ana${number}@example.com` };
    customerIds.push((await post(config.publicUrl, token, '/customers', body)).id);
  }
  const product = await post(config.publicUrl, token, '/products', { name: 'Pão', price: 10 });
  return { companyId: company.id, environment: 'sandbox', token, customerIds, productId: product.id };
}

/** Card subscriptions, whose card is approved, spread evenly over stores and their customers. */
async function subscribe(
  { deps }: Stack,
  stores: BenchStore[],
  count: number,
  startDate: (index: number) => string,
): Promise<void> {
  let next = 0;
  const create = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      signal.throwIfAborted();
      const { companyId, environment, customerIds, productId } = stores[index % stores.length]!;
      const input = {
        customerId: customerIds[index % customerIds.length]!,
        products: [{ productId, quantity: 1 }],
        paymentMethod: 'card' as const,
        interval: 'month' as const,
        ...{ intervalCount: 1, anchorDay: null, startDate: startDate(index), trialDays: 0 },
        ...{ cycles: null, endDate: null, daysBeforeDue: null, cardToken: 'tok_approved' },
        ...{ description: null, externalReference: null, metadata: {} },
      };
      await createSubscription(deps, { store: { companyId, environment }, input });
    }
  };
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, create));
}

/**
 * A subscription that begins today is charged at once; these began before, and are due at their store's renewal time.
 */
async function makeDue({ database }: Stack, { companyId }: BenchStore, day: string): Promise<void> {
  await database.query(
    `with moved as (
       update subscriptions set start_date = $2, origin_date = $2, next_due_date = $2, chargeable_from = $2,
         period_ends_on = $2, anchor_day = extract(day from $2::date), version = version + 1
       where company_id = $1 returning id)
     insert into outbox (subject_type, subject_id, claimable_at) select 'subscription', id, now() from moved`,
    [companyId, day],
  );
}

/**
 * Many of them that are charged on other days, by copies of some: what is measured is their rest, not their creation.
 * None is due meanwhile, so nobody opens the sealed card of a copy, which is that of its original.
 */
async function subscribeResting(stack: Stack, stores: BenchStore[], count: number): Promise<void> {
  const originals = Math.min(count, ORIGINALS);
  const today = storeToday(new Date(), { timeZone: 'America/Sao_Paulo' });
  await subscribe(stack, stores, originals, (index) => addDays(today, 2 + (index % 25)));
  const { database } = stack;
  const copied = async (table: string, ...without: string[]): Promise<string> => {
    const sql = `select column_name from information_schema.columns where table_name = $1 and column_name <> all($2)`;
    const { rows } = await database.query<{ column_name: string }>(sql, [table, ['id', ...without]]);
    return rows.map(({ column_name: name }) => `original."${name}"`).join(', ');
  };
  const columns = await copied('subscriptions', 'external_reference');
  const itemColumns = await copied('subscription_items', 'subscription_id');
  const names = (list: string): string => list.replaceAll('original.', '');
  for (let left = count - originals; left > 0; left -= originals) {
    await database.query(
      `with copy as (
         insert into subscriptions (${names(columns)}, external_reference)
         select ${columns}, 'copy-' || original.id from subscriptions as original
         where external_reference is null order by id limit $1
         returning id, substr(external_reference, 6)::bigint as original_id
       ), item as (
         insert into subscription_items (${names(itemColumns)}, subscription_id)
         select ${itemColumns}, copy.id from copy join subscription_items as original on original.subscription_id = original_id
       )
       insert into outbox (subject_type, subject_id, claimable_at) select 'subscription', id, now() from copy`,
      [Math.min(left, originals)],
    );
  }
}

/** Until so many subscriptions have a run, and the worker has nothing more to do for them. */
async function untilAllRest({ database, client, pids }: Stack, count: number): Promise<void> {
  for (; ; await delay(500, undefined, { signal })) {
    if ((await readNumber(database, 'select count(*) from outbox')) > 0) continue;
    const running = await client.workflow.count('WorkflowType="subscription" and ExecutionStatus="Running"');
    if (running.count < count) continue;
    const { cpuSeconds } = readUsage(pids.worker);
    await delay(2_000, undefined, { signal });
    if (!(readUsage(pids.worker).cpuSeconds - cpuSeconds > 0.1)) return;
  }
}

type Program = keyof Stack['pids'];

/** The CPU time that has been used up to a moment. */
interface Reading {
  at: number;
  programs: Record<Program, Usage>;
  /** By whatever else runs on this machine, this benchmark itself among it. */
  restCpuSeconds: number;
}

function read({ pids }: Stack): Reading {
  const programs = Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [name, readUsage(pid)]),
  ) as Reading['programs'];
  const ours = Object.values(programs).reduce((total, { cpuSeconds }) => total + cpuSeconds, 0);
  return { at: performance.now(), programs, restCpuSeconds: readMachineCpuSeconds() - ours };
}

interface Rest {
  before: Reading;
  after: Reading;
  transactions: number;
}

async function measureRest(stack: Stack): Promise<Rest> {
  await delay(SETTLE_MS, undefined, { signal });
  const committed = () =>
    readNumber(stack.database, 'select xact_commit from pg_stat_database where datname = current_database()');
  const [before, committedBefore] = [read(stack), await committed()];
  await delay(quietSeconds * 1_000, undefined, { signal });
  return { before, after: read(stack), transactions: (await committed()) - committedBefore };
}

/** Looks every 250 ms how far the renewals have come, until the last one is settled. */
async function followRenewals({ database }: Stack, { companyId }: BenchStore, moment: Date): Promise<Progress[]> {
  const progress: Progress[] = [];
  for (; ; await delay(250, undefined, { signal })) {
    const seconds = (Date.now() - moment.getTime()) / 1_000;
    const { rows } = await database.query<Record<'made' | 'paid' | 'settled', string>>(
      `select count(*) as made, count(invoices.paid_at) as paid, count(*) filter (where cycle.state = 'paid') as settled
       from subscription_cycles as cycle join invoices on invoices.id = cycle.invoice_id where cycle.company_id = $1`,
      [companyId],
    );
    const [made, paid, settled] = [Number(rows[0]!.made), Number(rows[0]!.paid), Number(rows[0]!.settled)];
    progress.push({ seconds, made, paid, settled });
    if (settled >= renewals) return progress;
  }
}

/** A payer's invoice every half second, of some stores in turn. */
function watchPayers<Who extends string>({ config, database }: Stack, stores: Record<Who, BenchStore>) {
  const isPayable = async (id: number): Promise<boolean> => {
    const sql = 'select 1 from payment_attempts where invoice_id = $1 and registered_at is not null';
    return (await database.query({ name: 'is_payable', text: sql, values: [id] })).rowCount! > 0;
  };

  const create = async ({ token, customerIds, productId }: BenchStore): Promise<Sample & { id: number }> => {
    const begun = performance.now();
    const body = {
      customer_id: customerIds[0],
      products: [{ product_id: productId, quantity: 1 }],
      payment_method: 'pix',
    };
    const { id } = await post(config.publicUrl, token, '/invoices', body);
    const answeredMs = performance.now() - begun;
    while (!(await isPayable(id))) await delay(5, undefined, { signal });
    return { id, answeredMs, payableMs: performance.now() - begun };
  };
  const check = async (samples: { id: number }[]): Promise<void> => {
    const ids = samples.map(({ id }) => id);
    const sql = `select count(*) from invoices where id = any($1) and status = 'pending'`;
    const pending = await readNumber(database, sql, [ids]);
    if (pending !== ids.length) throw new Error(`Of ${ids.length} invoices of payers ${pending} are pending.`);
  };
  return {
    /** @param isOver asked with the number of samples so far */
    async sample(isOver: (made: number) => boolean): Promise<Record<Who, Sample[]>> {
      const begun = performance.now();
      const pending = Object.entries<BenchStore>(stores).map(([who, store]) => ({
        who: who as Who,
        store,
        samples: [] as ReturnType<typeof create>[],
      }));
      for (let made = 0; !isOver(made); made += 1) {
        const { store, samples } = pending[made % pending.length]!;
        const sample = create(store);
        sample.catch(() => undefined); // It is waited for below.
        samples.push(sample);
        await delay(Math.max(0, begun + (made + 1) * PAYER_EVERY_MS - performance.now()), undefined, { signal });
      }
      const result: [Who, Sample[]][] = [];
      for (const { who, samples } of pending) {
        const done = await Promise.all(samples);
        await check(done);
        result.push([who, done]);
      }
      return Object.fromEntries(result) as Record<Who, Sample[]>;
    },
  };
}

/** Checks that each renewal has one cycle, one invoice and one payment. */
async function checkRenewals({ database }: Stack, { companyId }: BenchStore): Promise<void> {
  const { rows } = await database.query<Record<string, string>>(
    `select (select count(*) from subscription_cycles where company_id = $1) as cycles,
       (select count(distinct subscription_id) from subscription_cycles where company_id = $1) as subscriptions,
       (select count(*) from invoices where company_id = $1 and subscription_id is not null) as invoices,
       (select count(*) from payments join invoices on invoices.id = payments.invoice_id
          where invoices.company_id = $1 and subscription_id is not null) as payments`,
    [companyId],
  );
  const wrong = Object.entries(rows[0]!).filter(([, count]) => Number(count) !== renewals);
  const found = Object.entries(rows[0]!).map(([name, count]) => `${count} ${name}`);
  console.log(`  ${'once each'.padEnd(26)}${wrong.length === 0 ? 'yes' : 'NO'}: ${found.join(', ')}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}

function printRest(empty: Rest, full: Rest): void {
  const line = (name: string, show: (rest: Rest) => string): void =>
    console.log(`  ${name.padEnd(26)}${show(empty).padStart(16)}${show(full).padStart(16)}`);
  console.log(`${`At rest, ${quietSeconds} s`.padEnd(28)}${'none'.padStart(16)}${`${resting}`.padStart(16)}`);
  for (const name of ['API', 'worker', 'Temporal', 'PostgreSQL'] as const) {
    line(`CPU, ${name}`, ({ before, after }) => showCpu(before, after, name));
  }
  line('database transactions', ({ transactions }) => `${one(transactions / quietSeconds)}/s`);
  for (const name of ['Temporal', 'worker', 'API'] as const) {
    line(`memory, ${name}`, ({ after }) => `${Math.round(after.programs[name].memoryBytes / 2 ** 20)} MB`);
  }
  console.log();
}

function printRenewals(progress: Progress[]): void {
  const firstWith = (key: 'made' | 'paid' | 'settled', count: number): string =>
    `${one(progress.find((point) => point[key] >= count)?.seconds ?? NaN)} s`;
  const say = (name: string, text: string): void => console.log(`  ${name.padEnd(26)}${text}`);
  console.log(`${renewals} renewals due at one moment; time from that moment`);
  say('first invoice made', firstWith('made', 1));
  say('all invoices made', firstWith('made', renewals));
  say('all charges paid', firstWith('paid', renewals));
  say('all settled', firstWith('settled', renewals));
  const made = perSecond(progress, ({ made }) => made);
  const settled = perSecond(progress, ({ settled }) => settled);
  const steps = perSecond(progress, ({ made, settled }) => made + settled);
  say(`a second, by ${BUCKET_SECONDS} s: made`, made.map(one).join(' '));
  say('settled', settled.map(one).join(' '));
  say('steps', steps.map(one).join(' '));
  // The last one is not full.
  const whole = steps.slice(0, -1).sort((a, b) => a - b);
  say(
    'steps: min, median, max',
    [whole[0], whole[whole.length >> 1], whole.at(-1)].map((n) => one(n ?? NaN)).join(', '),
  );
}

function perSecond(progress: Progress[], count: (point: Progress) => number): number[] {
  const until = (seconds: number): number => {
    const last = progress.findLast((point) => point.seconds <= seconds);
    return last ? count(last) : 0;
  };
  const buckets = Math.ceil(progress.at(-1)!.seconds / BUCKET_SECONDS);
  return Array.from(
    { length: buckets },
    (_, index) => (until((index + 1) * BUCKET_SECONDS) - until(index * BUCKET_SECONDS)) / BUCKET_SECONDS,
  );
}

function printUse(name: string, before: Reading, after: Reading): void {
  const programs = (Object.keys(before.programs) as Program[]).map((one) => `${one} ${showCpu(before, after, one)}`);
  const rest = share(after.restCpuSeconds - before.restCpuSeconds, before, after);
  console.log(`  CPU ${name}: ${programs.join(', ')}; everything else on this machine ${rest}`);
}

function printPayers<Who extends string>(before: Record<Who, Sample[]>, meanwhile: Record<Who, Sample[]>): void {
  console.log("A payer's Pix invoice, ms from the request           n     p50     p95     max   over 2 s");
  const line = (name: string, ms: number[]): { p95: number; late: number } => {
    const sorted = ms.toSorted((a, b) => a - b);
    const at = (quantile: number): number => sorted[Math.min(ms.length - 1, Math.floor(ms.length * quantile))] ?? NaN;
    const late = sorted.filter((one) => one > PATIENCE_MS).length;
    const numbers = [ms.length, at(0.5), at(0.95), at(1)].map((number) => String(Math.round(number)).padStart(8));
    console.log(`  ${name.padEnd(44)}${numbers.join('')}${String(late).padStart(11)}`);
    return { p95: at(0.95), late };
  };
  let late = 0;
  const ratios: string[] = [];
  for (const who of Object.keys(before) as Who[]) {
    line(
      `${who} store, answered: before`,
      before[who].map(({ answeredMs }) => answeredMs),
    );
    line(
      'answered: during the renewals',
      meanwhile[who].map(({ answeredMs }) => answeredMs),
    );
    const quiet = line(
      'code there: before',
      before[who].map(({ payableMs }) => payableMs),
    );
    const busy = line(
      'code there: during the renewals',
      meanwhile[who].map(({ payableMs }) => payableMs),
    );
    late += busy.late;
    ratios.push(`${who} store ${one(busy.p95 / quiet.p95)} times`);
  }
  console.log(
    `  ${late === 0 ? 'no payer' : `${late} PAYERS`} waited for more than ${PATIENCE_MS / 1_000} s; p95 until the code: ${ratios.join(', ')}`,
  );
  if (late > 0) process.exitCode = 1;
}

/** CPU time, and how much of one core that is. */
function showCpu(before: Reading, after: Reading, program: Program): string {
  const seconds = after.programs[program].cpuSeconds - before.programs[program].cpuSeconds;
  return `${seconds.toFixed(2)} s (${share(seconds, before, after)})`;
}

function share(seconds: number, before: Reading, after: Reading): string {
  return `${one((seconds / (after.at - before.at)) * 100_000)} %`;
}

function one(number: number): string {
  return number.toFixed(1);
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000;
}

function load(): string {
  return loadavg()
    .map((number) => number.toFixed(2))
    .join(' ');
}

async function readNumber(database: pg.Client, sql: string, parameters: unknown[] = []): Promise<number> {
  const { rows } = await database.query<[string]>({ text: sql, values: parameters, rowMode: 'array' });
  return Number(rows[0]![0]);
}
