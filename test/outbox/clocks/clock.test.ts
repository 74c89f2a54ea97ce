import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { eventually } from '../../support/eventually.ts';
import { advanceClock, CLOCK, readClock } from '../../support/store-clock.ts';
import { readCycles, readSubscription, subscribe } from '../../support/subscriptions.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;
const ROOT = join(import.meta.dirname, '../../..');

describe('the clock of a sandbox', () => {
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
  });
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
  });

  test('moves a boleto past its due date and its last day, each at its own moment', async () => {
    const store = await world.createStore({ boletoMaxDaysAfterDue: 10 });
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    const before = await readClock(store);
    expect(before).toMatchObject({
      is_manual: false,
      status: 'ready',
      next: { what: 'due_date_passed', invoice_id: id },
    });
    const clock = await advanceClock(store, { advance: 'P30D' });
    expect(clock).toMatchObject({ is_manual: true, status: 'ready', target: null, next: null, done: 2 });
    expect(Date.parse(clock.now) - Date.parse(before.now)).toBeGreaterThan(29 * DAY);
    expect(store.receiver.eventsOf(id)).toEqual([
      'invoice.created',
      'invoice.payment_registered',
      'invoice.overdue',
      'invoice.expired',
    ]);
    const { body } = await store.sandbox.get<{ data: { event: string; created_at: string }[] }>('/api/v1/events');
    const overdue = body.data.find(({ event }) => event === 'invoice.overdue')!;
    expect(overdue.created_at).toBe(before.next!.at);
    expect((await store.createInvoice()).id).toBeGreaterThan(id);
  });

  test('reminds a payer at each step, in words that can be read, and stops at the payment', async () => {
    const store = await world.createStore();
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    // The clock waits until the invoices follow the schedule.
    await store.sandbox.request('PATCH', '/api/v1/reminder-schedule', {
      ...{ enabled: true, business_days_only: false, quiet_hours: null },
      twilio: { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'a-secret-token-of-twilio', sms_from: '+15005550006' },
      steps: [
        ...[-1, 0, 20].map((days) => ({ name: `step-${days + 1}`, days, time: '09:00' })),
        { name: 'step-1-by-sms', days: 0, time: '09:00', channel: 'sms' },
      ],
    });
    const { due_date: due } = await store.sandbox.invoice(id);
    const clock = await advanceClock(store, { to: `${due}T12:00:00-03:00` });
    expect(clock).toMatchObject({ done: 2, next: { what: 'due_date_passed', invoice_id: id } });
    await store.sandbox.create(`/api/v1/sandbox/invoices/${id}/payment`, { outcome: 'confirmed' });
    await advanceClock(store, { advance: 'P40D' });
    const { body } = await store.sandbox.get<{ data: Record<string, unknown>[] }>(`/api/v1/messages?invoice_id=${id}`);
    expect(body.data.map(({ kind, step, status, reason }) => [kind, step, status, reason]).reverse()).toEqual([
      ['reminder', 'step-0', 'sent', 'simulated'],
      ['reminder', 'step-1', 'sent', 'simulated'],
      // At the same moment, by another channel.
      ['reminder', 'step-1-by-sms', 'skipped', 'no_phone'],
      ['receipt', null, 'sent', 'simulated'],
    ]);
    expect(body.data.map(({ send_at: at }) => at).slice(1)).toEqual([
      `${due}T12:00:00.000Z`,
      `${due}T12:00:00.000Z`,
      new Date(Date.parse(`${due}T12:00:00Z`) - DAY).toISOString(),
    ]);
    const content = await store.sandbox.get(`/api/v1/messages/${String(body.data[0]!.id)}/content`);
    expect(content.body).toMatchObject({ subject: expect.stringContaining('recebemos seu pagamento') as unknown });
  });

  test('has a payer’s bank debit a year of a subscription, each charge on its day', async () => {
    const store = await world.createStore({ subscriptionDaysBeforeDue: 5 });
    const payer = { name: 'Ana Souza', email: 'ana@example.com', document: '11144477735' };
    const { id: customer_id } = await store.sandbox.create<{ id: number }>('/api/v1/customers', payer);
    const { id } = await subscribe(store, { customer_id, payment_method: 'pix_automatic', cycles: 13 });
    const asked = await eventually(
      () => readSubscription(store, id),
      ({ authorization }) => authorization?.status === 'pending',
    );
    await store.sandbox.create(`/api/v1/sandbox/invoices/${asked.latest_cycle!.invoice_id}/payment`, {
      outcome: 'confirmed',
    });
    await eventually(
      () => readSubscription(store, id),
      ({ status }) => status === 'active',
    );
    await advanceClock(store, { advance: 'P1Y' });
    await advanceClock(store, { advance: 'P7D' });
    const cycles = await readCycles(store, id);
    expect(cycles.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'paid'));
    const paid = await world.database.query<{ settles_on: string; paid_on: string }>(
      `select attempt.settles_on::text, (payment.paid_at at time zone 'America/Sao_Paulo')::date::text as paid_on
       from payments payment join payment_attempts attempt on attempt.id = payment.attempt_id
       join invoices on invoices.id = payment.invoice_id
       where invoices.subscription_id = $1 and attempt.settles_on is not null`,
      [id],
    );
    expect(paid).toHaveLength(12);
    for (const { settles_on, paid_on } of paid) expect(paid_on).toBe(settles_on);
  }, 60_000);

  test('retries a webhook at its own moments, by the policy of now, and at no other', async () => {
    const store = await world.createStore({ webhookRetries: 3, webhookRetryIntervalSeconds: 3_600 });
    store.receiver.behave((response) => response.writeHead(500).end());
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    await advanceClock(store, { advance: 'PT90M' });
    const attemptsOf = () =>
      world.database.query<{ type: string; attempts: number; state: string; next: string | null }>(
        `select e.type, d.attempts, d.state, d.next_attempt_at - d.created_at as next
         from webhook_deliveries d join events e on e.id = d.event_id where e.resource_id = $1 and e.resource_type = 'invoice'
         order by e.id`,
        [id],
      );
    expect((await attemptsOf()).map(({ attempts, state }) => [attempts, state])).toEqual([
      [2, 'pending'],
      [2, 'pending'],
    ]);
    const { body: settings } = await store.sandbox.get<{ retries: number }>('/api/v1/webhook-settings');
    expect(settings).toMatchObject({ retries: 3 });
    await store.sandbox.request('PATCH', '/api/v1/webhook-settings', { interval_seconds: 7_200 });
    // By the interval of before, each would have been tried twice more by now.
    await advanceClock(store, { advance: 'PT100M' });
    expect((await attemptsOf()).map(({ attempts }) => attempts)).toEqual([3, 3]);
    store.receiver.behave(null);
    await advanceClock(store, { advance: 'PT2H' });
    expect((await attemptsOf()).map(({ attempts, state }) => [attempts, state])).toEqual([
      [4, 'delivered'],
      [4, 'delivered'],
    ]);
  });

  test('stops at its next moment when it is told to, and answers a second advance with the first', async () => {
    const store = await world.createStore();
    const hanging: ServerResponse[] = [];
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    // Its first events have come: what hangs is of the moment that the clock comes to.
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.created') && events.includes('invoice.payment_registered'),
    );
    store.receiver.behave((response) => void hanging.push(response));
    const begun = await store.sandbox.post<{ target: string }>(CLOCK, { advance: 'P1Y' });
    expect(begun.status).toBe(202);
    await eventually(
      () => readClock(store),
      ({ waits_for }) => waits_for?.what === 'delivery' || waits_for?.what === 'invoice',
    );
    const second = await store.sandbox.post(CLOCK, { advance: 'P1D' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'clock_advancing', advance: { target: begun.body.target } },
    });
    expect(await store.sandbox.request('DELETE', CLOCK)).toMatchObject({ status: 409 });
    expect((await store.sandbox.post(`${CLOCK}/stop`)).status).toBe(200);
    store.receiver.behave(null);
    for (const response of hanging) response.end();
    const clock = await eventually(
      () => readClock(store),
      ({ status }) => status === 'ready',
    );
    expect(clock).toMatchObject({ done: 1, target: null });
    expect(clock.now < begun.body.target).toBe(true);
  });

  test('is given back where nothing lies ahead, names what does, and leaves other stores and production alone', async () => {
    const [store, other] = [await world.createStore(), await world.createStore()];
    const theirs = await other.createInvoice({ payment_method: 'boleto' });
    await advanceClock(store, { advance: 'P2D' });
    const { id } = await store.createInvoice();
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    const refused = await store.sandbox.request('DELETE', CLOCK);
    expect(refused).toMatchObject({ status: 409, body: { code: 'clock_ahead', invoice_id: id } });
    await store.sandbox.post(`/api/v1/invoices/${id}/cancel`);
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.includes('invoice.canceled'),
    );
    await eventually(
      () => store.sandbox.request('DELETE', CLOCK),
      ({ status }) => status === 204,
    );
    expect(await readClock(store)).toMatchObject({ is_manual: false });
    expect(await readClock(other)).toMatchObject({ is_manual: false });
    expect(await other.sandbox.invoice(theirs.id)).toMatchObject({ status: 'pending' });
    const made = await store.production.create<{ created_at: string }>('/api/v1/customers', {
      name: 'Bia',
      email: 'bia@example.com',
    });
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(60_000);
  });

  test('that has fallen behind real time is brought to it before it is given back, and timers go on from there', async () => {
    const store = await world.createStore({ pixExpirySeconds: 60 });
    await advanceClock(store, { advance: 'PT1S' });
    const { id } = await store.createInvoice();
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    // As if a day had passed in real time.
    await world.database.query(`update sandbox_clocks set now_at = now_at - interval '1 day' where company_id = $1`, [
      store.companyId,
    ]);
    await world.database.query(
      `update invoices set next_deadline_at = next_deadline_at - interval '1 day', pix_expires_at = pix_expires_at - interval '1 day',
         created_at = created_at - interval '1 day', updated_at = updated_at - interval '1 day' where id = $1`,
      [id],
    );
    // A delivery that is still under way was made then, too.
    await world.database.query(
      `update webhook_deliveries set created_at = created_at - interval '1 day' where company_id = $1`,
      [store.companyId],
    );
    expect(await store.sandbox.request('DELETE', CLOCK)).toMatchObject({
      status: 409,
      body: { code: 'clock_behind', invoice_id: id },
    });
    await advanceClock(store, { to: new Date().toISOString() });
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'abandoned' });
    const open = await store.createInvoice();
    await eventually(
      () => store.sandbox.invoice(open.id),
      ({ status }) => status === 'pending',
    );
    expect((await store.sandbox.request('DELETE', CLOCK)).status).toBe(204);
    await world.database.query(
      `update invoices set pix_expires_at = now() + interval '1 second', next_deadline_at = now() + interval '1 second',
         version = version + 1 where id = $1`,
      [open.id],
    );
    await world.database.query(`insert into outbox (subject_type, subject_id) values ('invoice', $1)`, [open.id]);
    await eventually(
      () => store.sandbox.invoice(open.id),
      ({ status }) => status === 'abandoned',
    );
  });

  test('is advanced by the command line, which waits until it is there and says what comes next', async () => {
    const store = await world.createStore();
    const { id } = await store.createInvoice({ payment_method: 'boleto' });
    await eventually(
      () => store.sandbox.invoice(id),
      ({ status }) => status === 'pending',
    );
    const env = { ...process.env, FATURA_TOKEN: store.sandboxToken, FATURA_URL: world.baseUrl };
    const clock = (...args: string[]) =>
      promisify(execFile)(process.execPath, [join(ROOT, 'client/cli.ts'), 'clock', ...args], { env });
    expect((await clock()).stdout).toMatch(/ {2}follows real time; next: due_date_passed at \S+\n$/);
    expect((await clock('next')).stdout).toMatch(/ {2}stands; next: boleto_expired at \S+\n$/);
    expect(await store.sandbox.invoice(id)).toMatchObject({ status: 'overdue' });
    expect((await clock('advance', 'P1D')).stdout).toMatch(/ {2}stands; next: boleto_expired at \S+\n$/);
    const wrong = await clock('advance').catch((error: unknown) => error as { code: number; stderr: string });
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/^Usage: fatura clock/) });
  });

  test('lets a stranger see a boleto become overdue, with the script of the README', async () => {
    const { sandboxToken } = await world.createStore();
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const [, script = ''] = /```ts\n(import \{ advanceClock.*?)```/s.exec(readme)!;
    const folder = mkdtempSync(join(tmpdir(), 'fatura-stranger-'));
    const file = join(folder, 'script.mts');
    writeFileSync(
      file,
      script
        .replace("'@fatura/client'", JSON.stringify(join(ROOT, 'client/index.ts')))
        .replace('http://localhost:3000', world.baseUrl)
        .replace('fatura_test_…', sandboxToken),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [file]).finally(() =>
      rmSync(folder, { recursive: true }),
    );
    expect(stdout).toMatch(/^invoice\.overdue\npaid 102\.\d\d? 102\.\d\d?\n$/);
  });

  test('is refused in production, backwards, without a way, too far, and while it advances', async () => {
    const store = await world.createStore();
    expect(await store.production.get(CLOCK)).toMatchObject({ status: 403, body: { code: 'sandbox_only' } });
    for (const [body, code, field] of [
      [{ advance: 'P4D', to: '2030-01-01T00:00:00Z' }, 'object.max', ''],
      [{}, 'object.min', ''],
      [{ advance: '4 days' }, 'string.pattern.base', 'advance'],
      [{ advance: 'P' }, 'not_ahead', 'advance'],
      [{ advance: 'PT0S' }, 'not_ahead', 'advance'],
      [{ advance: 'P11Y' }, 'too_far', 'advance'],
      [{ to: '2020-01-01T00:00:00Z' }, 'not_ahead', 'to'],
    ] as const) {
      const { status, body: problem } = await store.sandbox.post<{ errors: { field: string; code: string }[] }>(
        CLOCK,
        body,
      );
      expect([status, problem.errors[0]]).toMatchObject([422, { code, field }]);
    }
    expect(await readClock(store)).toMatchObject({ is_manual: false });
  });
});
