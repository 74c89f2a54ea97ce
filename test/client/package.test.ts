import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createWebhookSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';
import { useApiWorld } from '../support/api-world.ts';

const ROOT = join(import.meta.dirname, '../..');
/** With the Node and npm of the machine, which are older than those of the project where they are Node 20's. */
const outside = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.startsWith(join(ROOT, 'node_modules')));
const PATH = outside.join(delimiter);
const run = promisify(execFile);

/** The life of a client system: calls, a list of more than a page, each kind of answer, a webhook. */
const PROGRAM = `
async function main() {
  const { BASE_URL, TOKEN, SECRET, BODY, HEADERS } = process.env;
  const fatura = new Fatura({ baseUrl: BASE_URL, token: TOKEN, maxRetries: 0 });
  const customer = await fatura.createCustomer({ name: 'Ana Souza', email: 'ana@example.com' });
  const product = await fatura.createProduct({ name: 'Pão de queijo', price: 149.9 });
  const order = { customer_id: customer.id, products: [{ product_id: product.id, quantity: 2 }], payment_method: 'pix' };
  const ids = [];
  for (let n = 0; n < 3; n += 1) ids.push((await fatura.createInvoice(order, { idempotencyKey: 'order-' + n })).id);
  const again = await fatura.createInvoice(order, { idempotencyKey: 'order-2' });
  const listed = [];
  for await (const { id } of fatura.listInvoices({ limit: 2 })) listed.push(id);
  const page = await fatura.listInvoices({ limit: 2 });
  const refused = async (call) => {
    const error = await call.then(() => null, (error) => error);
    return [error.constructor.name, error instanceof FaturaError, error.status, error.code];
  };
  const gone = new Fatura({ baseUrl: 'http://127.0.0.1:1', token: TOKEN, maxRetries: 0 });
  const wrong = new Fatura({ baseUrl: BASE_URL, token: 'fatura_test_wrong', maxRetries: 0 });
  const forged = () => verifyWebhook(BODY + ' ', JSON.parse(HEADERS), SECRET);
  const event = verifyWebhook(BODY, JSON.parse(HEADERS), ['whsec_b2xkIHNlY3JldCBvZiB0aGUgc3RvcmU=', SECRET]);
  console.log(JSON.stringify({
    node: process.versions.node,
    total: again.total,
    isSame: again.id === ids[2],
    isAll: JSON.stringify(listed) === JSON.stringify(ids.toReversed()),
    page: [page.data.length, page.has_more],
    canceled: (await fatura.cancelInvoice(ids[0])).status,
    archived: (await fatura.archiveProduct(product.id)).active,
    refusals: [
      await refused(fatura.getInvoice(999_999)),
      await refused(fatura.createProduct({ name: '', price: 0 })),
      await refused(wrong.getInvoice(ids[0])),
      await refused(gone.getInvoice(ids[0])),
      await refused(fatura.createRefund(ids[0], {})),
      await refused((async () => forged())()),
    ],
    event: event.event,
  }));
}
main().catch((error) => { console.error(error); process.exit(1); });
`;
const NAMES = 'Fatura, FaturaError, verifyWebhook';

/** Compiles only where the types are those of the API, and where an event tells which data it has. */
const TYPED = `
import { Fatura, verifyWebhook, type Invoice, type WebhookEvent } from '@fatura/client';
const fatura = new Fatura({ baseUrl: 'http://localhost:3000', token: 'fatura_test_x' });
export async function read(id: number): Promise<Invoice> {
  for await (const { amount_due } of fatura.listInvoices({ status: 'overdue' })) amount_due.toFixed(2);
  // @ts-expect-error There is no such status.
  await fatura.listInvoices({ status: 'late' });
  // @ts-expect-error A price is a number.
  await fatura.createProduct({ name: 'Pão de queijo', price: '1' });
  return fatura.getInvoice(id);
}
export function codeOf(event: WebhookEvent): string | undefined {
  // @ts-expect-error Not every event has a code.
  event.data.pix;
  if (event.event === 'invoice.payment_registered') return event.data.pix?.qr_code;
  return event.event === 'subscription.past_due' ? event.data.gives_up_on ?? undefined : undefined;
}
export const received = (request: Request, body: string): string => codeOf(verifyWebhook(body, request.headers, 's')) ?? '';
`;

describe('the package of the client, in an empty project', () => {
  const world = useApiWorld();
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'fatura-client-'));
    const env = { ...process.env, PATH };
    await run('npm', ['pack', '--pack-destination', project], { cwd: join(ROOT, 'client'), env });
    const tarball = readdirSync(project).find((name) => name.endsWith('.tgz'))!;
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project, env });
  }, 120_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each([
    ['main.mjs', `import { ${NAMES} } from '@fatura/client';`],
    ['main.cjs', `const { ${NAMES} } = require('@fatura/client');`],
  ])('does the work of a client system as %s, on the Node of the machine', async (file, load) => {
    const { sandboxToken } = await world.current.createStore();
    const secret = createWebhookSecret();
    const body = JSON.stringify({ id: 1, event: 'invoice.created', data: { invoice_id: 1 } });
    writeFileSync(join(project, file), load + PROGRAM);
    const env = {
      PATH,
      BASE_URL: world.current.baseUrl,
      TOKEN: sandboxToken,
      SECRET: secret,
      BODY: body,
      HEADERS: JSON.stringify(signatureHeaders({ secret, messageId: 'evt_1', sentAt: new Date(), body })),
    };
    const { stdout } = await run('node', [file], { cwd: project, env });
    const { node, ...done } = JSON.parse(stdout) as { node: string };
    expect(Number.parseInt(node, 10)).toBeGreaterThanOrEqual(20);
    expect(done).toEqual({
      total: 299.8,
      ...{ isSame: true, isAll: true, page: [2, true], canceled: 'canceled', archived: false },
      refusals: [
        ['FaturaNotFoundError', true, 404, 'invoice_not_found'],
        ['FaturaInvalidRequestError', true, 422, 'invalid_fields'],
        ['FaturaAuthenticationError', true, 401, 'token_unknown'],
        ['FaturaConnectionError', true, 0, null],
        ['FaturaConflictError', true, 409, 'nothing_to_refund'],
        ['FaturaSignatureError', false, null, null],
      ],
      event: 'invoice.created',
    });
  });

  test('runs the first call of its README, word for word, and its command', async () => {
    const { sandboxToken } = await world.current.createStore();
    const readme = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
    const [, block = ''] = /```ts\n(.*?)```/s.exec(readme)!;
    const tour = block.replace('http://localhost:3000', world.current.baseUrl).replace('fatura_test_…', sandboxToken);
    writeFileSync(join(project, 'tour.mjs'), tour);
    const { stdout } = await run('node', ['tour.mjs'], { cwd: project, env: { PATH } });
    expect(stdout).toMatch(/^open http\S+\/checkout\/\S+\n$/);
    const listed = await run(join(project, 'node_modules/.bin/fatura'), ['trigger'], { env: { PATH } });
    expect(listed.stdout.split('\n')).toContain('invoice.payment_confirmed');
  });

  test('has types for both kinds of modules', async () => {
    for (const file of ['typed.mts', 'typed.cts']) writeFileSync(join(project, file), TYPED);
    const compilerOptions = {
      ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [], strict: true, noEmit: true },
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['typed.*'] }));
    const tsc = run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: project });
    expect(await tsc.catch((error: unknown) => error)).toMatchObject({ stdout: '' });
  }, 60_000);
});
