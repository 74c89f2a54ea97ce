import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DateTime } from 'luxon';
import { pino } from 'pino';
import { openDatabase } from '../../src/app/open-database.ts';
import { addDays, nextBusinessDay } from '../../src/base/calendar/business-day.ts';
import { reconcileAccount } from '../../src/payments/reconciliation/reconcile-account.ts';
import { startPixBank, type PixBank } from '../support/pix-bank/bank.ts';
import { createPixStore, type PixStore } from '../support/pix-bank/store.ts';
import { DAY, useSkippedTimeWorld } from '../support/skipped-time.ts';
import { act, advanceToDay, dayOf, readSubscription, subscribe, untilQuiet, ZONE } from '../support/subscriptions.ts';

/** Pix Automático at a store's own bank, held to the Central Bank's document. */
describe('debits by a store’s own bank', () => {
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

  const setBankTime = async (): Promise<void> => {
    const at = await world.current.now();
    bank.setClock(() => at);
  };
  const openStore = async (): Promise<PixStore> => {
    await setBankTime();
    // The callbacks that are left are another store's.
    bank.takeCallbacks();
    return createPixStore(
      { world: world.current, bank, orm },
      { dunningRetryDays: [1, 3], subscriptionDaysBeforeDue: 4 },
    );
  };
  const toDay = async (day: string): Promise<void> => {
    await untilQuiet(world.current);
    bank.setClock(() => DateTime.fromISO(`${day}T06:00`, { zone: ZONE }).toJSDate());
    await advanceToDay(world.current, day);
    await setBankTime();
  };
  const toEvening = async (day: string): Promise<void> => {
    await untilQuiet(world.current);
    const moment = DateTime.fromISO(`${day}T22:01`, { zone: ZONE });
    bank.setClock(() => moment.toJSDate());
    await world.current.advance(moment.toMillis() - (await world.current.now()).getTime());
    await untilQuiet(world.current);
  };
  const tell = async (options: { twice?: boolean } = {}): Promise<void> => {
    for (const status of await bank.deliver(options)) expect(status).toBe(200);
    await untilQuiet(world.current);
  };
  const agree = (store: PixStore, fields: Record<string, unknown> = {}) =>
    subscribe(store, { customer_id: store.payerId, payment_method: 'pix_automatic', ...fields });

  test('a first payment that authorises, a refused debit and its retry, a word that was lost, a cancellation', async () => {
    const store = await openStore();
    const { id } = await agree(store);
    await untilQuiet(world.current);
    const begun = await readSubscription(store, id);
    const first = await store.sandbox.invoice(begun.latest_cycle!.invoice_id);
    const { txid } = first.pix!;
    expect(bank.charge(txid)).toMatchObject({ kind: 'cob', body: { valor: { original: '50.00' } } });
    const [rec] = bank.recurrences.recs();
    expect(rec!.body).toMatchObject({
      vinculo: { devedor: { cpf: '11144477735', nome: 'Ana Souza' } },
      calendario: { periodicidade: 'MENSAL' },
      ...{ politicaRetentativa: 'PERMITE_3R_7D', ativacao: { dadosJornada: { txid } } },
    });
    // The code of the invoice is the bank's, for the charge and the recurrence; the authorisation's alone is another.
    expect(first.pix!.qr_code).toMatch(/pix\.bank\.example\/qr\/v2\/\w+.*pix\.bank\.example\/qr\/v2\/rec\//);
    expect(begun.authorization!.qr_code).toMatch(/^00020126180014br\.gov\.bcb\.pix5204/);
    await bank.pay(txid);
    bank.recurrences.authorize(rec!.idRec);
    await tell({ twice: true });
    expect(await readSubscription(store, id)).toMatchObject({
      ...{ status: 'active', authorization: { status: 'authorized' }, latest_cycle: { status: 'paid' } },
    });

    // The second charge: the bank is told four days before, and refuses it on its day.
    const origin = DateTime.fromISO(dayOf(await world.current.now()));
    const second = origin.plus({ months: 1 }).toISODate()!;
    await toDay(addDays(second, -4));
    const debit = bank.recurrences.cobrs().at(-1)!;
    const settles = nextBusinessDay(second);
    expect(debit).toMatchObject({
      body: {
        ...{ idRec: rec!.idRec, ajusteDiaUtil: true, calendario: { dataDeVencimento: settles } },
        ...{ valor: { original: '50.00' }, recebedor: { agencia: '9708', conta: '012682', tipoConta: 'CORRENTE' } },
      },
    });
    await toDay(settles);
    bank.recurrences.settle(debit.txid, { refused: 'AM02' });
    await tell({ twice: true });
    const { latest_cycle: cycle } = await readSubscription(store, id);
    expect(cycle).toMatchObject({ status: 'retrying', failures: 1 });
    expect((await store.sandbox.invoice(cycle!.invoice_id)).payments).toMatchObject([
      { status: 'refused', refusal_reason: 'limit_exceeded', debited_on: settles },
    ]);

    // It is tried again as the same charge; the bank's word on that is lost, and the bank is asked in the evening.
    const retried = addDays(settles, 1);
    await toDay(retried);
    const again = nextBusinessDay(addDays(retried, 1));
    expect(bank.recurrences.cobrs().at(-1)!.tries).toMatchObject([
      { status: 'REJEITADA', dataLiquidacao: settles },
      { status: 'AGENDADA', dataLiquidacao: again, tipo: 'NTAG' },
    ]);
    await toDay(again);
    bank.recurrences.settle(debit.txid, 'paid');
    bank.takeCallbacks();
    await toEvening(again);
    const paid = await store.sandbox.invoice(cycle!.invoice_id);
    expect(paid).toMatchObject({ status: 'paid', amount_paid: 50 });
    expect(paid.payments).toMatchObject([
      { status: 'refused', received: [] },
      { status: 'paid', debited_on: again, received: [{ amount: 50 }] },
    ]);

    // The payer cancels in the app of the bank, and its word is lost too: the books tell of it.
    const third = origin.plus({ months: 2 }).toISODate()!;
    await toDay(addDays(third, -4));
    const pending = await readSubscription(store, id);
    const { invoice_id: invoiceId } = pending.latest_cycle!;
    expect(await store.sandbox.invoice(invoiceId)).toMatchObject({ status: 'pending', pix: null });
    bank.recurrences.cancel(rec!.idRec);
    bank.takeCallbacks();
    await reconcile(store);
    await untilQuiet(world.current);
    expect(await readSubscription(store, id)).toMatchObject({
      ...{ status: 'awaiting_authorization' },
      authorization: { status: 'canceled', ended_by: 'payer', end_reason: 'SLDB' },
    });
    const byCode = await store.sandbox.invoice(invoiceId);
    expect(byCode).toMatchObject({ status: 'pending', pix: { txid: expect.any(String) } });
    await bank.pay(byCode.pix!.txid);
    await tell();
    expect(await store.sandbox.invoice(invoiceId)).toMatchObject({ status: 'paid' });
    await act(store, { id, what: 'cancel' });
    await untilQuiet(world.current);
    expect(bank.violations).toEqual([]);
  }, 120_000);

  test('the payer’s bank asks in its app; the store cancels, and the bank hears of it', async () => {
    const store = await openStore();
    const { id } = await agree(store, {
      start_date: addDays(dayOf(await world.current.now()), 15),
      authorization: { journey: 'bank_request', payer_account: { ispb: '87654321', account: '123456' } },
    });
    await untilQuiet(world.current);
    const rec = bank.recurrences.recs().at(-1)!;
    expect(rec).toMatchObject({
      status: 'CRIADA',
      requests: [{ destinatario: { ispbParticipante: '87654321', conta: '123456', cpf: '11144477735' } }],
    });
    bank.recurrences.authorize(rec.idRec);
    await tell();
    expect(await readSubscription(store, id)).toMatchObject({ authorization: { status: 'authorized' } });
    const removed = await store.sandbox.request('DELETE', `/api/v1/subscriptions/${id}/authorization`);
    expect(removed).toMatchObject({ status: 200, body: { status: 'awaiting_authorization' } });
    await untilQuiet(world.current);
    expect(bank.recurrences.recs().at(-1)).toMatchObject({ idRec: rec.idRec, status: 'CANCELADA' });
    await act(store, { id, what: 'cancel' });
    await untilQuiet(world.current);
    expect(bank.violations).toEqual([]);
  }, 60_000);

  test('an answer that is lost makes no second recurrence, and no second debit', async () => {
    const store = await openStore();
    const before = bank.recurrences.recs().length;
    bank.failNext({ method: 'POST', path: /\/rec$/, how: 'drop_after' });
    const { id } = await agree(store, { trial_days: 6 });
    await untilQuiet(world.current);
    const made = bank.recurrences.recs().slice(before);
    expect(made).toHaveLength(1);
    bank.recurrences.authorize(made[0]!.idRec);
    await tell();
    const debits = bank.recurrences.cobrs().length;
    bank.failNext({ method: 'PUT', path: /\/cobr\//, how: 'drop_after' });
    await toDay(addDays(dayOf(await world.current.now()), 2));
    expect(bank.recurrences.cobrs().length).toBe(debits + 1);
    const { latest_cycle: cycle } = await readSubscription(store, id);
    expect(await store.sandbox.invoice(cycle!.invoice_id)).toMatchObject({ status: 'pending', pix: null });
    await act(store, { id, what: 'cancel' });
    await untilQuiet(world.current);
    expect(bank.recurrences.cobrs().at(-1)).toMatchObject({ status: 'CANCELADA' });
    expect(bank.violations).toEqual([]);
  }, 60_000);

  async function reconcile(store: PixStore): Promise<void> {
    const until = await world.current.now();
    const [account] = await world.current.database.query<{ id: string }>(
      `select id from gateway_accounts where company_id = $1`,
      [store.companyId],
    );
    const deps = {
      ...{ em: orm.em.fork(), clock: world.current.clock, gateways: store.gateways },
      log: pino({ level: 'silent' }),
    };
    const span = { since: new Date(until.getTime() - DAY), until };
    await reconcileAccount(deps, { accountId: Number(account!.id), span, heartbeat: () => undefined });
  }
});
