import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { DateTime } from 'luxon';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { openDatabase } from '../../src/app/open-database.ts';
import { addDays, isBusinessDay, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { reconcileAccount } from '../../src/payments/reconciliation/reconcile-account.ts';
import type { InvoiceBody } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { LOCATION_HOST, startPixBank, type PixBank } from '../support/pix-bank/bank.ts';
import { createPixStore, type PixStore } from '../support/pix-bank/store.ts';
import { DAY, MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';

const ZONE = 'America/Sao_Paulo';

describe('an invoice that a store’s own bank collects', () => {
  const world = useSkippedTimeWorld();
  let orm: MikroORM;
  let bank: PixBank;
  beforeAll(async () => {
    bank = await startPixBank();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
  });
  afterAll(async () => {
    await orm?.close();
    await bank?.stop();
  });

  const now = (): Promise<Date> => world.current.now();
  const openStore = async (): Promise<PixStore> => {
    await setBankTime();
    return createPixStore({ world: world.current, bank, orm }, { boletoMaxDaysAfterDue: 10 });
  };
  const setBankTime = async (): Promise<void> => {
    const at = await now();
    bank.setClock(() => at);
  };
  const advanceTo = async (moment: number): Promise<void> => {
    await world.current.advance(moment - (await now()).getTime());
    await setBankTime();
  };
  const reach = (store: PixStore, id: number, status: string): Promise<InvoiceBody> =>
    eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.status === status,
    );
  const sell = async (store: PixStore, fields: Record<string, unknown> = {}): Promise<InvoiceBody> => {
    const { id } = await store.createInvoice({ customer_id: store.payerId, ...fields });
    return reach(store, id, 'pending');
  };
  const eventsOf = async (id: number): Promise<string[]> => {
    const rows = await world.current.database.query<{ type: string }>(
      `select type from events where resource_type = 'invoice' and resource_id = $1 order by sequence`,
      [id],
    );
    return rows.map(({ type }) => type);
  };

  /** The payload behind a code, as a paying bank reads it: by the location of the BR code, its signature verified. */
  async function readCode(qrCode: string): Promise<Record<string, unknown>> {
    const location = getPixPayloadInfo(qrCode)!.url!.replace(LOCATION_HOST, new URL(bank.baseUrl).host);
    const { cert, key } = bank.client;
    const dispatcher = new Agent({ connect: { cert, key, ca: bank.authority.cert } });
    const ask = async (url: string): Promise<string> => (await request(url, { dispatcher })).body.text();
    const jws = await ask(`https://${location}`);
    const { jku } = decodeProtectedHeader(jws);
    const keys = createLocalJWKSet(JSON.parse(await ask(String(jku))) as JSONWebKeySet);
    const { payload } = await jwtVerify(jws, keys);
    await dispatcher.close();
    return payload;
  }

  test('due on a Friday, it is paid on the second business day after with fine and interest, and returned in part', async () => {
    const store = await openStore();
    const today = DateTime.fromJSDate(await now(), { zone: ZONE }).toISODate()!;
    let friday = addDays(today, 12 - DateTime.fromISO(today).weekday);
    while (!isBusinessDay(friday)) friday = addDays(friday, 7);
    const invoice = await sell(store, {
      ...{ due_date: friday, fine: { type: 'percentage', value: 2 } },
      interest: { type: 'percentage', value: 0.033 },
      discount: { type: 'percentage', value: 10, until: addDays(friday, -2) },
    });
    const { id } = invoice;
    const { txid, qr_code } = invoice.pix!;
    expect(bank.charge(txid)).toMatchObject({
      kind: 'cobv',
      body: {
        calendario: { dataDeVencimento: friday, validadeAposVencimento: 10 },
        devedor: { cpf: '11144477735', nome: 'Ana Souza' },
        valor: {
          original: '100.00',
          multa: { modalidade: 2, valorPerc: '2.00' },
          juros: { modalidade: 3, valorPerc: '0.99' },
          desconto: { modalidade: 1, descontoDataFixa: [{ data: addDays(friday, -2), valorPerc: '10.00' }] },
        },
      },
    });
    expect(await readCode(qr_code)).toMatchObject({ txid, status: 'ATIVA', valor: { original: '100.00' } });

    const overdueAt = DateTime.fromISO(friday, { zone: ZONE }).plus({ days: 1 }).toMillis();
    await advanceTo(overdueAt + MINUTE);
    await reach(store, id, 'overdue');
    const tuesday = nextBusinessDay(addDays(nextBusinessDay(addDays(friday, 1)), 1));
    await advanceTo(DateTime.fromISO(tuesday, { zone: ZONE }).plus({ hours: 12 }).toMillis());
    const quote = await store.sandbox.get<{ amount_due: number }>(`/api/v1/invoices/${id}/quote`);
    const pix = (await bank.pay(txid))!;
    expect(Number(pix.valor)).toBe(quote.body.amount_due);
    expect(await bank.deliver({ twice: true })).toEqual([200, 200]);
    const paid = await reach(store, id, 'paid');
    expect(paid).toMatchObject({ amount_paid: quote.body.amount_due, fine_amount: 2 });
    expect(paid.payments[0]).toMatchObject({ received: [{ end_to_end_id: pix.endToEndId }] });
    const found = await store.sandbox.get<{ data: { id: number }[] }>(
      `/api/v1/invoices?end_to_end_id=${pix.endToEndId}`,
    );
    expect(found.body.data.map((one) => one.id)).toEqual([id]);

    await store.sandbox.create(`/api/v1/invoices/${id}/refunds`, { amount: 30 });
    await eventually(
      () => Promise.resolve(bank.charge(txid)!.pix[0]!.devolucoes),
      ({ length }) => length === 1,
    );
    expect(bank.charge(txid)!.pix[0]!.devolucoes).toMatchObject([{ valor: '30.00', status: 'EM_PROCESSAMENTO' }]);
    bank.settleReturns();
    await bank.deliver();
    await reach(store, id, 'partially_refunded');
    // The bank takes the rest back by itself, after a fraud.
    const rest = (quote.body.amount_due - 30).toFixed(2);
    bank.returnByItself(pix.endToEndId, { valor: rest, natureza: 'MED_FRAUDE' });
    await bank.deliver({ twice: true });
    const disputes = async () =>
      (await store.sandbox.get<{ data: object[] }>(`/api/v1/disputes?invoice_id=${id}`)).body.data;
    const [disputed] = await eventually(disputes, ({ length }) => length > 0);
    expect(disputed).toMatchObject({ kind: 'med', status: 'under_review', reason: 'MED_FRAUDE', answer: null });
    expect(await store.sandbox.invoice(id)).toMatchObject({ amount_disputed: Number(rest), amount_refunded: 30 });
    bank.settleReturns();
    await bank.deliver({ twice: true });
    await reach(store, id, 'refunded');
    expect(await disputes()).toMatchObject([{ kind: 'med', status: 'lost', amount: Number(rest) }]);
    const { body: refunds } = await store.sandbox.get<{ data: object[] }>(`/api/v1/invoices/${id}/refunds`);
    expect(refunds.data).toMatchObject([
      { amount: Number(rest), reason: 'dispute lost', status: 'succeeded' },
      { amount: 30, status: 'succeeded' },
    ]);
    expect(await eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.overdue',
      'invoice.payment_confirmed',
      'invoice.refunded',
      ...['invoice.disputed', 'invoice.dispute_closed'],
      'invoice.refunded',
    ]);
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'pix-bank-overdue-paid');
  }, 60_000);

  test('without a due date, its code is removed where the invoice is changed or canceled', async () => {
    const store = await openStore();
    const first = await sell(store, { pix_expires_in: 900 });
    expect(bank.charge(first.pix!.txid)).toMatchObject({
      kind: 'cob',
      body: { calendario: { expiracao: 900 }, valor: { original: '100.00' } },
    });
    await store.sandbox.request('PATCH', `/api/v1/invoices/${first.id}`, { discount: { type: 'fixed', value: 1 } });
    const second = await eventually(
      () => store.sandbox.invoice(first.id),
      ({ pix }) => pix !== null && pix.txid !== first.pix!.txid,
    );
    await store.sandbox.create(`/api/v1/invoices/${first.id}/cancel`, {});
    await eventually(
      () => Promise.resolve([first, second].map(({ pix }) => bank.charge(pix!.txid)!.status)),
      (statuses) => statuses.every((status) => status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR'),
    );
    expect(await bank.pay(second.pix!.txid)).toBeNull();
  });

  test('whose callback is lost is paid by the bank’s books, and what the bank removed is refused', async () => {
    const store = await openStore();
    const invoice = await sell(store);
    const removed = await sell(store);
    const pix = (await bank.pay(invoice.pix!.txid))!;
    bank.takeCallbacks();
    bank.removeCharge(removed.pix!.txid);
    const [account] = await world.current.database.query<{ id: string }>(
      `select id from gateway_accounts where company_id = $1`,
      [store.companyId],
    );
    const at = await now();
    const wide = { since: new Date(at.getTime() - DAY), until: new Date(at.getTime() + DAY) };
    const deps = { em: orm.em, clock: world.current.clock, gateways: store.gateways, log: pino({ level: 'silent' }) };
    const given = { accountId: Number(account!.id), heartbeat: () => undefined };
    expect(await reconcileAccount(deps, { ...given, span: wide })).toMatchObject({ repaired: 2, findings: 0 });
    expect((await store.sandbox.invoice(invoice.id)).status).toBe('paid');
    expect(await reconcileAccount(deps, { ...given, span: wide })).toMatchObject({ repaired: 0, findings: 0 });
    expect((await store.sandbox.invoice(removed.id)).payments[0]).toMatchObject({
      status: 'refused',
      refusal_reason: 'canceled_at_gateway',
    });
    expect(await bank.deliver()).toEqual([]);
    expect(pix.devolucoes).toEqual([]);
    await store.sandbox.create(`/api/v1/invoices/${removed.id}/cancel`, {});
  });

  test('whose terms come from settings that a bank cannot register asks for a fixed amount until its due date', async () => {
    const store = await openStore();
    await world.current.database.query('update companies set default_interest = $2 where id = $1', [
      store.companyId,
      '{"type":"percentage","ppm":333}',
    ]);
    const due = nextBusinessDay(addDays((await now()).toISOString().slice(0, 10), 4));
    const { id, pix } = await sell(store, { due_date: due });
    expect(bank.charge(pix!.txid)).toMatchObject({ kind: 'cob', body: { valor: { original: '100.00' } } });
    const overdueAt = DateTime.fromISO(due, { zone: ZONE }).plus({ days: 1 }).toMillis();
    expect(Math.abs(Date.parse(pix!.expires_at) - overdueAt)).toBeLessThan(2_000);
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`, {});
  });

  test('is not made where a bank could not register its terms, and says what to give', async () => {
    const store = await openStore();
    const refused = async (fields: Record<string, unknown>) => {
      const { status, body } = await store.sandbox.request<{ errors: { field: string; code: string }[] }>(
        'POST',
        '/api/v1/invoices',
        {
          ...{ customer_id: store.payerId, products: [{ product_id: store.productId, quantity: 1 }] },
          ...{ payment_method: 'pix', due_date: '2027-03-12', ...fields },
        },
      );
      expect(status).toBe(422);
      return body.errors.map(({ field, code }) => `${field} ${code}`);
    };
    expect(await refused({ interest: { type: 'percentage', value: 0.0333 } })).toEqual(['interest.value too_precise']);
    expect(await refused({ fine: { type: 'percentage', value: 2.255 } })).toEqual(['fine.value too_precise']);
    expect(await refused({ discount: { type: 'fixed', value: 1, until: '2027-03-13' } })).toEqual([
      'discount.until too_late',
    ]);
    expect(await refused({ customer_id: store.customerId })).toEqual(['customer.document required']);
  });

  test('all that was sent, and all that the bank answered, is as the Central Bank’s document has it', () => {
    expect(bank.requests.length).toBeGreaterThan(20);
    expect(bank.violations).toEqual([]);
  });

  test('beside a boleto, the bank’s Pix is for the same debt, and paid late it takes the boleto back', async () => {
    await setBankTime();
    const store = await createPixStore(
      { world: world.current, bank, orm },
      { boletoMaxDaysAfterDue: 10, boletoWithPix: true },
    );
    const terms = { fine: { type: 'percentage', value: 2 }, interest: { type: 'percentage', value: 0.033 } };
    const { id } = await store.createInvoice({ customer_id: store.payerId, payment_method: 'boleto', ...terms });
    const invoice = await eventually(
      () => store.sandbox.invoice(id),
      (seen) => seen.pix !== null,
    );
    const { txid } = invoice.pix!;
    const dueDate = invoice.boleto!.due_date;
    expect(bank.charge(txid)).toMatchObject({
      kind: 'cobv',
      body: {
        calendario: { dataDeVencimento: dueDate, validadeAposVencimento: 10 },
        valor: { original: '100.00', multa: { modalidade: 2, valorPerc: '2.00' } },
      },
    });
    await advanceTo(DateTime.fromISO(dueDate, { zone: ZONE }).plus({ days: 2, hours: 12 }).toMillis());
    await reach(store, id, 'overdue');
    const quote = await store.sandbox.get<{ amount_due: number }>(`/api/v1/invoices/${id}/quote`);
    const pix = (await bank.pay(txid))!;
    expect(Number(pix.valor)).toBe(quote.body.amount_due);
    await bank.deliver();
    const paid = await reach(store, id, 'paid');
    expect(paid.payments.map(({ status }) => status)).toEqual(['canceled', 'paid']);
    expect(bank.violations).toEqual([]);
  });
});
