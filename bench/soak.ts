/**
 * Whether API and worker hold more the longer they run.
 *
 *   npm run bench -- soak [--minutes 3] [--in-flight 16]
 *
 * Makes, pays and announces invoices, a few at a time. After each part of the time the load stops, and each process
 * collects its garbage and tells its memory (`support/leak-probe.ts`). The first quarter is a warm-up. After the
 * warm-up nothing may grow with the number of invoices. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readDeadlocks } from '../test/support/read-deadlocks.ts';
import { readUsage } from '../test/support/process-usage.ts';
import { killTracked } from '../src/dev/spawn-tracked.ts';
import { createPaidStores, payInvoices } from './paid-invoices.ts';
import { askProbe } from './support/ask-probe.ts';
import { startEngine } from './support/engine.ts';
import { startFatura } from './support/fatura.ts';
import { judge, type Reading, type Verdict } from './support/judge-soak.ts';
import { startReceiver } from './support/receiver.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '3' }, 'in-flight': { type: 'string', default: '16' } },
});
const minutes = Number(values.minutes);
if (!(minutes >= 0.5 && minutes <= 600)) {
  console.error('--minutes is from 0.5 to 600.');
  process.exit(1);
}

const inFlight = Number(values['in-flight']);
if (!(inFlight >= 1 && inFlight <= 256)) {
  console.error('--in-flight is from 1 to 256.');
  process.exit(1);
}

/** Parts of the time, each with a reading at its end. */
const PARTS = 8;
const WARM_UP = PARTS / 4;
const SETTLE_MS = 30_000;
const PROBE = new URL('support/leak-probe.ts', import.meta.url).href;

const over = new AbortController();
for (const one of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(one, () => over.abort(new Error(one)));
process.on('exit', killTracked);
// The run ends also when a part of it hangs.
setTimeout(() => over.abort(new Error('It took too long.')), (minutes * 2 + 10) * 60_000).unref();
const { signal } = over;
const stopped = new Promise<never>((_, reject) => {
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
});
stopped.catch(() => undefined);

const probes = mkdtempSync(join(tmpdir(), 'fatura-soak-'));
const engine = await startEngine({ signal, onProgress: console.log, isDevelopment: true });
const receiver = await startReceiver();
let verdicts: Verdict[];
let deadlocks: string[];
try {
  verdicts = await Promise.race([soak(), stopped]);
} finally {
  await receiver.stop();
  await engine.postgres.stop();
  deadlocks = readDeadlocks(engine.dataDir);
  await engine.stop();
  rmSync(probes, { recursive: true, force: true });
}
for (const { name, said, isGood } of verdicts) console.log(`  ${isGood ? 'passed' : 'FAILED'}: ${name}: ${said}`);
for (const deadlock of deadlocks) console.log(`FAILED: a deadlock in PostgreSQL\n${deadlock}`);
const failed = verdicts.filter(({ isGood }) => !isGood).length + (deadlocks.length > 0 ? 1 : 0);
console.log(`${verdicts.length + 1 - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function soak(): Promise<Verdict[]> {
  const environment = {
    LEAK_PROBES: probes,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, '--disable-warning=ExperimentalWarning', `--import=${PROBE}`].join(' '),
  };
  const fatura = await startFatura(engine, { name: 'fatura_soak', environment, signal });
  const pids = { API: fatura.api.pid, worker: fatura.workers[0]!.pid };
  const stores = await createPaidStores(fatura, receiver);
  const readings: Record<'API' | 'worker', Reading[]> = { API: [], worker: [] };
  let invoices = 0;
  for (let part = 1; part <= PARTS; part += 1) {
    const seconds = (minutes * 60) / PARTS;
    const peaks = watchMemory(pids);
    invoices += (await payInvoices(fatura, receiver, { stores, warmUpSeconds: 0, seconds, inFlight })).all;
    const { API: apiPeak, worker: workerPeak } = peaks.stop();
    await fatura.settle(SETTLE_MS);
    receiver.forget();
    const [api, worker] = await Promise.all([askProbe(probes, pids.API), askProbe(probes, pids.worker)]);
    readings.API.push({ invoices, peak: apiPeak, held: api });
    readings.worker.push({ invoices, peak: workerPeak, held: worker });
    console.log(
      `  ${part} of ${PARTS}: ${invoices} invoices; API ${describe(readings.API.at(-1)!)}; worker ${describe(readings.worker.at(-1)!)}`,
    );
  }
  await fatura.stop();
  return Object.entries(readings).flatMap(([name, all]) => judge(name, all.slice(WARM_UP)));
}

/** The most that processes hold from now until it is stopped, while they work. */
function watchMemory<Name extends string>(pids: Record<Name, number>): { stop: () => Record<Name, number> } {
  const most = Object.fromEntries(Object.keys(pids).map((name) => [name, 0])) as Record<Name, number>;
  const timer = setInterval(() => {
    for (const name in pids) most[name] = Math.max(most[name], readUsage(pids[name]).memoryBytes);
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

function describe({ held, peak }: Reading): string {
  const { heap, buffers, threadHeaps, rss, handles, listeners, connections, prepared } = held;
  const megabytes = [heap, buffers, threadHeaps, rss, peak].map((bytes) => (bytes / 2 ** 20).toFixed(1));
  const [own, outside, threads, resident, most] = megabytes;
  const counts = `${handles} handles, ${listeners} listeners, ${connections} connections, ${prepared} prepared`;
  return `heap ${own}, buffers ${outside}, threads ${threads}, RSS ${resident}, under load ${most} MB, ${counts}`;
}
