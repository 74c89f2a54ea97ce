import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

import { runChild } from './run-child.mjs';
import { runChecks } from './run-checks.mjs';

/** A person who runs one file looks on: a wait that will not come true fails soon. */
export const PATIENCE_OF_ONE_FILE_MS = '10000';

/** The arguments for Jest, which starts no process of its own for a single file. */
export function argumentsFor(args) {
  if (args.filter((arg) => arg.endsWith('.test.ts')).length !== 1) return args;
  process.env.TEST_PATIENCE_MS ??= PATIENCE_OF_ONE_FILE_MS;
  return ['--runInBand', ...args];
}

/** Runs Jest alone. */
export async function runJest({ root, node, args }) {
  return runChild(node, ['node_modules/.bin/jest', ...argumentsFor(args)], { cwd: root });
}

/**
 * Runs the tests that the arguments name; without arguments all of them, and beside them every check, in the time that
 * the tests leave the processors idle. The last line is `N passed, N failed`, which counts tests, and failed checks as
 * one.
 */
export async function runTests({ root, node, args }) {
  const checks = args.length > 0 ? 0 : runChecks({ root, node, priority: constants.priority.PRIORITY_LOW });
  const [checked, { code, counts }] = await Promise.all([checks, countTests({ root, node, args })]);
  const failed = counts.failed + (checked === 0 ? 0 : 1);
  console.log(`${counts.passed} passed, ${code !== 0 && failed === 0 ? 1 : failed} failed`);
  return checked || code;
}

async function countTests({ root, node, args }) {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-jest-'));
  const report = join(folder, 'report.json');
  const startedAt = Date.now();
  console.log('> tests');
  try {
    const code = await runJest({ root, node, args: ['--json', `--outputFile=${report}`, ...args] });
    console.log(`  tests: ${code === 0 ? 'passed' : 'failed'} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
    return { code, counts: readCounts(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A test file that cannot even be loaded has no tests to count: it counts as one that failed. */
function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
