import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { checkoutState } from '../../src/checkout/checkout-state.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { changeInvoice } from '../../src/invoices/change-invoice.ts';
import { passDeadline } from '../../src/invoices/pass-deadline.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { chargeAgain } from '../../src/payments/charge-again.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import type { ChargeArtefacts, ChargeRequest, ChargeResult } from '../../src/gateways/payment-gateway.ts';
import { createSandboxGateway, type SandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { boletoBarcode, digitableLine } from '../../src/banking/boleto/barcode.ts';
import { chargeHasLapsed } from '../../src/payments/lapsed-charge.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { textOfPdf } from '../support/pictures.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

const PDF = 'https://gateway.invalid/boletos/1.pdf';
const BARCODE = boletoBarcode({ bank: '001', dueDate: '2026-03-09', amountCents: 10_000, freeField: '7'.repeat(25) });
const BANKS = {
  method: 'boleto' as const,
  barcode: BARCODE,
  digitableLine: digitableLine(BARCODE),
  ourNumber: null,
  dueDate: '2026-03-09',
};
const FIXED = { ...BANKS, isFixed: true as const } satisfies ChargeArtefacts;

const PIX = { method: 'pix' as const, qrCode: 'a code', txid: null, expiresAt: '2026-03-10T03:00:00.000Z' };
const PIX_WITH_TERMS = { ...PIX, expiresAt: '2026-04-09T03:00:00.000Z', dueDate: '2026-03-09' };
const ON_THE_DAY = new Date('2026-03-10T02:59:59Z');
const AFTER_IT = new Date('2026-03-10T03:00:00Z');

describe('whether a charge has lapsed', () => {
  const company = { timeZone: 'America/Sao_Paulo', suspendedAt: null, paysAfterAbandonment: false };
  const cases = [
    ['a fixed boleto, after its due date', FIXED, 'pending', AFTER_IT, true],
    ['a fixed boleto, on its due date', FIXED, 'pending', ON_THE_DAY, false],
    ['a boleto to which a bank adds fees', BANKS, 'pending', AFTER_IT, false],
    ['a Pix code whose time is over', PIX, 'pending', AFTER_IT, true],
    ['a Pix code a second before', PIX, 'pending', ON_THE_DAY, false],
    ['a Pix to which a bank adds fees', PIX_WITH_TERMS, 'pending', AFTER_IT, false],
    ['one that was given up', FIXED, 'canceled', AFTER_IT, false],
    ['one that is not registered yet', null, 'pending', AFTER_IT, false],
  ] as const;
  test.each(cases)('%s', (_name, artefacts, state, at, expected) => {
    const attempts = [{ state, artefacts, method: artefacts?.method ?? ('boleto' as const) }];
    expect(chargeHasLapsed({ invoice: { status: 'overdue' }, attempts, company, at })).toBe(expected);
    expect(chargeHasLapsed({ invoice: { status: 'pending' }, attempts, company, at })).toBe(false);
  });

  test('the money of a boleto may be on its way for some days, and that of a Pix is there at once', () => {
    const whether = (artefacts: typeof FIXED | typeof PIX) => {
      const attempts = [{ state: 'pending' as const, artefacts, method: artefacts.method }];
      return chargeHasLapsed({ invoice: { status: 'overdue' }, attempts, company, at: AFTER_IT }, 5);
    };
    expect([whether(FIXED), whether(PIX)]).toEqual([false, true]);
  });

  test.each([
    [FIXED, AFTER_IT, 'lapsed'],
    [FIXED, ON_THE_DAY, 'awaiting_payment'],
    [BANKS, AFTER_IT, 'overdue'],
    [PIX, AFTER_IT, 'lapsed'],
    [PIX, ON_THE_DAY, 'awaiting_payment'],
    [PIX_WITH_TERMS, AFTER_IT, 'overdue'],
  ] as const)('and which page shows it', (artefacts, now, expected) => {
    const ofNobody = { dueDate: '2026-03-09', subscriptionId: null, paymentLinkId: null };
    const invoice = { status: 'overdue', paymentMethod: artefacts.method, ...ofNobody } as const;
    const attempts = [{ state: 'pending' as const, artefacts, method: artefacts.method }];
    expect(checkoutState(invoice, attempts, company, now)).toBe(expected);
    expect(checkoutState(invoice, attempts, { ...company, suspendedAt: new Date() }, now)).toBe('suspended');
  });
});

describe('a boleto that cannot be paid after its due date', () => {
  const MONDAY = new Date('2026-03-02T15:00:00Z');
  /** Three days late: the boleto was due on the 9th, a Monday. */
  const THURSDAY = new Date('2026-03-12T15:00:00Z');
  let now = MONDAY;
  const world = useApiWorld({ clock: { now: () => Promise.resolve(now) } });
  const secrets = createSecretBox(TEST_KEYS);
  let orm: MikroORM;
  let store: TestStore;
  let sandbox: SandboxGateway;
  let registered: ChargeRequest[] = [];
  beforeAll(async () => {
    store = await world.current.createStore({ boletoMaxDaysAfterDue: 30 });
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
    const urls = { callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1' };
    sandbox = createSandboxGateway({ em: orm.em, secrets, ...urls });
  });
  beforeEach(() => {
    now = MONDAY;
    registered = [];
  });
  afterAll(() => orm?.close());

  /** Draws its own boletos, and lets them be paid to their due date only. */
  function registerFixed(request: ChargeRequest): Promise<ChargeResult> {
    registered.push(request);
    const artefacts: ChargeArtefacts = { ...FIXED, dueDate: request.dueDate!, pdfUrl: PDF };
    return Promise.resolve({ status: 'registered', chargeId: `ch_${request.attemptId}`, artefacts });
  }

  async function register({ id }: { id: number }): Promise<void> {
    const gateways = createGatewayRegistry({
      sandbox: { ...sandbox, registerCharge: registerFixed },
      secrets,
      providers: [],
    });
    const { chargeToRegister: attemptId } = (await readInvoiceNews(orm.em, [id]))[0]!;
    const deps = { em: orm.em, secrets, gateways, publicUrl: 'http://x' };
    await registerCharge(deps, { attemptId: attemptId!, at: now, isRetry: false });
  }
  const fallDue = ({ id }: { id: number }) => passDeadline(orm.em, { invoiceId: id, kind: 'due_date_passed', at: now });
  const page = async ({ checkout_hash: hash }: InvoiceBody, path = '', init: RequestInit = {}): Promise<Response> =>
    fetch(`${world.current.baseUrl}/checkout/${hash}${path}`, {
      redirect: 'manual',
      headers: { Accept: 'text/html', 'Accept-Language': 'en' },
      ...init,
    });
  const read = async (invoice: InvoiceBody) => (await (await page(invoice)).text()).replaceAll('\u00a0', ' ');
  const askAgain = ({ id }: { id: number }) => store.sandbox.post(`/api/v1/invoices/${id}/payments`);

  async function overdueInvoice(): Promise<InvoiceBody> {
    const invoice = await store.createInvoice({
      payment_method: 'boleto',
      due_date: '2026-03-09',
      fine: { type: 'percentage', value: 2 },
      interest: { type: 'fixed', value: 0.5 },
    });
    await register(invoice);
    now = THURSDAY;
    await fallDue(invoice);
    expect((await store.sandbox.invoice(invoice.id)).status).toBe('overdue');
    return invoice;
  }

  test('is drawn by its gateway, and the API names our address of it', async () => {
    const invoice = await store.createInvoice({ payment_method: 'boleto', due_date: '2026-03-09' });
    await register(invoice);
    const { boleto } = await store.sandbox.invoice(invoice.id);
    const address = `${world.current.baseUrl}/checkout/${invoice.checkout_hash}/boleto.pdf`;
    expect(boleto).toMatchObject({ our_number: null, pdf_url: address });
    const answer = await page(invoice, '/boleto.pdf');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, PDF]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await read(invoice)).toMatch(/boleto\.pdf" target="_blank"/);
    // An address that is not https is nobody's to be sent to: the document is then ours, without what nobody told us.
    await world.current.database.query(
      `update payment_attempts set artefacts = artefacts || '{"pdfUrl": "http://gateway.invalid/1.pdf"}' where invoice_id = $1`,
      [invoice.id],
    );
    const ours = await page(invoice, '/boleto.pdf');
    expect([ours.status, ours.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const text = await textOfPdf(new Uint8Array(await ours.arrayBuffer()));
    expect(text).toContain('Não receber após o vencimento.');
    expect(text).not.toMatch(/null|undefined/);
  });

  test('is told to be dead once the invoice is overdue, and a fresh one asks for what is due that day', async () => {
    const invoice = await overdueInvoice();
    const lapsed = await read(invoice);
    expect(lapsed).toContain('This boleto can no longer be paid');
    // 100.00, the fine of 2 % and three days of 0.50.
    expect(lapsed).toContain('R$103.50');
    expect(lapsed).not.toContain('7'.repeat(5));
    expect((await page(invoice, '/boleto.pdf')).status).toBe(404);

    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
    const answer = await page(invoice, '/payments', { method: 'POST', headers, body: 'amount=103.5' });
    expect(answer.status).toBe(303);
    const [old, fresh] = (await store.sandbox.invoice(invoice.id)).payments;
    expect([old, fresh]).toMatchObject([{ status: 'canceled' }, { status: 'pending', amount: 103.5 }]);
    const news = (await readInvoiceNews(orm.em, [invoice.id]))[0]!;
    // The old one has ended by itself: money that was paid on its last day may be on its way.
    expect(news).toMatchObject({ status: 'open', chargeToRegister: fresh!.id, chargesToCancel: [] });
    const events = await world.current.database.query<{ changed: string[] }>(
      `select body::json->'data'->'changed' as changed from events where resource_id = $1 and type = 'invoice.updated'`,
      [invoice.id],
    );
    expect(events).toEqual([{ changed: ['payments'] }]);

    await register(invoice);
    // Two days later is a Saturday, on which no bank does business.
    expect(registered.at(-1)).toMatchObject({ dueDate: '2026-03-16', amountCents: 10_350 });
    await fallDue(invoice);
    expect(await store.sandbox.invoice(invoice.id)).toMatchObject({ status: 'overdue', due_date: '2026-03-09' });
    const payable = await read(invoice);
    expect(payable).toContain('Due on March 16, 2026');
    expect(payable).toContain('R$103.50');
    expect((await askAgain(invoice)).body).toMatchObject({ code: 'attempt_pending' });

    // It asks for the amount of its registration, also on its last day.
    now = new Date('2026-03-16T15:00:00Z');
    expect(await read(invoice)).toContain('R$103.50');
    now = new Date('2026-03-17T15:00:00Z');
    expect(await read(invoice)).toContain('This boleto can no longer be paid');
    expect((await askAgain(invoice)).body).toMatchObject({ status: 'pending', amount: 106 });
  });

  test('is asked for again by a subscription days later, and one that can be paid is not', async () => {
    const invoice = await overdueInvoice();
    const again = () =>
      changeInvoice(orm.em, { invoiceId: invoice.id, at: now, dispatch: 'outbox' }, (change) =>
        chargeAgain(change, { gateway: 'sandbox', card: null }),
      );
    // Nobody asks by themselves while what was paid on the last day may be on its way.
    now = new Date('2026-03-14T15:00:00Z');
    expect(await again()).toBe(false);
    now = new Date('2026-03-15T15:00:00Z');
    expect(await again()).toBe(true);
    expect((await store.sandbox.invoice(invoice.id)).payments.map(({ status }) => status)).toEqual([
      'canceled',
      'pending',
    ]);
    // It is under way now, and not asked for twice.
    expect(await again()).toBe(true);
    await register(invoice);
    await fallDue(invoice);
    expect(await again()).toBe(false);
    expect((await store.sandbox.invoice(invoice.id)).payments).toHaveLength(2);
  });
});
