import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Refusal } from './refusal.mjs';
import { runToFile } from './run-to-file.mjs';

/** A check at low priority gets the time that the tests leave: on a slow machine, most of theirs. */
const LIMIT_MS = 60 * 60_000;
const IMPORTERS = ['src', 'workflows', 'activities', 'client'];
const SOURCE = /\.(ts|mts|js|mjs|cjs)$/;
/** A change of these concerns files that did not change. */
const LINT_RULES = /^(eslint\.config\.js|tsconfig\.json|tools\/eslint\/)/;

/**
 * The checks that need nothing to run. `args` says how a check is run on the whole tree, or on the files that changed;
 * null where none of them concerns it.
 */
const CHECKS = {
  lint: (changed) => {
    const isWhole = !changed || changed.some((file) => LINT_RULES.test(file));
    const files = isWhole ? ['.'] : changed.filter((file) => SOURCE.test(file));
    return files.length > 0 ? ['node_modules/.bin/eslint', '--no-warn-ignored', ...files] : null;
  },
  types: () => [
    ...['node_modules/.bin/tsc', '-p', '.', '--incremental'],
    ...['--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
  ],
  format: (changed) =>
    changed?.length === 0 ? null : ['node_modules/.bin/prettier', '--check', '--ignore-unknown', ...(changed ?? ['.'])],
  rules: (changed) =>
    !changed || changed.some((file) => IMPORTERS.includes(file.split('/')[0]) || file === '.dependency-cruiser.cjs')
      ? ['node_modules/.bin/depcruise', '--config', '.dependency-cruiser.cjs', ...IMPORTERS]
      : null,
};
/** Two lanes go side by side: the check that takes longest, and the others one by one. */
const LANES = [['lint'], ['types', 'format', 'rules']];
export const CHECK_NAMES = Object.keys(CHECKS);

/**
 * Runs checks, each with its duration. The output of a check is printed when the check fails, and the others go on.
 *
 * @param only the names of the checks to run
 * @param onChanged whether lint, format and rules look at the files alone that differ from the last commit
 * @param priority that of `os.setPriority`, for checks beside other work
 * @returns the exit code of the first that failed, or 0
 */
export async function runChecks({ root, node, only = CHECK_NAMES, onChanged = false, priority = 0 }) {
  const changed = onChanged ? listChanged(root) : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'fatura-checks-'));
  console.log(`> checks: ${only.join(', ')}${changed ? ` (${changed.length} files differ from the last commit)` : ''}`);
  const stopped = new AbortController();
  // A signal to this process alone, as from a supervisor, ends the checks too.
  const stop = () => stopped.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  try {
    const run = { root, node, changed, folder, priority, signal: stopped.signal };
    const lanes = LANES.map((lane) => lane.filter((name) => only.includes(name)));
    const codes = await Promise.all(lanes.map((names) => runLane(names, run)));
    return codes.flat().find((code) => code !== 0) ?? 0;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runLane(names, run) {
  const codes = [];
  for (const name of names) {
    if (run.signal.aborted) return [...codes, 1];
    codes.push(await runCheck(name, run));
  }
  return codes;
}

async function runCheck(name, { root, node, changed, folder, priority, signal }) {
  const args = CHECKS[name](changed);
  if (!args) {
    console.log(`  ${name}: nothing to look at`);
    return 0;
  }
  const startedAt = Date.now();
  const output = join(folder, name);
  const code = await runToFile(node, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: process.env,
    output,
    limitMs: LIMIT_MS,
    priority,
    signal,
  });
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) console.log(`  ${name}: passed (${seconds} s)`);
  else console.log(`${readFileSync(output, 'utf8')}Failed: ${name} (exit code ${code}, ${seconds} s)`);
  return code;
}

/** The files that differ from the last commit and still exist, new ones among them. */
function listChanged(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  try {
    return [
      ...git('diff', '--name-only', '--diff-filter=d', '--relative', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ];
  } catch (error) {
    throw new Refusal(`Git could not say which files differ (${error.message}): npm run check -- --all asks nobody.`);
  }
}
