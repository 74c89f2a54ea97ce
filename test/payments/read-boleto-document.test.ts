import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { readBoletoDocument } from '../../src/payments/read-boleto-document.ts';
import { renderBoletoPdf } from '../../src/banking/documents/render-boleto-pdf.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import type { ChargeRequest } from '../../src/gateways/payment-gateway.ts';
import { createSandboxGateway, type SandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { textOfPdf } from '../support/pictures.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

describe('readBoletoDocument', () => {
  // 22:30 of Monday the 2nd in São Paulo is Tuesday in UTC.
  const MONDAY_EVENING = new Date('2026-03-03T01:30:00Z');
  let now = MONDAY_EVENING;
  const world = useApiWorld({ clock: { now: () => Promise.resolve(now) } });
  const secrets = createSecretBox(TEST_KEYS);
  let orm: MikroORM;
  let store: TestStore;
  let sandbox: SandboxGateway;
  let registered: ChargeRequest | undefined;
  beforeAll(async () => {
    store = await world.current.createStore({ boletoMaxDaysAfterDue: 10 });
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    const urls = { callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' };
    sandbox = createSandboxGateway({ em: orm.em, secrets, ...urls });
  });
  beforeEach(() => {
    now = MONDAY_EVENING;
    registered = undefined;
  });
  afterAll(() => orm?.close());

  const register = (invoice: InvoiceBody) => {
    const registerAtSandbox = (request: ChargeRequest) => {
      registered = request;
      return sandbox.registerCharge(request);
    };
    const gateways = createGatewayRegistry({
      sandbox: { ...sandbox, registerCharge: registerAtSandbox },
      secrets,
      providers: [],
    });
    const attemptId = invoice.payments.at(-1)!.id;
    return registerCharge(
      { em: orm.em, secrets, gateways, publicUrl: 'http://x' },
      { attemptId, at: now, isRetry: false },
    );
  };
  const read = (invoiceId: number, environment: 'sandbox' | 'production' = 'sandbox') =>
    readBoletoDocument({ em: orm.em }, { store: { companyId: store.companyId, environment }, invoiceId });
  const terms = {
    discount: { type: 'percentage', value: 10, until: '2026-03-05' },
    fine: { type: 'percentage', value: 2 },
    interest: { type: 'fixed', value: 0.25 },
  };
  /** Due on Saturday the 7th, so payable without fine until Monday the 9th. */
  const boleto = (fields: Record<string, unknown> = {}) =>
    store.createInvoice({ payment_method: 'boleto', due_date: '2026-03-07', ...terms, ...fields });

  test('it tells the boleto as the gateway registered it, with the terms as they are on the first day late', async () => {
    const created = await boleto({ description: 'Encomenda 12' });
    await register(created);
    const { boleto: artefacts } = (await store.sandbox.invoice(created.id)) as unknown as {
      boleto: { barcode: string; our_number: string };
    };
    expect(await read(created.id)).toEqual({
      barcode: artefacts.barcode,
      ourNumber: artefacts.our_number,
      documentNumber: String(created.id),
      dueDate: '2026-03-09',
      lastPaymentDate: '2026-03-19',
      documentDate: '2026-03-02',
      processingDate: '2026-03-02',
      beneficiary: { name: 'Padaria Estrela', document: null, account: expect.any(String) },
      payer: { name: 'Ana Souza', document: null, address: null },
      wallet: expect.any(String),
      discount: { cents: 1_000, until: '2026-03-05' },
      fine: { terms: { type: 'percentage', ppm: 20_000 }, cents: 200 },
      interest: { terms: { type: 'fixed', cents: 25 }, cents: 25 },
      description: 'Encomenda 12',
      isTest: true,
    });
  });

  test('the document can be printed, and the value is that of the barcode', async () => {
    const created = await boleto();
    await register(created);
    const text = await textOfPdf(await renderBoletoPdf(await read(created.id)));
    expect(text).toContain(
      'Desconto de R$ 10,00 até 05/03/2026, já incluído no valor do documento. Depois, cobrar R$ 100,00.',
    );
    expect(text).toContain('(=) Valor do documento R$ 90,00');
  });

  test('the gateway is told the terms, in cents and millionths', async () => {
    await register(await boleto());
    expect(registered).toMatchObject({
      amountCents: 9_000,
      terms: {
        subtotalCents: 10_000,
        discount: { type: 'percentage', ppm: 100_000, until: '2026-03-05' },
        fine: { type: 'percentage', ppm: 20_000 },
        interest: { type: 'fixed', cents: 25 },
      },
    });
  });

  test('a discount whose last day had passed when the value was fixed is not told', async () => {
    const { id } = await boleto({ discount: { ...terms.discount, until: '2026-03-02' } });
    // On Wednesday a new charge takes the place of the old one, at the whole price.
    now = new Date('2026-03-04T15:00:00Z');
    const path = `/api/v1/invoices/${id}`;
    const { body } = await store.sandbox.request<InvoiceBody>('PATCH', path, { due_date: '2026-03-10' });
    await register(body);
    expect(await read(id)).toMatchObject({ discount: null });
  });

  test('there is none before the gateway has registered it, by another method, or after it was given up', async () => {
    const unregistered = await boleto();
    const pix = await store.createInvoice();
    await register(pix);
    const canceled = await boleto();
    await register(canceled);
    await store.sandbox.create(`/api/v1/invoices/${canceled.id}/cancel`);
    for (const { id } of [unregistered, pix, canceled]) {
      await expect(read(id)).rejects.toMatchObject({ status: 404, code: 'boleto_not_found' });
    }
  });

  test('after an update it is the new one, and none in between', async () => {
    const created = await boleto();
    await register(created);
    const old = await read(created.id);
    const { body } = await store.sandbox.request<InvoiceBody>('PATCH', `/api/v1/invoices/${created.id}`, {
      due_date: '2026-03-16',
    });
    await expect(read(created.id)).rejects.toMatchObject({ code: 'boleto_not_found' });
    await register(body);
    const renewed = await read(created.id);
    expect(renewed).toMatchObject({ dueDate: '2026-03-16' });
    expect(renewed.barcode).not.toBe(old.barcode);
  });

  test('the invoice of another environment is not found', async () => {
    const created = await boleto();
    await register(created);
    await expect(read(created.id, 'production')).rejects.toMatchObject({ status: 404, code: 'invoice_not_found' });
  });
});
