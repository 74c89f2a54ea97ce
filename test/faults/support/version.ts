import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../../../src/dev/run-program.ts';

/**
 * The sources of a version, in a folder of their own, with the packages of this one. A package that this one needs no
 * more stays among those for development: the version before serves its reference by `swagger-ui-dist`.
 */
export interface Version {
  name: string;
  folder: string;
  remove(): void;
}

const ROOT = join(import.meta.dirname, '../../..');
const PARTS = ['src', 'workflows', 'activities', 'package.json', 'tsconfig.json'];
const ARCHIVED_MS = 60_000;

/** It is not in that of a shallow clone. */
export async function isInHistory(commit: string): Promise<boolean> {
  const args = ['-C', ROOT, 'rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
  const { ok, end, output } = await runProgram('git', args, { timeoutMs: ARCHIVED_MS });
  // Quiet is what git is about a commit that it does not have, and about nothing else.
  if (!ok && (end !== 'exit code 1' || output !== '')) throw new Error(`git failed (${end}): ${output}`);
  return ok;
}

export function versionOf(commit: string): Promise<Version> {
  return make(commit.slice(0, 7), async (folder) => {
    const archive = join(folder, 'sources.tar');
    await run('git', ['-C', ROOT, 'archive', '--output', archive, commit, ...PARTS]);
    await run('tar', ['-xf', archive, '-C', folder]);
    forgetWorkflows(join(folder, 'src/worker.ts'));
  });
}

/** As they are now, committed or not. */
export function versionOfNow(): Promise<Version> {
  return make('new', (folder) => {
    for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    return Promise.resolve();
  });
}

async function make(name: string, fill: (folder: string) => Promise<void>): Promise<Version> {
  const folder = mkdtempSync(join(tmpdir(), `fatura-version-${name}-`));
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  try {
    await fill(folder);
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    // `npm start` and the tests keep bundles here.
    mkdirSync(join(folder, '.cache'), { recursive: true });
    return { name, folder, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Its worker keeps no workflow in memory: each of their tasks goes to whichever worker asks next, which replays what
 * the other has done. It is all that is not that version's own. A version that makes first tries needs its memory for
 * them.
 */
function forgetWorkflows(worker: string): void {
  const source = readFileSync(worker, 'utf8');
  const changed = source.replace(/maxCachedWorkflows: MAX_CACHED_\w+/g, 'maxCachedWorkflows: 0');
  if (changed.split('maxCachedWorkflows: 0').length !== 3) throw new Error(`${worker} caches workflows otherwise.`);
  writeFileSync(worker, changed);
}

async function run(file: string, args: string[]): Promise<void> {
  const { ok, end, output } = await runProgram(file, args, { timeoutMs: ARCHIVED_MS });
  if (!ok) throw new Error(`${file} ${args[0]} failed (${end}): ${output}`);
}
