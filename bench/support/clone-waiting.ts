import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Engine } from './engine.ts';
import { fingerprint32 } from './farm-fingerprint.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { readNumber, type Fatura } from './fatura.ts';

/**
 * Many invoices and subscriptions that wait, by copies of some, in our tables and in Temporal's: to start so many
 * workflows takes half an hour. A copy's workflow is as alive as that of its original: it has a history that replays
 * and a timer that fires, and it can be signalled.
 *
 * Temporal keeps ids within protobuf, so a copy's ids have as many characters as those of its original and take their
 * places byte by byte. Rows are added while Temporal runs, which is safe because their keys are new: it has nothing in
 * memory about them, and finds them when they are asked for or when its timer queue comes to them.
 */
export interface Cloner {
  /** How many of each there are in one set. */
  originals: { invoices: number; subscriptions: number };
  /** Makes further copies until there are so many sets, the originals' among them. */
  growTo: (sets: number) => Promise<void>;
  /** The workflow's newest run. */
  runOf: (workflowId: string) => Promise<string>;
  /**
   * Lets the timer of a copied workflow be due in some seconds. Temporal comes to it when another timer of that shard
   * fires from then on, as one does some seconds after each workflow task.
   */
  makeDue: (workflowId: string) => Promise<void>;
  stop: () => Promise<void>;
}

const TIMERS_PATIENCE_MS = 120_000;

/** The ids of each table begin at a multiple of this, so that an id tells by itself what it is of. */
const SPACE = 10_000_000;
/** A copy's ids are those of its original and a multiple of this; no table has as many rows of originals. */
export const STRIDE = 500;
/** Rows that are made after the originals have ids from here, of as many digits. */
const BEYOND = 9_000_000;

/** With rows of an invoice or a subscription; `sandbox_charges` beside them has the ids of the attempts. */
const TABLES = [
  ...['subscriptions', 'subscription_items', 'invoices', 'invoice_items'],
  ...['payment_attempts', 'events', 'webhook_deliveries', 'webhook_attempts'],
];
/** Columns that hold an id of one of these tables, and texts that hold some. */
const ID_COLUMNS = [
  ...['id', 'subscription_id', 'invoice_id', 'attempt_id', 'event_id', 'delivery_id', 'resource_id'],
  'offered_attempt_id',
];
const TEXT_COLUMNS = ['gateway_charge_id', 'charge_id', 'artefacts', 'body'];

/** With rows of a workflow that waits, found by its run. */
const TEMPORAL_TABLES = [
  ...['executions', 'current_executions', 'history_tree', 'history_node', 'timer_info_maps', 'signals_requested_sets'],
];
/** Later than what Temporal's timer queue has read already. */
const DUE_IN_MS = 5_000;
const CLONES_AT_ONCE = 20_000;

/** Where the ids of invoices begin; see `createCloner`. */
export const FIRST_INVOICE_ID = spaceOf('invoices') + 1;

function spaceOf(table: string): number {
  return (TABLES.indexOf(table) + 1) * SPACE;
}

/** Has the ids of everything begin where those of originals are to, before anything is made. */
export async function spreadIds({ database }: Fatura): Promise<void> {
  await restartSequences(database, 1);
}

async function restartSequences(database: pg.Client, from: number): Promise<void> {
  for (const table of TABLES) {
    const sql = `select setval(pg_get_serial_sequence($1, 'id'), $2, false)`;
    await database.query(sql, [table, spaceOf(table) + from]);
  }
}

/** @returns whether Temporal keeps what it knows in this PostgreSQL */
export async function canClone({ admin }: Engine): Promise<boolean> {
  const { rowCount } = await admin.query(`select from pg_database where datname = 'temporal'`);
  return rowCount === 1;
}

/**
 * Remembers the originals as they are now, at rest: all invoices and subscriptions that were made since `spreadIds`.
 * Rows that are made from here on are no originals.
 */
export async function createCloner(engine: Engine, fatura: Fatura, namespace: string): Promise<Cloner> {
  const ours = await connect(fatura.databaseUrl);
  const theirs = await connect(addressOf(engine, 'temporal'));
  const visibility = await connect(addressOf(engine, 'temporal_visibility'));
  const clients = [ours, theirs, visibility];
  const stop = async (): Promise<void> => {
    for (const client of clients) await client.end();
  };
  const { home, originals } = await remember({ ours, theirs, visibility }, namespace).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const invoices = originals.filter(({ name }) => name === 'invoice').length;
  let sets = 1;
  return {
    originals: { invoices, subscriptions: originals.length - invoices },
    async growTo(wanted) {
      const first = sets;
      if (wanted <= first) return;
      if (wanted * STRIDE > BEYOND) throw new RangeError('Too many copies.');
      const clones: Clone[] = [];
      for (let set = first; set < wanted; set += 1) {
        for (const original of originals) clones.push(cloneOf(original, set, home));
      }
      await Promise.all([
        copyOurs(ours, { from: first, to: wanted - 1 }),
        copyWorkflows(theirs, [...TEMPORAL_TABLES, 'timer_tasks'], clones),
        withoutIndexes(visibility, 'executions_visibility', () =>
          copyWorkflows(visibility, ['executions_visibility'], clones),
        ),
      ]);
      sets = wanted;
      // Else it is done by itself some time later, while something is measured.
      await Promise.all(clients.map((client) => client.query('vacuum (analyze)')));
      await ours.query('checkpoint');
    },
    runOf: (workflowId) => findRun(theirs, home, workflowId),
    makeDue: (workflowId) => makeDue(theirs, home, workflowId),
    stop,
  };
}

interface Clients {
  ours: pg.Client;
  theirs: pg.Client;
  visibility: pg.Client;
}

async function remember(clients: Clients, namespace: string): Promise<{ home: Home; originals: Original[] }> {
  const { ours, theirs } = clients;
  const home = await findHome(theirs, namespace);
  const originals = await readOriginals(ours, theirs, home);
  await restartSequences(ours, BEYOND);
  // Nothing but rows is made: a copy's keys are as right as those of its original.
  await ours.query('set session_replication_role = replica');
  await keepTemplates(clients, { home, originals });
  return { home, originals };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // A part that is given up loses it; whoever asks it next is told.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function addressOf({ postgres }: Engine, database: string): string {
  const url = new URL(postgres.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Where Temporal keeps the workflows. */
interface Home {
  namespaceId: string;
  shards: number;
}

async function findHome(theirs: pg.Client, namespace: string): Promise<Home> {
  const sql = `select encode(id, 'hex')::uuid as id from namespaces where name = $1`;
  const { rows } = await theirs.query<{ id: string }>(sql, [namespace]);
  return { namespaceId: rows[0]!.id, shards: await readNumber(theirs, 'select count(*) from shards') };
}

interface Original {
  name: 'invoice' | 'subscription';
  /** The ids that its workflow knows: its own, then its attempt's and its delivery's, 0 where there is none. */
  ids: number[];
  runId: string;
}

async function readOriginals(ours: pg.Client, theirs: pg.Client, home: Home): Promise<Original[]> {
  const { rows } = await ours.query<{ name: Original['name']; ids: string[] }>(
    `select 'subscription' as name, array[id, 0, 0] as ids from subscriptions where id between $1 and $1 + ${STRIDE}
     union all
     select 'invoice', array[id,
       coalesce((select max(attempt.id) from payment_attempts as attempt where attempt.invoice_id = invoices.id), 0),
       coalesce((select max(delivery.id) from webhook_deliveries as delivery
         where delivery.resource_type = 'invoice' and delivery.resource_id = invoices.id), 0)]
     from invoices where id between $2 and $2 + ${STRIDE}`,
    [spaceOf('subscriptions') + 1, FIRST_INVOICE_ID],
  );
  const originals: Original[] = [];
  for (const { name, ids } of rows) {
    const workflowId = `${name}-${ids[0]!}`;
    originals.push({ name, ids: ids.map(Number), runId: await findRun(theirs, home, workflowId) });
  }
  return originals;
}

/** @throws Error where Temporal keeps it in another shard than we would */
async function findRun(theirs: pg.Client, home: Home, workflowId: string): Promise<string> {
  const { rows } = await theirs.query<{ shard_id: number; run_id: string }>(
    `select shard_id, encode(run_id, 'hex')::uuid as run_id from current_executions
     where namespace_id = uuid_send($1) and workflow_id = $2`,
    [home.namespaceId, workflowId],
  );
  const [current] = rows;
  if (!current) throw new Error(`Temporal does not know ${workflowId}.`);
  if (current.shard_id !== shardOf(home, workflowId)) throw new Error(`${workflowId} is in another shard.`);
  return current.run_id;
}

/** As the server's `WorkflowIDToHistoryShard`. */
function shardOf({ namespaceId, shards }: Home, workflowId: string): number {
  return (fingerprint32(`${namespaceId}_${workflowId}`) % shards) + 1;
}

/** Makes temporary tables of the originals and of their rows, which the connections keep. */
async function keepTemplates(
  { theirs, visibility }: Clients,
  { home, originals }: { home: Home; originals: Original[] },
): Promise<void> {
  for (const client of [theirs, visibility]) {
    await client.query(
      `create temporary table original (id bigint, second_id bigint, third_id bigint, run_id uuid, due bigint)`,
    );
    const columns = [0, 1, 2].map((index) => originals.map(({ ids }) => ids[index]));
    await client.query(
      'insert into original select *, null from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::uuid[])',
      [...columns, originals.map(({ runId }) => runId)],
    );
  }
  // A timer's row names its workflow within its data alone. Those of workflow tasks are over within seconds.
  const isTimerOfRun = `position(convert_to(original.run_id::text, 'UTF8') in kept.data) > 0
    and kept.visibility_timestamp > timezone('UTC', now()) + '5 minutes'`;
  await untilAllHaveTimers(theirs, isTimerOfRun);
  for (const table of TEMPORAL_TABLES) {
    const run = table.startsWith('history_') ? 'tree_id' : 'run_id';
    await keepTemplate(theirs, table, `kept.${run} = uuid_send(original.run_id)`);
  }
  await keepTemplate(theirs, 'timer_tasks', isTimerOfRun);
  // An original that was started anew leaves a row of no effect behind.
  await theirs.query(
    `delete from template_timer_tasks as old using template_timer_tasks as latest
     where old.original_id = latest.original_id and old.task_id < latest.task_id`,
  );
  await keepTemplate(
    visibility,
    'executions_visibility',
    `kept.namespace_id = '${home.namespaceId}' and kept.run_id = original.run_id::text`,
  );
  await theirs.query(
    `update original set due = floor(extract(epoch from visibility_timestamp))
     from template_timer_tasks as timer where timer.original_id = original.id`,
  );
}

/** A task whose answer was lost on a busy machine is repeated after half a minute, and starts the timer then. */
async function untilAllHaveTimers(theirs: pg.Client, isTimerOfRun: string): Promise<void> {
  const without = (): Promise<number> =>
    readNumber(
      theirs,
      `select count(*) from original where not exists (select 1 from timer_tasks as kept where ${isTimerOfRun})`,
    );
  if (await pollUntil(async () => (await without()) === 0, { timeoutMs: TIMERS_PATIENCE_MS, everyMs: 500 })) return;
  throw new Error(`${await without()} of the originals have no timer.`);
}

async function keepTemplate(client: pg.Client, table: string, condition: string): Promise<void> {
  await client.query(
    `create temporary table template_${table} as
     select kept.*, original.id as original_id from ${table} as kept join original on ${condition}`,
  );
}

/** A workflow that is to be made. */
interface Clone {
  originalId: number;
  workflowId: string;
  /** The difference between its ids and those of its original. */
  more: number;
  shard: number;
  runId: string;
}

function cloneOf({ name, ids }: Original, set: number, home: Home): Clone {
  const more = set * STRIDE;
  const workflowId = `${name}-${ids[0]! + more}`;
  return { originalId: ids[0]!, workflowId, more, shard: shardOf(home, workflowId), runId: randomUUID() };
}

/**
 * Visibility has some fifty indexes: to make them anew is much quicker than to add to each. Temporal's own writes there
 * wait meanwhile, and are tried again.
 */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = $1 and indexname <> $2`,
    [table, `${table}_pkey`],
  );
  await client.query('begin');
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
  await client.query('commit');
}

/** Every row of the originals in these tables, once for each clone. */
async function copyWorkflows(client: pg.Client, tables: string[], clones: Clone[]): Promise<void> {
  const statements: string[] = [];
  for (const table of tables) {
    const columns = await readColumns(client, table);
    statements.push(
      `insert into ${table} (${columns.map(({ name }) => name).join(', ')})
       select ${columns.map((column) => theirValue(table, column)).join(', ')}
       from clone join template_${table} as kept using (original_id)`,
    );
  }
  for (let start = 0; start < clones.length; start += CLONES_AT_ONCE) {
    await keepClones(client, clones.slice(start, start + CLONES_AT_ONCE));
    for (const statement of statements) await client.query(statement);
  }
}

/**
 * A temporary table of these clones, with what is to be replaced in the data of their originals, and by what; as hex.
 */
async function keepClones(client: pg.Client, clones: Clone[]): Promise<void> {
  const hex = (text: string): string => `encode(convert_to(${text}, 'UTF8'), 'hex')`;
  // Nothing is found by an empty text, so that nothing is replaced.
  const ids = ['id', 'second_id', 'third_id'].flatMap((id) => [
    `case when original.${id} > 0 then ${hex(`original.${id}::text`)} else '' end as old_${id}`,
    `${hex(`(original.${id} + more)::text`)} as new_${id}`,
  ]);
  await client.query('drop table if exists clone');
  await client.query(
    `create temporary table clone as
     select made.*, ${hex('original.run_id::text')} as old_run, ${hex('made.run_id::text')} as new_run, ${ids.join(', ')},
       ${seconds('due')} as old_due, ${seconds(`due + more / ${STRIDE}`)} as new_due
     from unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[], $5::uuid[])
       as made (original_id, workflow_id, more, shard_id, run_id)
     join original on original.id = made.original_id`,
    [
      clones.map(({ originalId }) => originalId),
      clones.map(({ workflowId }) => workflowId),
      clones.map(({ more }) => more),
      clones.map(({ shard }) => shard),
      clones.map(({ runId }) => runId),
    ],
  );
}

interface Column {
  name: string;
  type: string;
}

async function readColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  );
  return rows;
}

/** The value of a clone in a column of Temporal's. */
function theirValue(table: string, { name, type }: Column): string {
  switch (name) {
    case 'shard_id':
      return 'clone.shard_id';
    case 'visibility_timestamp':
      return `kept.${name} + more / ${STRIDE} * interval '1 second'`;
    case 'workflow_id':
    case 'root_workflow_id':
      return 'clone.workflow_id';
    case 'run_id':
    case 'root_run_id':
    case 'tree_id':
      return type === 'bytea' ? 'uuid_send(clone.run_id)' : 'clone.run_id::text';
    case 'data':
    case 'state':
      return type === 'bytea' ? rewritten(table, name) : `kept.${name}`;
    default:
      return `kept.${name}`;
  }
}

/** The data of the original with the ids of its copy. */
function rewritten(table: string, column: string): string {
  const pairs = ['run', 'id', 'second_id', 'third_id'].map((id) => [`clone.old_${id}`, `clone.new_${id}`]);
  // The timers of one original's copies come a second after one another, because Temporal knows them by their moments.
  if (table.startsWith('timer_')) pairs.push(['old_due', 'new_due']);
  const hex = pairs.reduce((text, [from, to]) => `replace(${text}, ${from}, ${to})`, `encode(kept.${column}, 'hex')`);
  return `decode(${hex}, 'hex')`;
}

/** SQL for the hex of field 1 with the seconds of a moment, five bytes of protobuf until the year 3058. */
function seconds(moment: string): string {
  const shifts = [0, 7, 14, 21].map((by, index) => `(((${moment}) >> ${by} & 127 | 128) << ${32 - 8 * index})`);
  return `'08' || lpad(to_hex(${shifts.join(' | ')} | ((${moment}) >> 28)), 10, '0')`;
}

/** Every row of the originals in our tables, once for each set. */
async function copyOurs(ours: pg.Client, { from, to }: { from: number; to: number }): Promise<void> {
  for (const table of TABLES) await copyOur(ours, { table, key: 'id', space: spaceOf(table), from, to });
  const space = spaceOf('payment_attempts');
  await copyOur(ours, { table: 'sandbox_charges', key: 'attempt_id', space, from, to });
}

async function copyOur(
  ours: pg.Client,
  { table, key, space, from, to }: { table: string; key: string; space: number; from: number; to: number },
): Promise<void> {
  const columns = await readColumns(ours, table);
  const ids = columns.map(({ name }) => name).filter((name) => ID_COLUMNS.includes(name));
  await ours.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${columns.map((column) => ourValue(column, ids)).join(', ')}
     from generate_series($1::bigint, $2::bigint) as copy (set)
       cross join lateral (select copy.set * ${STRIDE} as more) as by
       cross join (select * from ${table} where ${key} > ${space} and ${key} < ${space + STRIDE} order by ${key}) as kept`,
    [from, to],
  );
}

/** The value of a copy in a column of ours. @param ids the row's columns with ids that texts of it may hold */
function ourValue({ name, type }: Column, ids: string[]): string {
  const own = `kept."${name}"`;
  if (ids.includes(name)) return `${own} + more`;
  if (name === 'checkout_hash') return `left(md5(${own} || copy.set), length(${own}))`;
  if (!TEXT_COLUMNS.includes(name)) return own;
  const renamed = ids.reduce(
    (text, id) => `replace(${text}, coalesce(kept.${id}::text, ''), coalesce((kept.${id} + more)::text, ''))`,
    `${own}::text`,
  );
  return `(${renamed})::${type}`;
}

async function makeDue(theirs: pg.Client, home: Home, workflowId: string): Promise<void> {
  const shard = shardOf(home, workflowId);
  const timers = await theirs.query<{ task_id: string; data: Buffer; seconds: number }>(
    `select task_id, data, floor(extract(epoch from visibility_timestamp))::float8 as seconds
     from timer_tasks where shard_id = $1 and position(convert_to($2, 'UTF8') in data) > 0`,
    [shard, workflowId],
  );
  const [timer] = timers.rows;
  if (!timer) throw new Error(`${workflowId} has no timer.`);
  const due = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + DUE_IN_MS);
  const moved = (data: Buffer): Buffer =>
    replaceBytes(data, secondsOf(timer.seconds), secondsOf(due.getTime() / 1_000));
  const key = [shard, home.namespaceId, workflowId];
  const isIt = 'shard_id = $1 and namespace_id = uuid_send($2) and workflow_id = $3';
  const infos = await theirs.query<{ data: Buffer }>(`select data from timer_info_maps where ${isIt}`, key);
  await theirs.query(`update timer_info_maps set data = $4 where ${isIt}`, [...key, moved(infos.rows[0]!.data)]);
  // A part of a second that both rows have is left as it is.
  await theirs.query(
    `update timer_tasks set data = $3, visibility_timestamp = visibility_timestamp
       + (to_timestamp($4) - to_timestamp($5)) where shard_id = $1 and task_id = $2`,
    [shard, timer.task_id, moved(timer.data), due.getTime() / 1_000, timer.seconds],
  );
}

/** Protobuf's bytes of a moment's seconds, with the tag of field 1. */
function secondsOf(seconds: number): Buffer {
  const bytes = [0x08];
  let rest = seconds;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

/** @throws Error where they are not found */
function replaceBytes(data: Buffer, from: Buffer, to: Buffer): Buffer {
  const at = data.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error('The bytes to replace are not there.');
  return Buffer.concat([data.subarray(0, at), to, data.subarray(at + from.length)]);
}
