import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runChild } from './run-child.mjs';
import { runChecks } from './run-checks.mjs';

/** Runs Jest alone. */
export async function runJest({ root, node, args }) {
  return runChild(node, ['node_modules/.bin/jest', ...args], { cwd: root });
}

/** Runs every check, then Jest. The last line is `N passed, N failed`, which counts tests, or a failed check as one. */
export async function runTests({ root, node, args }) {
  let code = await runChecks({ root, node });
  let counts = { passed: 0, failed: 0 };
  if (code === 0) ({ code, counts } = await countTests({ root, node, args }));
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return code;
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
