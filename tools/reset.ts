import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { exitProcess } from '../src/base/exit-process.ts';
import { readEnvironment } from '../src/dev/environment.ts';
import { lockDataDir } from '../src/dev/lock-data-dir.ts';
import { describeFailure, UserError } from '../src/dev/user-error.ts';

/**
 * `npm run reset`: deletes DATA_DIR, with its database, its workflows and its demo store, so that the next `npm start`
 * begins anew. It asks before, unless it is told `--yes`; it refuses a folder that something runs on, and one that
 * `npm start` never filled.
 */
try {
  await reset(process.argv.slice(2));
} catch (error) {
  console.error(describeFailure(error));
  exitProcess(1);
}

async function reset(args: string[]): Promise<void> {
  const stranger = args.find((arg) => arg !== '--yes');
  if (stranger !== undefined) throw new UserError(`npm run reset takes --yes and nothing else, not ${stranger}.`);
  const { dataDir, databaseUrl, temporalAddress } = readEnvironment();
  if (!existsSync(dataDir)) {
    console.log(`There is no ${dataDir}: npm start begins anew.`);
    return;
  }
  if (!existsSync(join(dataDir, 'run'))) {
    throw new UserError(`${dataDir} is no folder of npm start: nothing was deleted. Say which one by DATA_DIR.`);
  }
  const lock = await lockDataDir(dataDir, console.log);
  if (!args.includes('--yes') && !(await isWanted(dataDir))) {
    lock.release();
    console.log('Nothing was deleted.');
    return;
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  lock.release();
  const others = Object.entries({ DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress });
  const kept = others.flatMap(([name, value]) => (value === undefined ? [] : [name]));
  console.log(`Deleted ${dataDir}: npm start begins anew.`);
  if (kept.length > 0) console.log(`The data behind ${kept.join(' and ')} are as they were.`);
}

async function isWanted(dataDir: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UserError(`Nobody is there to be asked: npm run reset -- --yes deletes ${dataDir}.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`Delete ${dataDir}, with all that is in it? (y/N) `)).trim());
  } finally {
    terminal.close();
  }
}
