import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runToFile } from './run-to-file.mjs';

const LIMIT_MS = 15 * 60_000;

/** The checks that need nothing to run. Two go side by side: the one that takes longest, and the others one by one. */
const LANES = [
  [{ name: 'lint', args: ['node_modules/.bin/eslint', '.'] }],
  [
    { name: 'types', args: ['node_modules/.bin/tsc', '-p', '.'] },
    { name: 'format', args: ['node_modules/.bin/prettier', '--check', '.'] },
    {
      name: 'dependency rules',
      args: [
        'node_modules/.bin/depcruise',
        '--config',
        '.dependency-cruiser.cjs',
        'src',
        'workflows',
        'activities',
        'client',
      ],
    },
  ],
];

/**
 * Runs every check, each with its duration; what a check says is printed when it fails, and then its lane ends.
 * Resolves with the exit code of the first that failed, or 0.
 *
 * @param priority that of `os.setPriority`, for checks beside other work
 */
export async function runChecks({ root, node, priority = 0 }) {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-checks-'));
  console.log(
    `> checks: ${LANES.flat()
      .map(({ name }) => name)
      .join(', ')}`,
  );
  const stopped = new AbortController();
  // A signal to this process alone, as from a supervisor, ends the checks too.
  const stop = () => stopped.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  try {
    const codes = await Promise.all(
      LANES.map((lane) => runLane({ root, node, lane, folder, priority, signal: stopped.signal })),
    );
    return codes.find((code) => code !== 0) ?? 0;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runLane({ root, node, lane, folder, priority, signal }) {
  for (const { name, args } of lane) {
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
    if (code !== 0) {
      console.log(`${readFileSync(output, 'utf8')}Failed: ${name} (exit code ${code}, ${seconds} s)`);
      return code;
    }
    console.log(`  ${name}: passed (${seconds} s)`);
  }
  return 0;
}
