/**
 * Measures how long lists, searches and pages take in a store of a hundred invoices and in one of a hundred thousand.
 *
 *   npm run bench -- panel-lists [--invoices 100000] [--runs 20] [--only CSV]
 *
 * API and PostgreSQL of this machine, one signed-in person and one token of each store, over HTTP on loopback, one
 * request at a time, the small store and the large one in turn. It fails when a list of the large store takes more than
 * twice as long as that of the small one and 15 ms more, by their medians. A list that has a reason to take longer is
 * measured too, and held to nothing: a whole file has a thousand times the rows, and of filters that contradict each
 * other one is walked to its end for a row that has both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../src/dev/postgres.ts';
import { killTracked } from '../src/dev/spawn-tracked.ts';
import { measureLists, summarise, type ListFigures } from './lists.ts';
import { spreadOf } from './support/figures.ts';

const { values } = parseArgs({
  options: {
    invoices: { type: 'string', default: '100000' },
    runs: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const [many, runs] = [Number(values.invoices), Number(values.runs)];
const FEW = 100;
/** The list that was printed last. */
let printed: string | undefined;

const over = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => over.abort(new Error(name)));
process.on('exit', killTracked);

const dataDir = mkdtempSync(join(tmpdir(), 'fatura-bench-'));
const postgres = await startPostgres({ dataDir, durable: true });
try {
  console.log(
    `${cpus().length} × ${cpus()[0]!.model}, Node ${process.version}; ${runs} runs, ms: min / median / max\n`,
  );
  const { databaseUrl, signal } = { databaseUrl: postgres.url, signal: over.signal };
  const options = { databaseUrl, few: FEW, many, runs, only: values.only, withWholeFiles: true, signal };
  const { lists, rows, plans } = await measureLists({
    ...options,
    onProgress: (line) => console.log(line),
    onMeasured: printList,
  });
  console.log('');
  for (const { what, note } of summarise(rows)) console.log(`${what}: ${note}`);
  console.log(`\n${plans}`);
  const slow = lists.filter(({ isSlow }) => isSlow).map(({ list }) => `${list.kind}: ${list.name}`);
  if (slow.length > 0) throw new Error(`Too slow in the large store: ${slow.join(', ')}.`);
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function printList({ list, ofFew, ofMany, isSlow }: ListFigures): void {
  if (list.kind !== printed) console.log(`\n${list.kind.padEnd(36)}${String(FEW).padEnd(26)}${many}`);
  printed = list.kind;
  console.log(`${list.name.padEnd(36)}${write(ofFew)}${write(ofMany)}${isSlow ? 'TOO SLOW' : ''}`);
}

/** Milliseconds. */
function write(samples: number[]): string {
  const { min, median, max } = spreadOf(samples);
  return [min, median, max]
    .map((ms) => ms.toFixed(1))
    .join(' / ')
    .padEnd(26);
}
