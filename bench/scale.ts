/**
 * Calculates the needs of a rate of invoices, from the figures of the newest run of the bench: processors,
 * transactions, PostgreSQL's log, shards of Temporal, and where a single store becomes hot.
 *
 *   npm run bench -- scale [--rate 3600] [--results bench/results/FILE.json]
 *
 * Costs are taken as they were measured, on one machine where everything shares the processors' caches; costs that grow
 * with the size of a cluster are not in them. The waits at a lock are simulated: arrivals by chance, one at a time
 * behind it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile, type Row } from './support/figures.ts';
import { short } from './support/table.ts';

const { values } = parseArgs({
  options: { rate: { type: 'string', default: '3600' }, results: { type: 'string', default: '' } },
});
const RESULTS = new URL('results/', import.meta.url).pathname;
/** Processors are planned to be so busy and no busier: above, queues grow faster than work. */
const BUSY = 0.6;
/** A flash disk behind a replica takes about so long to have a commit on both; milliseconds. */
const COMMIT_MS = 2;
/** Temporal's writes for a paid invoice, each under the lock of its shard: see the transactions of B1. */
const HISTORY_WRITES = 7;
/** An invoice is made under its store's lock from the lock to the commit: six statements and the commit. */
const STORE_LOCK_MS = 2 + COMMIT_MS;
const DAY_SECONDS = 86_400;
/** A busy day's mean against its busiest second. */
const MEAN_OF_PEAK = 0.5;

const path = values.results || newest();
const rate = Number(values.rate);
const paid = paidInvoices(path);
if (!paid?.cost) throw new Error(`${path} has no B1: run npm run bench first.`);
const { cpuMs, transactions, walKb } = paid.cost;

console.log(`From ${path.split('/').at(-1)}: ${rate} paid invoices a second\n`);
const ours = Object.keys(cpuMs).find((name) => name.startsWith('PostgreSQL: fatura'));
const programs: [string, number][] = [
  ['API', cpuMs.API ?? 0],
  ['worker', cpuMs.worker ?? 0],
  ['Temporal', cpuMs.Temporal ?? 0],
  ['PostgreSQL, ours', ours ? cpuMs[ours]! : 0],
  ['PostgreSQL, Temporal’s', cpuMs['PostgreSQL: temporal'] ?? 0],
];
print(
  ['program', 'CPU ms an invoice', `processors at ${rate}/s`],
  programs.map(([name, ms]) => [name, short(ms), short((ms * rate) / 1_000 / BUSY)]),
);
// The databases of the other programs that were measured in turn are not ours.
const isOurs = (name: string): boolean => name === 'temporal' || `PostgreSQL: ${name}` === ours;
const made = Object.entries(transactions)
  .filter(([name]) => isOurs(name))
  .map(([name, count]) => [name, short(count), short(count * rate)]);
print(['database', 'transactions an invoice', 'a second'], made);

console.log(`Waits at the lock of a shard, ${HISTORY_WRITES} writes an invoice, ${COMMIT_MS} ms each:`);
const writes = rate * HISTORY_WRITES;
print(
  ['history shards', 'busy', 'median ms', 'p99 ms'],
  [64, 128, 256, 512, 1_024, 4_096].map((shards) => waits(String(shards), writes / shards, COMMIT_MS)),
);
console.log(`Waits at the lock of one store, ${STORE_LOCK_MS} ms an invoice:`);
print(
  ['invoices a second of one store', 'busy', 'median ms', 'p99 ms'],
  [10, 50, 100, 150, 200, 240, 300].map((perSecond) => waits(String(perSecond), perSecond, STORE_LOCK_MS)),
);
const perDay = rate * MEAN_OF_PEAK * DAY_SECONDS;
console.log(`A day at half of that rate: ${(perDay / 1e6).toFixed(0)} million invoices.`);
if (Number.isFinite(walKb)) {
  const [perSecondMb, perDayTb] = [(walKb * rate) / 1e3, (walKb * perDay) / 1e9];
  console.log(
    `PostgreSQL's log: ${short(walKb)} kB an invoice, ${short(perSecondMb)} MB a second, ${short(perDayTb)} TB a day.`,
  );
}

/** The wait before service with one server, arrivals by chance, the same time for each. */
function waits(name: string, perSecond: number, serviceMs: number): string[] {
  const busy = (perSecond * serviceMs) / 1_000;
  if (busy >= 1) return [name, `${short(busy * 100)} %`, 'grows', 'for ever'];
  const random = createRandom(42);
  const sampled: number[] = [];
  let [at, free] = [0, 0];
  for (let arrival = 0; arrival < 200_000; arrival += 1) {
    at += (-Math.log(1 - random()) * 1_000) / perSecond;
    const begins = Math.max(at, free);
    sampled.push(begins - at);
    free = begins + serviceMs;
  }
  return [name, `${short(busy * 100)} %`, short(quantile(sampled, 0.5)), short(quantile(sampled, 0.99))];
}

/** Mulberry32: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The file of the newest run that had paid invoices in it. */
function newest(): string {
  const files = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  const paths = files
    .sort()
    .reverse()
    .map((name) => join(RESULTS, name));
  const file = paths.find(paidInvoices);
  if (!file) throw new Error('There are no results of B1: run npm run bench first.');
  return file;
}

function paidInvoices(file: string): Row | undefined {
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { rows: Row[] };
  return rows.find(({ bench, cost }) => bench === 'B1' && cost);
}

function print(heads: string[], cells: string[][]): void {
  const lines = [heads, ...cells];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
  console.log();
}
