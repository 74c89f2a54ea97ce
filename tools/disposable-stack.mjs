import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Refusal } from './refusal.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The first start on a machine may have to build Temporal. */
const READY_MS = 20 * 60_000;
const POLL_MS = 250;
const ROWS = 10;

/**
 * Brings up the platform of `npm start`, on a free port and with a folder of its own, for a store without a limit of
 * requests that has ten customers, ten products and ten open card invoices. It ends, and its folder goes, by `stop()`;
 * a signal to this process, or the stack's own end, aborts `ended`.
 */
export async function startDisposableStack({ root, node }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'fatura-stack-'));
  const output = join(dataDir, 'start.log');
  const ended = new AbortController();
  const onSignal = () => ended.abort();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const { child, exited } = launch({ root, node, dataDir, output, port: await findFreePort() });
  void exited.then(() => ended.abort());
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    for (const signal of SIGNALS) process.off(signal, onSignal);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    await waitUntilReady(output, ended.signal);
    const { base_url: baseUrl, company_id: id, sandbox_token: token } = readStore(dataDir);
    liftLimit({ root, node, dataDir, companyId: id });
    await makeRows({ baseUrl, token });
    return { baseUrl, token, log: join(dataDir, 'logs', 'api.log'), ended: ended.signal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function launch({ root, node, dataDir, output, port }) {
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info', TRUSTED_PROXIES: '1' };
  // The services that the caller has set up for itself are not to be written to.
  const none = { PUBLIC_URL: '', DATABASE_URL: '', TEMPORAL_ADDRESS: '', TEMPORAL_NAMESPACE: '', ENCRYPTION_KEYS: '' };
  const fd = openSync(output, 'w');
  const args = ['--disable-warning=ExperimentalWarning', 'src/dev/start.ts'];
  // By the channel it notices when this process is killed.
  const stdio = ['ignore', fd, fd, 'ipc'];
  const child = spawn(node, args, { cwd: root, env: { ...process.env, ...none, ...own }, stdio });
  closeSync(fd);
  const exited = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  return { child, exited };
}

async function waitUntilReady(output, signal) {
  for (const deadline = Date.now() + READY_MS; ; await sleep(POLL_MS)) {
    const said = existsSync(output) ? readFileSync(output, 'utf8') : '';
    if (/^ready$/m.test(said)) return;
    if (signal.aborted || Date.now() > deadline) throw new Refusal(`The API was not brought up:\n${said}`);
  }
}

function readStore(dataDir) {
  return JSON.parse(readFileSync(join(dataDir, 'demo-store.json'), 'utf8'));
}

/** By the operator's own command; it must not be told of keys and Temporal, which it does not use. */
function liftLimit({ root, node, dataDir, companyId }) {
  const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8');
  const port = readFileSync(join(dataDir, 'ports', 'postgres'), 'utf8');
  const env = {
    ...process.env,
    DATABASE_URL: `postgresql://fatura:${password}@127.0.0.1:${port}/fatura`,
    ENCRYPTION_KEYS: `unused:${Buffer.alloc(32).toString('base64')}`,
    TEMPORAL_ADDRESS: 'none',
  };
  const plan = ['--plan', 'scale', '--requests-per-minute', '1000000'];
  const args = ['src/admin.ts', 'set-plan', '--company', String(companyId), ...plan];
  execFileSync(node, ['--disable-warning=ExperimentalWarning', ...args], { cwd: root, env, stdio: 'pipe' });
}

async function makeRows({ baseUrl, token }) {
  const post = async (path, body) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Refusal(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
  };
  for (let id = 1; id <= ROWS; id++) {
    await post('/customers', { name: 'Ana Souza', email: 'ana@example.com' });
    await post('/products', { name: 'Pão de queijo', price: 4.5 });
    const lines = [{ product_id: id, quantity: 2 }];
    await post('/invoices', { customer_id: id, products: lines, payment_method: 'card' });
  }
}

async function findFreePort() {
  const server = createServer();
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
