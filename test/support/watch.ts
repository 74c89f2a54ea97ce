import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import globalSetup from './global-setup.ts';
import globalTeardown from './global-teardown.ts';

/**
 * `npm run test:watch -- FILE`: runs the tests that the arguments name, and again at each saved file. Each run is a
 * process of its own, which sees every edit and has loaded the libraries before. PostgreSQL is started and migrated
 * once, so a new migration needs a new start.
 */
const ROOT = join(import.meta.dirname, '../..');
const WATCHED = ['src', 'workflows', 'activities', 'test'];
/** An editor saves a file in several steps. */
const QUIET_MS = 60;
const SPARE = join(import.meta.dirname, 'spare-run.ts');

await globalSetup();
let spare = prepare();
let current: ChildProcess | undefined;
let timer: NodeJS.Timeout | undefined;
let runs = run();

for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_event, file) => {
    if (file === null || !/\.(ts|eta|css|js)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      current?.kill();
      runs = runs.then(run);
    }, QUIET_MS);
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end());

function prepare(): ChildProcess {
  return spawn(process.execPath, ['--import', SPARE, 'node_modules/.bin/jest', ...process.argv.slice(2)], {
    ...{ cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  });
}

async function run(): Promise<void> {
  const begun = performance.now();
  current = spare.connected ? spare : prepare();
  current.send('go');
  await once(current, 'exit');
  spare = prepare();
  console.log(`Ran in ${((performance.now() - begun) / 1000).toFixed(1)} s. A saved file runs it again; Ctrl-C ends.`);
}

async function end(): Promise<void> {
  current?.kill();
  spare.kill();
  await globalTeardown();
  process.exit(0);
}
