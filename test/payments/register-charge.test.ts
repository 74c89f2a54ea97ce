import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { readInvoiceNews } from '../../src/invoices/read-invoice-news.ts';
import { cancelCharge } from '../../src/payments/cancel-charge.ts';
import { createGatewayRegistry } from '../../src/gateways/gateway-registry.ts';
import { GatewayUnavailableError, type PaymentGateway } from '../../src/gateways/payment-gateway.ts';
import { createSandboxGateway, type SandboxGateway } from '../../src/gateways/sandbox/sandbox-gateway.ts';
import { applyStoredCallbacks, storeCallback } from '../../src/payments/receive-callback.ts';
import { registerCharge } from '../../src/payments/register-charge.ts';
import { useApiWorld } from '../support/api-world.ts';
import { confirmPayment, sendGatewayCallback } from '../support/gateway-callback.ts';
import { TEST_KEYS, type TestStore } from '../support/world.ts';

describe('a charge at the gateway', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  let sandbox: SandboxGateway;
  const secrets = createSecretBox(TEST_KEYS);
  beforeAll(async () => {
    store = await world.current.createStore();
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
    sandbox = createSandboxGateway({ em: orm.em, secrets, callbackUrl: 'http://127.0.0.1:1', publicUrl: 'http://x' });
  });
  afterAll(() => orm?.close());

  const depsWith = (overrides: Partial<PaymentGateway> = {}) => ({
    em: orm.em,
    secrets,
    publicUrl: 'http://x',
    gateways: createGatewayRegistry({ sandbox: { ...sandbox, ...overrides }, secrets, providers: [] }),
  });
  const register = (attemptId: number, { isRetry = false, gateway = {} } = {}) =>
    registerCharge(depsWith(gateway), { attemptId, at: new Date(), isRetry });
  const newsOf = async (id: number) => (await readInvoiceNews(orm.em, [id]))[0]!;

  /** The gateway takes the charge, and its answer never arrives. */
  const losesItsAnswer: Partial<PaymentGateway> = {
    async registerCharge(request) {
      await sandbox.registerCharge(request);
      throw new GatewayUnavailableError('The sandbox gateway did not answer in time.');
    },
  };
  const mustNotRegister: Partial<PaymentGateway> = {
    registerCharge: () => Promise.reject(new Error('It was charged twice.')),
  };

  test('a charge whose answer was lost is asked for, not registered again', async () => {
    const { id, payments } = await store.createInvoice();
    await expect(register(payments[0]!.id, { gateway: losesItsAnswer })).rejects.toThrow('did not answer');
    await register(payments[0]!.id, { isRetry: true, gateway: mustNotRegister });
    const invoice = await store.sandbox.invoice(id);
    expect(invoice.status).toBe('pending');
    expect(invoice.pix!.txid).toMatch(/^FATURA\d{20}$/);
  });

  test('a charge whose answer was lost before the store canceled is found, and canceled at the gateway', async () => {
    const { id, payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    await expect(register(attemptId, { gateway: losesItsAnswer })).rejects.toThrow('did not answer');
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    await register(attemptId, { isRetry: true, gateway: mustNotRegister });
    expect((await newsOf(id)).chargesToCancel).toEqual([attemptId]);
    await cancelCharge(depsWith(), { attemptId, at: new Date() });
    expect((await newsOf(id)).chargesToCancel).toEqual([]);
    const charges = await world.current.database.query('select canceled from sandbox_charges where attempt_id = $1', [
      attemptId,
    ]);
    expect(charges).toEqual([{ canceled: true }]);
    expect((await store.sandbox.invoice(id)).status).toBe('canceled');
  });

  test('a charge of an attempt that was given up before the gateway heard of it is never made', async () => {
    const { id, payments } = await store.createInvoice();
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    await register(payments[0]!.id, { gateway: mustNotRegister });
    expect((await newsOf(id)).chargesToCancel).toEqual([]);
  });

  test('registered twice at once is one charge, one transition and one event', async () => {
    const { id, payments } = await store.createInvoice();
    await Promise.allSettled([register(payments[0]!.id), register(payments[0]!.id)]);
    await register(payments[0]!.id, { isRetry: true });
    const events = await world.current.database.query(
      "select 1 from events where resource_id = $1 and type = 'invoice.payment_registered'",
      [id],
    );
    expect(events).toHaveLength(1);
    expect((await store.sandbox.invoice(id)).status).toBe('pending');
  });

  test('refused in the gateway’s answer gets a fresh attempt, as one refused later does', async () => {
    const { id, payments } = await store.createInvoice();
    const refuses: Partial<PaymentGateway> = {
      registerCharge: () => Promise.resolve({ status: 'refused', chargeId: null, reason: 'invalid_payer' }),
    };
    await register(payments[0]!.id, { gateway: refuses });
    const invoice = await store.sandbox.invoice(id);
    expect(invoice).toMatchObject({
      status: 'refused',
      payments: [{ status: 'refused', refusal_reason: 'invalid_payer' }, { status: 'pending' }],
    });
    expect((await newsOf(id)).chargeToRegister).toBe(invoice.payments[1]!.id);
  });

  test('a charge of a card keeps its token no longer than it is needed, whatever comes first', async () => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const { id: attemptId } = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/payments`, {
      card_token: 'tok_undecided',
    });
    await sendGatewayCallback(world.current, { type: 'payment_refused', attemptId, reason: 'fraud' });
    const rows = await world.current.database.query('select state, card_token from payment_attempts where id = $1', [
      attemptId,
    ]);
    expect(rows).toEqual([{ state: 'refused', card_token: null }]);
  });

  test('a charge of a test card owes its outcome once, however often it is registered', async () => {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const { id: attemptId } = await store.sandbox.create<{ id: number }>(`/api/v1/invoices/${id}/payments`, {
      card_token: 'tok_approved',
    });
    await register(attemptId, { gateway: losesItsAnswer }).catch(() => undefined);
    await register(attemptId, { isRetry: true });
    const owed = await world.current.database.query("select 1 from sandbox_callbacks where event->>'attemptId' = $1", [
      String(attemptId),
    ]);
    expect(owed).toHaveLength(1);
  });

  test('paid in two parts ends as paid, like its invoice', async () => {
    const { id, payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    await confirmPayment(world.current, { attemptId, amountCents: 4_000, paymentId: `a_${id}` });
    await confirmPayment(world.current, { attemptId, amountCents: 6_000, paymentId: `b_${id}` });
    expect(await store.sandbox.invoice(id)).toMatchObject({
      status: 'paid',
      payments: [
        { status: 'paid', received: [{ amount: 40 }, { amount: 60 }] },
        // The charge for the rest, which was not needed.
        { status: 'canceled', amount: 60, received: [] },
      ],
    });
  });

  test('the sweep applies, once, a callback that was stored and not applied because of a crash', async () => {
    const { id, payments } = await store.createInvoice();
    const event = {
      id: `evt_stored_${id}`,
      type: 'payment_confirmed' as const,
      attemptId: payments[0]!.id,
      paymentId: `pay_stored_${id}`,
      amountCents: 10_000,
      paidAt: new Date().toISOString(),
    };
    expect(await storeCallback(orm.em, { store: null, gateway: 'sandbox', event })).not.toBeNull();
    expect(await storeCallback(orm.em, { store: null, gateway: 'sandbox', event })).toBeNull();
    await world.current.database.query('update gateway_callbacks set next_try_at = now() where applied_at is null');
    const deps = { em: orm.em, clock: world.current.clock, log: pino({ level: 'silent' }) };
    await Promise.all([applyStoredCallbacks(deps), applyStoredCallbacks(deps)]);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
    expect(await world.current.database.query('select 1 from payments where invoice_id = $1', [id])).toHaveLength(1);
  });

  test('is paid and its callback applied together: where one cannot be written, neither is, until the sweep', async () => {
    const { id, payments } = await store.createInvoice();
    const query = (sql: string) => world.current.database.query(sql);
    await query(
      `alter table gateway_callbacks add constraint no_outcome check (applied_at is null or event->>'attemptId' <> '${payments[0]!.id}')`,
    );
    // It is stored, so the gateway is told that we have it.
    expect(await confirmPayment(world.current, { attemptId: payments[0]!.id, amountCents: 10_000 })).toBe(200);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'open', amount_paid: 0 });
    await query('alter table gateway_callbacks drop constraint no_outcome');
    await query('update gateway_callbacks set next_try_at = received_at where applied_at is null');
    const deps = { em: orm.em, clock: world.current.clock, log: pino({ level: 'silent' }) };
    await applyStoredCallbacks(deps);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'paid', amount_paid: 100 });
  });

  test('is made once by two that register it at the same moment, with the same answer', async () => {
    const { payments } = await store.createInvoice();
    const attemptId = payments[0]!.id;
    const results = await Promise.all([register(attemptId), register(attemptId)]);
    const charges = await world.current.database.query('select 1 from sandbox_charges where attempt_id = $1', [
      attemptId,
    ]);
    expect(charges).toHaveLength(1);
    for (const result of results.filter((one) => one !== null)) {
      expect(result).toMatchObject({ status: 'registered', chargeId: `ch_sandbox_${attemptId}` });
    }
  });
});
