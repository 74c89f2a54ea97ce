import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { startDisposableStack } from './disposable-stack.mjs';
import { ensurePythonEnv } from './python-env.mjs';
import { Refusal } from './refusal.mjs';
import { runToFile } from './run-to-file.mjs';

const LIMIT_MS = 15 * 60_000;

/**
 * Holds the running API to its OpenAPI document with Schemathesis: see `tools/schemathesis`. The same seed sends the
 * same requests, as far as they do not come out of earlier answers. The last line is `N passed, N failed`, which counts
 * each operation, the walks from one to the next, and the API's log as one.
 */
export async function runFuzz({ root, node, args }) {
  const { values: options } = parseArgs({
    args,
    options: { seed: { type: 'string', default: '1' }, examples: { type: 'string', default: '40' } },
  });
  const folder = join(root, 'tools', 'schemathesis');
  const python = await ensurePythonEnv(root, join(folder, 'requirements.txt'));
  const startedAt = Date.now();
  console.log(`> API fuzz (seed ${options.seed}, ${options.examples} examples)`);
  const stack = await startDisposableStack({ root, node });
  const scratch = mkdtempSync(join(tmpdir(), 'fatura-fuzz-'));
  try {
    const result = await fuzz({ python, folder, scratch, stack, options });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`  API fuzz: ${result.failed === 0 ? 'passed' : 'failed'} (${seconds} s)`);
    console.log(`${result.passed} passed, ${result.failed} failed`);
    return result.failed === 0 ? 0 : 1;
  } finally {
    await stack.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function fuzz({ python, folder, scratch, stack, options }) {
  const [output, junit] = [join(scratch, 'output.txt'), join(scratch, 'junit.xml')];
  const document = `${stack.baseUrl}/api/v1/openapi.json`;
  const args = ['-m', 'schemathesis.cli', '--no-color', '--config-file', join(folder, 'schemathesis.toml')];
  args.push('run', document, '--seed', options.seed, '--max-examples', options.examples);
  args.push('--report', 'junit', '--report-junit-path', junit);
  const env = { ...process.env, FATURA_TOKEN: stack.token, FATURA_FUZZ_HOOKS: join(folder, 'hooks.py') };
  // Hypothesis keeps files in the folder where it runs.
  const code = await runToFile(python, args, { cwd: scratch, env, output, limitMs: LIMIT_MS, signal: stack.ended });
  if (stack.ended.aborted) throw new Refusal('The API fuzz was interrupted, or the API ended by itself.');
  const counts = countTests(junit);
  const { requests, reached, operations, serverErrors } = await readLog(stack);
  if (serverErrors.length > 0) counts.failed += 1;
  else counts.passed += 1;
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) console.log(readFileSync(output, 'utf8'));
  for (const line of serverErrors.slice(0, 20)) console.log(`Answered with 5xx: ${line}`);
  console.log(`  ${requests} requests; ${reached} of ${operations} operations also answered with 2xx`);
  return counts;
}

/** Schemathesis counts an operation as one test, and all walks from one to the next as one. */
function countTests(junit) {
  try {
    const [summary] = /<testsuites [^>]*>/.exec(readFileSync(junit, 'utf8'));
    const read = (name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(summary)[1]);
    const failed = read('failures') + read('errors');
    return { passed: read('tests') - failed - read('skipped'), failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Reads the API's own log of its answers: also to requests that the tool sent without looking at the answer. */
async function readLog({ log, baseUrl }) {
  const { paths } = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json();
  const operations = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((m) => [m, path]));
  const reached = new Set();
  const serverErrors = [];
  let requests = 0;
  for await (const line of createInterface({ input: createReadStream(log) })) {
    if (!line.includes('"msg":"request"')) continue;
    const { method, path, status } = JSON.parse(line);
    requests += 1;
    if (status >= 500) serverErrors.push(line);
    if (status < 300) reached.add(`${method.toLowerCase()} ${path.replace(/\/\d+(?=\/|$)/, '/{id}')}`);
  }
  const count = operations.filter(([method, path]) => reached.has(`${method} ${path}`)).length;
  return { requests, reached: count, operations: operations.length, serverErrors };
}
