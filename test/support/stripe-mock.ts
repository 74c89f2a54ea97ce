import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from '../../src/dev/cache-dir.ts';
import { findOnPath } from '../../src/dev/find-on-path.ts';
import type { InstallOptions } from '../../src/dev/install-go-program.ts';
import { pollUntil } from '../../src/dev/poll-until.ts';
import { runProgram } from '../../src/dev/run-program.ts';
import { spawnTracked, stopTracked, type TrackedChild } from '../../src/dev/spawn-tracked.ts';
import { findGoProgram } from './go-program.ts';

/** The newest release that the Go module proxy knows. */
const STRIPE_MOCK_VERSION = 'v0.203.0';
const PROGRAM = 'stripe-mock';

export interface StripeMock {
  url: string;
  stop(): Promise<void>;
}

/**
 * Stripe's own stripe-mock on a free port of the loopback address: it checks each request against Stripe's OpenAPI and
 * answers with fixtures. It remembers nothing, and takes test keys (`sk_test_…`, `rk_test_…`) only.
 * @throws UserError when there is no such program and none can be compiled, saying what to install
 */
export async function startStripeMock(): Promise<StripeMock> {
  const program = process.env.TEST_STRIPE_MOCK ?? (await findStripeMock());
  // It would otherwise serve HTTPS on a fixed port of all addresses, where a second one could not start.
  const args = ['-http-addr', '127.0.0.1:0', '-https-addr', '127.0.0.1:0'];
  const tracked = spawnTracked(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = async (): Promise<void> => {
    await stopTracked(tracked, 'SIGTERM', 2_000);
  };
  try {
    const url = await whenListening(tracked);
    await pollUntil(() => answers(url), { timeoutMs: 20_000 });
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It says on which port it listens, after it began to. */
async function whenListening({ child, exited }: TrackedChild): Promise<string> {
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  let end: string | undefined;
  void exited.then((reason) => (end = reason));
  const address = await pollUntil(
    () => {
      if (end !== undefined) throw new Error(`${PROGRAM} ended (${end}): ${output}`);
      return /Listening for HTTP at address: (\S+)/.exec(output)?.[1];
    },
    { timeoutMs: 20_000, everyMs: 20 },
  );
  if (address === undefined) throw new Error(`${PROGRAM} does not listen: ${output}`);
  return `http://${address}`;
}

async function answers(url: string): Promise<boolean> {
  const headers = { Authorization: 'Bearer sk_test_123' };
  const response = await fetch(`${url}/v1/account`, { headers }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

/**
 * The path of a `stripe-mock` that runs here: the one on PATH, the one in the cache, or one compiled by Go.
 * @throws UserError when there is none and none can be had, saying what to install
 */
export async function findStripeMock(options: InstallOptions = {}): Promise<string> {
  const onPath = findOnPath(PROGRAM);
  if (onPath && (await runsHere(onPath))) return onPath;
  const program = {
    name: PROGRAM,
    file: PROGRAM,
    source: `github.com/stripe/stripe-mock@${STRIPE_MOCK_VERSION}`,
    takes: 'about a minute',
    whatToInstall:
      `Install ${PROGRAM} on PATH (github.com/stripe/stripe-mock), or Go 1.25 or newer: ` +
      'without it the tests of the Stripe gateway cannot check their requests.',
  };
  const folder = join(cacheDir(), `${PROGRAM}-${STRIPE_MOCK_VERSION}`);
  return await findGoProgram(program, folder, { ...options, runsHere });
}

async function runsHere(file: string): Promise<boolean> {
  if (!existsSync(file)) return false;
  const result = await runProgram(file, ['-version'], { timeoutMs: 30_000 });
  return result.ok && result.output.includes(PROGRAM);
}
