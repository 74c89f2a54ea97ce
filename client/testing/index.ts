import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Fatura } from '@fatura/client';
import { createClock, type StoreClock } from './clock.ts';
import { startReceiver, type Receiver } from './receiver.ts';

export type { StoreClock } from './clock.ts';
export type { Receiver, ReceivedEvent } from './receiver.ts';

/** The first start on a machine may download or compile Temporal. */
const START_MS = 600_000;
const STOP_MS = 30_000;
/** The lines of a start that failed are told with the failure. */
const LAST_LINES = 20;

export interface StartOptions {
  /** The folder of a checkout of Fatura; `FATURA_HOME` unless given. */
  home?: string;
  /** Is told each line of the start, which takes some seconds, and minutes on a new machine. */
  onLine?: (line: string) => void;
}

/** A whole Fatura: PostgreSQL, Temporal, API and worker, with data of its own. */
export interface RunningFatura {
  baseUrl: string;
  companyId: number;
  sandboxToken: string;
  productionToken: string;
  /** The client of the sandbox. */
  fatura: Fatura;
  /** The clock of the sandbox. */
  clock: StoreClock;
  /** A server that gets every event of the sandbox, and has verified each. */
  receiver: Receiver;
  /** Ends all of it, and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the product from a checkout, on a free port and in a temporary folder, with a store to test against.
 *
 * @throws Error where there is no checkout, or the start fails, with its last lines
 */
export async function startFatura({
  home = process.env.FATURA_HOME,
  onLine,
}: StartOptions = {}): Promise<RunningFatura> {
  if (!home || !existsSync(join(home, 'tools/run.mjs'))) {
    throw new Error(
      `There is no checkout of Fatura in ${home ?? 'FATURA_HOME, which is not set'}: give its folder as home.`,
    );
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-testing-'));
  const port = await freePort();
  const child = spawn(process.execPath, [join(home, 'tools/run.mjs'), 'start'], {
    cwd: home,
    env: { ...withoutTestRunner(process.env), PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await endProcess(child);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await untilReady(child, onLine);
    const store = JSON.parse(readFileSync(join(dataDir, 'demo-store.json'), 'utf8')) as DemoStore;
    const { company_id: companyId, sandbox_token: sandboxToken, production_token: productionToken } = store;
    const baseUrl = `http://127.0.0.1:${port}`;
    const fatura = new Fatura({ baseUrl, token: sandboxToken });
    const receiver = await startReceiver(fatura);
    return {
      ...{ baseUrl, companyId, sandboxToken, productionToken, fatura, receiver },
      clock: createClock(fatura),
      async stop() {
        await receiver.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface DemoStore {
  company_id: number;
  sandbox_token: string;
  production_token: string;
}

/** Settings of a test runner, and of an outer Fatura, are nothing to a product that is started in it. */
function withoutTestRunner(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const theirs = /^(JEST_|VITEST|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|TEMPORAL_|PUBLIC_URL$|TEST)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !theirs.test(name)));
}

async function untilReady(child: ChildProcess, onLine: StartOptions['onLine']): Promise<void> {
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`Fatura did not start: ${why}\n${lines.join('\n')}`));
    const timer = setTimeout(() => fail(`it was not ready in ${START_MS / 1000} s.`), START_MS);
    timer.unref();
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        onLine?.(line);
        lines.push(line);
        if (lines.length > LAST_LINES) lines.shift();
        if (!/^\s*(\d+ s)?\s*ready$/.test(line)) return;
        clearTimeout(timer);
        resolve();
      });
    }
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it ended with code ${code}.`));
  });
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
