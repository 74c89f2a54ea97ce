/**
 * Measures the cost of an invoice, beside the peers that a user would pick instead, on this machine and in this run.
 *
 *   npm run bench [-- --only B1,B3] [--note 'what is tried'] [--open 100000] [--invoices 1000000]
 *
 * The bench brings everything up here: PostgreSQL, Temporal on it where Go can compile its server, the product's
 * processes, and its peers, a process each. Prints one table and writes it to `bench/results`, with the machine and the
 * versions. `--open 100000` is how many invoices wait at most in B4, which takes some minutes more.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readGitHead } from './support/git-head.ts';
import { killTracked } from '../src/dev/spawn-tracked.ts';
import { measureCreation } from './create-invoices.ts';
import { measureDelivery } from './event-to-receiver.ts';
import { measureGrowth } from './growth.ts';
import { measureLists, summarise } from './lists.ts';
import { measurePaid } from './paid-invoices.ts';
import { startEngine, type Engine } from './support/engine.ts';
import type { Row } from './support/figures.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { writeTable } from './support/table.ts';
import { measureReceivers } from './receivers.ts';
import { measureClock } from './sandbox-clock.ts';
import { measureWaiting } from './waiting-invoices.ts';
import { measureWorkers } from './workers.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    note: { type: 'string', default: '' },
    open: { type: 'string', default: '10000' },
    invoices: { type: 'string', default: '1000000' },
  },
});
/** The whole of it; what is not done by then has failed. */
const LIMIT_MS = 2 * 3_600_000;
/** The limit of a part; each ten thousand invoices that wait take some more. */
const PART_MS = 15 * 60_000 + (Number(values.open) / 10_000) * 30_000;
const RESULTS = new URL('results/', import.meta.url).pathname;

interface Scenario {
  name: string;
  measure: (engine: Engine, options: { receiver: Receiver; signal: AbortSignal }) => Promise<Row[]>;
}

const SCENARIOS: Scenario[] = [
  { name: 'B1', measure: measurePaid },
  { name: 'B2', measure: measureCreation },
  { name: 'B3', measure: measureDelivery },
  {
    name: 'B4',
    measure: (engine, options) => measureWaiting(engine, { ...options, open: Number(values.open) }),
  },
  { name: 'B5', measure: measureWorkers },
  { name: 'B6', measure: measureB6 },
  { name: 'B7', measure: measureGrowth },
  { name: 'B8', measure: measureReceivers },
  { name: 'B9', measure: measureClock },
];

const over = new AbortController();
const { signal } = over;
setTimeout(() => over.abort(new Error('It took too long.')), LIMIT_MS).unref();
for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(one, () => over.abort(new Error(one)));
process.on('exit', killTracked);
// The reader of the output may have gone, as with `| head`; the programs that run are stopped in order all the same.
process.stdout.on('error', () => over.abort(new Error('Nobody reads the output.')));

const begun = performance.now();
/** The name of the files of this run. */
const name = new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-');
const engine = await startEngine({ signal, onProgress: say });
const receiver = await startReceiver();
const rows: Row[] = [];
const failed: string[] = [];
/** The plans of lists, for the file alone. */
let plans = '';
try {
  say(`${engine.temporalName} is up`);
  const wanted = values.only.split(',').filter(Boolean);
  for (const { name: part, measure } of SCENARIOS.filter((one) => wanted.length === 0 || wanted.includes(one.name))) {
    receiver.forget();
    const patience = new AbortController();
    const late = delay(PART_MS, undefined, { signal: patience.signal }).then(() => {
      throw new Error(`It took more than ${PART_MS / 60_000} minutes.`);
    });
    late.catch(() => undefined);
    try {
      rows.push(...(await Promise.race([measure(engine, { receiver, signal }), late])));
      say(`${part} is measured`);
    } catch (error) {
      // The figures of the other parts are worth having all the same.
      signal.throwIfAborted();
      failed.push(part);
      console.error(`${part} failed:`, error);
    } finally {
      patience.abort();
    }
    if (rows.length > 0) save();
  }
  if (rows.length > 0) console.log(`\n${save()}`);
  if (failed.length > 0) process.exitCode = 1;
} catch (error) {
  if (!signal.aborted) throw error;
  console.error(String(signal.reason));
  process.exitCode = 1;
} finally {
  await receiver.stop();
  await engine.stop();
}
process.exit();

/** Writes what is known so far. @returns the text, without the plans */
function save(): string {
  const about = describe();
  const missed = rows.filter(({ goal }) => goal && !goal.isMet).map(({ bench, what }) => `${bench} ${what}`);
  const verdict = missed.length > 0 ? `Goals not reached: ${missed.join('; ')}.` : 'Every goal was reached.';
  const unmeasured = failed.length > 0 ? ` Not measured, because it failed: ${failed.join(', ')}.` : '';
  const text = [about, writeTable(rows), verdict + unmeasured].join('\n\n');
  mkdirSync(RESULTS, { recursive: true });
  const appendix = plans && `\n\n## Plans\n\n\`\`\`\n${plans}\n\`\`\``;
  writeFileSync(join(RESULTS, `${name}.md`), `# ${name}\n\n${text}${appendix}\n`);
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify({ about, rows }, null, 2)}\n`);
  return `${text}\n\nWritten to bench/results/${name}.md`;
}

function describe(): string {
  const [cpu] = cpus();
  const minutes = (performance.now() - begun) / 60_000;
  const versions = ['@dbos-inc/dbos-sdk', 'graphile-worker', 'pg-boss'].map(
    (name) => `${name} ${versionOf('.', name)}`,
  );
  const own = ['@temporalio/worker', '@mikro-orm/core', 'koa', 'pg'].map((name) => `${name} ${versionOf('..', name)}`);
  return [
    `Fatura ${readGitHead()}${values.note ? `, ${values.note}` : ''}; ${minutes.toFixed(1)} minutes in all.`,
    `${cpus().length} × ${cpu!.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, load ${loadavg()[0]!.toFixed(1)}.`,
    `Node ${process.versions.node}, ${engine.temporalName}, ${own.join(', ')}; ${versions.join(', ')}.`,
  ].join('\n');
}

function versionOf(folder: string, name: string): string {
  const path = new URL(`${folder}/node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}

async function measureB6(): Promise<Row[]> {
  const databaseUrl = await engine.createDatabase('fatura_b6');
  const many = Number(values.invoices);
  const { rows: lists, plans: text } = await measureLists({ databaseUrl, few: 100, many, runs: 6, signal });
  plans = text;
  return summarise(lists);
}

function say(line: string): void {
  console.log(`${((performance.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
}
