import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { migrate } from '../src/app/migrate.ts';
import { openDatabase } from '../src/app/open-database.ts';
import { SERVICES } from '../src/dev/bring-up-service.ts';
import { startNodeService, type RunningService } from '../src/dev/node-service.ts';
import { invoiceIdsQuery } from '../src/invoices/invoice-ids-query.ts';
import { prepareSearch } from '../src/invoices/search-invoices.ts';
import { openPanel } from '../test/support/panel-client.ts';
import { spreadOf, type Row } from './support/figures.ts';
import { freePort } from '../test/support/free-port.ts';
import { CATALOGUE, KINDS, type Kind, type Measured } from './support/list-catalogue.ts';
import { createListStores, PERSON, TIME_ZONE, type ListStore } from './support/list-stores.ts';

/** The large store may take so many times as long as the small one, and so many milliseconds more. */
const TIMES = 2;
const SLACK_MS = 15;
const GOAL = `≤ ${TIMES} × and ${SLACK_MS} ms`;
const WARM_UPS = 3;

export interface ListsOptions {
  /** Superuser's address of an empty database. */
  databaseUrl: string;
  /** Invoices of the two stores. */
  few: number;
  many: number;
  /** Requests for each list and store. */
  runs: number;
  /** Only lists whose name begins so. */
  only?: string;
  signal: AbortSignal;
  /** Whether files are read to their end too, which takes seconds with many invoices. */
  withWholeFiles?: boolean;
  onProgress?: (line: string) => void;
  /** Called with each list as soon as it was measured. */
  onMeasured?: (figures: ListFigures) => void;
}

/** The figures of a list in both stores. */
export interface ListFigures {
  list: Measured;
  /** Milliseconds of the small store's requests and of the large one's, in pairs. */
  ofFew: number[];
  ofMany: number[];
  isSlow: boolean;
}

export interface ListsMeasured {
  /** A row for each list; `summarise` makes few of them. */
  rows: Row[];
  lists: ListFigures[];
  /** How PostgreSQL runs the lists of the large store, one after the other. */
  plans: string;
  seconds: { seeding: number; measuring: number };
}

/**
 * Measures the lists, searches and pages of a store with few invoices and of one with many: an API in a process of its
 * own, one request at a time, the two stores in turn.
 *
 * A list of the large store is too slow when it takes more than twice as long as that of the small one and 15 ms more,
 * by their medians. A list that has a reason to take longer, such as a file with every invoice, is measured and held to
 * nothing.
 */
export async function measureLists(options: ListsOptions): Promise<ListsMeasured> {
  const { databaseUrl, few, many, signal, onProgress = () => undefined } = options;
  await migrate(databaseUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-lists-'));
  const orm = await openDatabase({ databaseUrl, poolSize: 1 });
  let api: RunningService | undefined;
  try {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const starting = startApi({ databaseUrl, port, publicUrl, dataDir, signal });
    const begun = performance.now();
    const seeding = createListStores({ databaseUrl, orm, signal }, [few, many]);
    // Both, before one of them fails: what was started is stopped.
    const [started, seeded] = await Promise.allSettled([starting, seeding]);
    if (started.status === 'fulfilled') api = started.value;
    else throw started.reason;
    if (seeded.status === 'rejected') throw seeded.reason;
    const seedingSeconds = secondsSince(begun);
    onProgress(`stores of ${few} and ${many} invoices were made in ${seedingSeconds.toFixed(1)} s`);

    const measuring = performance.now();
    const lists = await measureAll(options, { publicUrl, cookie: await signIn(publicUrl), stores: seeded.value });
    const plans = await explainAll(orm, lists, seeded.value.at(-1)!);
    const seconds = { seeding: seedingSeconds, measuring: secondsSince(measuring) };
    onProgress(`${lists.length} lists were measured in ${seconds.measuring.toFixed(1)} s`);
    return { rows: lists.map((one) => rowOf(one, few)), lists, plans, seconds };
  } finally {
    await api?.stop();
    await orm.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** A row for each kind of list: the median and the worst of its lists, in milliseconds of the large store. */
export function summarise(rows: Row[]): Row[] {
  return KINDS.flatMap((kind) => {
    const ofKind = rows.filter(({ what }) => what.startsWith(nameOf(kind, '')));
    const judged = ofKind.filter(({ goal }) => goal);
    if (judged.length === 0) return [];
    const medians = judged.map((row) => ({ row, ms: medianOf(row), ratio: ratioOf(row) }));
    const ratios = medians.map(({ ratio }) => ratio);
    const worst = medians.reduce((one, other) => (other.ratio > one.ratio ? other : one));
    const slow = judged.filter(({ goal }) => !goal!.isMet).map((row) => listNameOf(row, kind));
    const notes = [
      `worst ${times(worst.ratio)} (${listNameOf(worst.row, kind)}: ${worst.ms.toFixed(1)} ms)`,
      `median ${times(spreadOf(ratios).median)}`,
      ...(slow.length > 0 ? [`too slow: ${slow.join(', ')}`] : []),
      ...(ofKind.length > judged.length ? [`${ofKind.length - judged.length} more not judged`] : []),
    ];
    return [
      {
        ...{ bench: 'B6', what: `${kind} (${judged.length})`, unit: 'ms', samples: medians.map(({ ms }) => ms) },
        against: { what: judged[0]!.against!.what, ratios },
        goal: { text: GOAL, isMet: slow.length === 0 },
        note: notes.join('; '),
      },
    ];
  });
}

interface ApiOptions {
  databaseUrl: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  signal: AbortSignal;
}

function startApi({ databaseUrl, port, publicUrl, dataDir, signal }: ApiOptions): Promise<RunningService> {
  const env = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: databaseUrl,
    // No list waits for Temporal; nothing listens there.
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    TEMPORAL_NAMESPACE: 'default',
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
    LOG_LEVEL: 'fatal',
    NODE_ENV: 'production',
    // Each request says that it comes from elsewhere: a visitor's limit is not what is measured.
    TRUSTED_PROXIES: '1',
    // Old deliveries are to stay for as long as this takes.
    WEBHOOK_LOG_DAYS: '3650',
    // The caller's own settings are not to be used.
    ...{ SMTP_URL: '', MAIL_DIR: '', TEMPORAL_UI_URL: '', WEBHOOK_ALLOWED_NETWORKS: '' },
  };
  return startNodeService({ ...SERVICES.api, dataDir, env, signal });
}

/** @returns the cookie of whoever is signed in */
async function signIn(publicUrl: string): Promise<string> {
  const browser = openPanel({ baseUrl: publicUrl });
  const { status } = await browser.signIn(PERSON.email, PERSON.password);
  if (status !== 303 || !browser.cookie) throw new Error(`Could not sign in: ${status}`);
  return browser.cookie;
}

interface Asking {
  publicUrl: string;
  cookie: string;
  stores: ListStore[];
}

async function measureAll(options: ListsOptions, asking: Asking): Promise<ListFigures[]> {
  const { runs, only = '', withWholeFiles = false, signal, onMeasured } = options;
  const figures: ListFigures[] = [];
  for (const list of CATALOGUE) {
    if (!list.name.startsWith(only) || (list.file === 'whole' && !withWholeFiles)) continue;
    signal.throwIfAborted();
    const one = await measure(list, asking, runs);
    figures.push(one);
    onMeasured?.(one);
  }
  return figures;
}

async function measure(list: Measured, asking: Asking, runs: number): Promise<ListFigures> {
  const times = asking.stores.map((): number[] => []);
  // A file of every invoice takes as long as hundreds of pages.
  const [warmUps, count] = list.file === 'whole' ? [0, 1] : [WARM_UPS, runs];
  for (let run = -warmUps; run < count; run += 1) {
    for (const [index, store] of asking.stores.entries()) {
      const ms = await ask(list, store, asking);
      if (run >= 0) times[index]!.push(ms);
    }
  }
  const [ofFew, ofMany] = [times[0]!, times[1]!];
  const most = TIMES * spreadOf(ofFew).median + SLACK_MS;
  return { list, ofFew, ofMany, isSlow: list.whyLonger === undefined && spreadOf(ofMany).median > most };
}

/** Requests so far; each comes from an address of its own. */
let asked = 0;

/** @returns milliseconds until the answer was read, or its first byte */
async function ask({ kind, path, file }: Measured, store: ListStore, { publicUrl, cookie }: Asking): Promise<number> {
  asked += 1;
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  const isRest = kind === 'REST lists';
  const base = isRest ? '/api/v1' : `/panel/stores/${store.companyId}/${store.environment}`;
  const access = isRest ? { Authorization: `Bearer ${store.token}` } : { Cookie: cookie };
  const url = publicUrl + base + path(store);
  const begun = performance.now();
  const response = await fetch(url, { headers: { ...access, 'X-Forwarded-For': address }, redirect: 'manual' });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  if (file !== 'first byte') {
    await response.arrayBuffer();
    return performance.now() - begun;
  }
  const reader = response.body!.getReader();
  await reader.read();
  const ms = performance.now() - begun;
  await reader.cancel();
  return ms;
}

function rowOf({ list, ofFew, ofMany, isSlow }: ListFigures, few: number): Row {
  return {
    ...{ bench: 'B6', what: nameOf(list.kind, list.name), unit: 'ms', samples: ofMany },
    against: { what: `with ${few}`, ratios: ofMany.map((ms, index) => ms / ofFew[index]!) },
    ...(list.whyLonger === undefined ? { goal: { text: GOAL, isMet: !isSlow } } : { note: list.whyLonger }),
  };
}

async function explainAll(orm: MikroORM, lists: ListFigures[], store: ListStore): Promise<string> {
  const plans: string[] = [];
  for (const { list } of lists) {
    const lines = await explain(orm, list, store);
    if (lines) plans.push(`${nameOf(list.kind, list.name)}:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
  return plans.join('\n\n');
}

interface Statement {
  sql: string;
  params: unknown[];
}

async function explain(orm: MikroORM, { search, read }: Measured, store: ListStore): Promise<string[] | null> {
  const em = orm.em.fork();
  const of = { companyId: store.companyId, environment: store.environment };
  let statement: Statement | undefined;
  if (search) {
    const company = { timeZone: TIME_ZONE };
    const { conditions, order } = await prepareSearch(em, { store: of, company, search: search(store) });
    statement = invoiceIdsQuery({ store: of, conditions, order, limit: 26 });
  } else if (read) {
    statement = await firstStatementOf(em, (tx) => read(tx, of, store));
  }
  if (!statement) return null;
  const asked = `explain (analyze, costs off, buffers off) ${statement.sql}`;
  const rows = await em.execute<{ 'QUERY PLAN': string }[]>(asked, statement.params);
  return rows.map((row) => row['QUERY PLAN']);
}

/** Finds the first statement that a use case sends to PostgreSQL, as it sends it. */
async function firstStatementOf(
  em: EntityManager,
  work: (em: EntityManager) => Promise<unknown>,
): Promise<Statement | undefined> {
  const connection = em.getConnection();
  const execute = connection.execute.bind(connection);
  const statements: Statement[] = [];
  const recording: typeof connection.execute = (query, params, ...rest) => {
    // Positional, as all that the entity manager makes.
    if (typeof query === 'string') statements.push({ sql: query, params: Array.isArray(params) ? params : [] });
    return execute(query, params, ...rest);
  };
  connection.execute = recording;
  try {
    await work(em);
  } finally {
    connection.execute = execute;
  }
  return statements[0];
}

function nameOf(kind: Kind, name: string): string {
  return `${kind}: ${name}`;
}

function listNameOf({ what }: Row, kind: Kind): string {
  return what.slice(nameOf(kind, '').length);
}

function medianOf({ samples }: Row): number {
  return spreadOf(samples).median;
}

function ratioOf({ against }: Row): number {
  return spreadOf(against!.ratios).median;
}

function times(ratio: number): string {
  return `${ratio.toFixed(1)} ×`;
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000;
}
