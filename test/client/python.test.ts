import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createWebhookSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';
import { generatePython, pythonOfClient } from '../../tools/generate-client.ts';
import { useApiWorld } from '../support/api-world.ts';

const CLIENT = join(import.meta.dirname, '../../client');
const run = promisify(execFile);

/** Its tools take a Python; `.ci/run` has one. */
const python = await pythonOfClient().catch((error: unknown) => {
  if (process.env.REQUIRE_PYTHON === '1') throw error;
  return null;
});
const describeWithPython = python === null ? describe.skip : describe;

/** The life of a client system, in both kinds of clients. `A` and `F` mark what is awaited. */
const life = (isAsync: boolean) =>
  `
${isAsync ? 'import asyncio\n' : ''}import json
import os
from fatura import *

SETTINGS = {"base_url": os.environ["BASE_URL"], "token": os.environ["TOKEN"], "max_retries": 0}
SECRET, BODY, HEADERS = os.environ["SECRET"], os.environ["BODY"], json.loads(os.environ["HEADERS"])

A def refusal_of(call):
    try:
        F call()
    except (FaturaError, SignatureError) as error:
        return [type(error).__name__, getattr(error, "status", None), getattr(error, "code", None)]

A def main():
    fatura = CLIENT(**SETTINGS)
    customer = F fatura.create_customer(name="Ana Souza", email="ana@example.com")
    product = F fatura.create_product(name="Pão de queijo", price=149.9)
    order = {"customer_id": customer["id"], "products": [{"product_id": product["id"], "quantity": 2}], "payment_method": "pix"}
    ids = [(F fatura.create_invoice(**order, idempotency_key=f"order-{n}"))["id"] for n in range(3)]
    again = F fatura.create_invoice(**order, idempotency_key="order-2")
    listed = [invoice["id"] A for invoice in fatura.list_invoices(limit=2)]
    page = F fatura.list_invoices(limit=2, created_at_gte="2020-01-01T00:00:00Z").page()
    wrong = CLIENT(**{**SETTINGS, "token": "fatura_test_wrong"})
    gone = CLIENT(**{**SETTINGS, "base_url": "http://127.0.0.1:1"})
    A def forged():
        verify_webhook(BODY + " ", HEADERS, SECRET)
    print(json.dumps({
        "total": again["total"],
        "isSame": again["id"] == ids[2],
        "isAll": listed == ids[::-1],
        "page": [len(page["data"]), page["has_more"]],
        "canceled": (F fatura.cancel_invoice(ids[0]))["status"],
        "archived": (F fatura.archive_product(product["id"]))["active"],
        "refusals": [
            F refusal_of(lambda: fatura.get_invoice(999999)),
            F refusal_of(lambda: fatura.create_product(name="", price=0)),
            F refusal_of(lambda: wrong.get_invoice(ids[0])),
            F refusal_of(lambda: gone.get_invoice(ids[0])),
            F refusal_of(lambda: fatura.create_refund(ids[0])),
            F refusal_of(forged),
        ],
        "event": verify_webhook(BODY.encode(), HEADERS, ["whsec_b2xkIHNlY3JldCBvZiB0aGUgc3RvcmU=", SECRET])["event"],
    }))
    for client in (fatura, wrong, gone):
        F client.close()

${isAsync ? 'asyncio.run(main())' : 'main()'}
`
    .replaceAll(/\bA (?=def|for)/g, isAsync ? 'async ' : '')
    .replaceAll(/\bF (?=\w)/g, isAsync ? 'await ' : '')
    .replaceAll('CLIENT', isAsync ? 'AsyncFatura' : 'Fatura');

/** Mypy takes it as it stands: an ignore that nothing needs is an error. */
const TYPED = `
from fatura import Fatura, WebhookEvent, types

fatura = Fatura(base_url="http://localhost:3000", token="fatura_test_x")

def owed() -> float:
    fatura.create_product(name="Pão de queijo", price="1")  # type: ignore[arg-type]
    fatura.list_invoices(status="late")  # type: ignore[arg-type]
    return sum(invoice["amount_due"] for invoice in fatura.list_invoices(status="overdue"))

def code_of(event: WebhookEvent) -> str | None:
    if event["event"] == "invoice.payment_registered":
        pix: types.Pix | None = event["data"]["pix"]
        return pix["qr_code"] if pix else None
    if event["event"] == "subscription.past_due":
        return event["data"]["gives_up_on"]
    return event["data"]["pix"]  # type: ignore
`;

describeWithPython('the Python package', () => {
  const world = useApiWorld();
  let project: string;
  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'fatura-python-'));
    const build = ['-m', 'hatchling', 'build', '--target', 'wheel', '--directory', project];
    await run(python!, build, { cwd: join(CLIENT, 'python') });
    await run(python!, ['-m', 'venv', join(project, 'venv')]);
    const wheel = join(
      project,
      readdirSync(project).find((name) => name.endsWith('.whl'))!,
    );
    await run(join(project, 'venv/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', wheel]);
  }, 180_000);
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test('is what the document gives', async () => {
    const stale = Object.entries(await generatePython()).filter(
      ([path, code]) => readFileSync(join(CLIENT, path), 'utf8') !== code,
    );
    expect(stale.map(([path]) => `client/${path}: run \`npm run generate\` and commit it`)).toEqual([]);
  }, 60_000);

  test.each([
    ['Fatura', false],
    ['AsyncFatura', true],
  ])('does the work of a client system in an empty project, by %s', async (_, isAsync) => {
    const { sandboxToken } = await world.current.createStore();
    const secret = createWebhookSecret();
    const body = JSON.stringify({ id: 1, event: 'invoice.created', data: { name: 'José' } });
    const env = {
      BASE_URL: world.current.baseUrl,
      TOKEN: sandboxToken,
      SECRET: secret,
      BODY: body,
      HEADERS: JSON.stringify(signatureHeaders({ secret, messageId: 'evt_1', sentAt: new Date(), body })),
    };
    const { stdout } = await run(join(project, 'venv/bin/python'), ['-c', life(isAsync)], { cwd: project, env });
    expect(JSON.parse(stdout)).toEqual({
      total: 299.8,
      ...{ isSame: true, isAll: true, page: [2, true], canceled: 'canceled', archived: false },
      refusals: [
        ['NotFoundError', 404, 'invoice_not_found'],
        ['InvalidRequestError', 422, 'invalid_fields'],
        ['AuthenticationError', 401, 'token_unknown'],
        ['ConnectionFailedError', 0, null],
        ['ConflictError', 409, 'nothing_to_refund'],
        ['SignatureError', null, null],
      ],
      event: 'invoice.created',
    });
  });

  test('runs the first call of its README, word for word', async () => {
    const { sandboxToken } = await world.current.createStore();
    const readme = readFileSync(join(CLIENT, 'python/README.md'), 'utf8');
    const [, block = ''] = /```python\n(.*?)```/s.exec(readme)!;
    const tour = block.replace('http://localhost:3000', world.current.baseUrl).replace('fatura_test_…', sandboxToken);
    const { stdout } = await run(join(project, 'venv/bin/python'), ['-c', tour], { cwd: project });
    expect(stdout).toMatch(/^open http\S+\/checkout\/\S+\n$/);
  });

  test('has types that mypy takes, strictly, and that hold its users to the document', async () => {
    const readme = readFileSync(join(CLIENT, 'python/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, block]) => block!);
    const programs = [TYPED, ...blocks].map((text, number) => {
      const path = join(project, `typed_${number}.py`);
      writeFileSync(path, text);
      return path;
    });
    const mypy = ['-m', 'mypy', '--strict', '--python-executable', join(project, 'venv/bin/python')];
    for (const files of [[join(CLIENT, 'python/src')], programs]) {
      const { stdout } = await run(python!, [...mypy, ...files], { cwd: project }).catch(
        (error: unknown) => error as { stdout: string },
      );
      expect(stdout).toMatch(/^Success: no issues found in [5-9] source files/);
    }
  }, 120_000);
});
