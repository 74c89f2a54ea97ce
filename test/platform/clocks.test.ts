import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { openDatabase } from '../../src/app/open-database.ts';
import { queueMail } from '../../src/base/mail/queue-mail.ts';
import { sendMails } from '../../src/base/mail/send-mails.ts';
import { applyStoredCallbacks, storeCallback } from '../../src/payments/receive-callback.ts';
import { createCallbackSender } from '../../src/gateways/sandbox/sandbox-callbacks.ts';
import { useApiWorld } from '../support/api-world.ts';
import { TEST_KEYS } from '../support/world.ts';

const HOUR = 3_600_000;
/** All but `Date`: PostgreSQL is real, and waited for. */
const TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

function stepClock(ms: number): void {
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: [...TIMERS] });
}

describe('rows of a process whose clock was an hour ahead', () => {
  const world = useApiWorld();
  const log = pino({ level: 'silent' });
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterEach(() => void jest.useRealTimers());
  afterAll(() => orm?.close());
  const query = <T extends object>(sql: string, params?: unknown[]) => world.current.database.query<T>(sql, params);
  /** Later than whoever has it now could need it. */
  const putOff = (table: string, column: string) =>
    query(`select id from ${table} where ${column} > now() + interval '1 minute'`);

  test('in the outbox is taken up at once', async () => {
    const store = await world.current.createStore();
    stepClock(HOUR);
    const { id } = await store.createInvoice();
    await store.sandbox.post(`/api/v1/invoices/${id}/cancel`, {});
    await store.sandbox.create('/api/v1/products', { name: 'Pão de queijo', price: 1 });
    jest.useRealTimers();
    expect((await query('select 1 from outbox')).length).toBeGreaterThanOrEqual(2);
    expect(await putOff('outbox', 'claimable_at')).toEqual([]);
  });

  test('a mail is sent at once', async () => {
    const secrets = createSecretBox(TEST_KEYS);
    stepClock(HOUR);
    const em = orm.em.fork();
    queueMail(em, secrets, {
      to: 'ana@store.example',
      expiresAt: new Date(Date.now() + HOUR),
      subject: 'A link',
      text: 'https://x.example',
    });
    await em.flush();
    jest.useRealTimers();
    const sent: string[] = [];
    const mailer = {
      send: ({ to }: { to: string }) => Promise.resolve(void sent.push(to)),
      close: () => undefined,
    };
    expect(await sendMails({ em: orm.em, mailer, secrets, log })).toBe(1);
    expect(sent).toEqual(['ana@store.example']);
  });

  test('a mail of a process whose clock is behind is sent too', async () => {
    const secrets = createSecretBox(TEST_KEYS);
    stepClock(-2 * HOUR);
    const em = orm.em.fork();
    const expiresAt = new Date(Date.now() + HOUR);
    queueMail(em, secrets, { to: 'ana@store.example', expiresAt, subject: 'A link', text: 'https://x.example' });
    await em.flush();
    const mailer = { send: () => Promise.resolve(), close: () => undefined };
    expect(await sendMails({ em: orm.em, mailer, secrets, log })).toBe(1);
  });

  test('a callback is tried again as soon as ever, and is not given up before its payment', async () => {
    const event = {
      ...{ id: 'evt_early', type: 'refund_made_elsewhere' as const, paymentId: 'pay_later' },
      ...{ gatewayRefundId: 're_1', amountCents: 100, failureReason: null, unlessFailed: true as const },
    };
    const left = () => query('select id from gateway_callbacks where applied_at is null');
    await storeCallback(orm.em, { gateway: 'sandbox', store: null, event });
    await query('update gateway_callbacks set next_try_at = now()');
    stepClock(HOUR);
    await applyStoredCallbacks({ em: orm.em, clock: world.current.clock, log });
    jest.useRealTimers();
    expect(await left()).toHaveLength(1);
    expect(await putOff('gateway_callbacks', 'next_try_at')).toEqual([]);
  });

  test('callbacks of the sandbox are sent as soon as ever', async () => {
    const sender = createCallbackSender({ em: orm.em, callbackUrl: 'http://127.0.0.1:1/', sign: () => '' });
    stepClock(HOUR);
    const em = orm.em.fork();
    sender.owe(em, { type: 'refund_refused', refundId: 1, reason: 'closed' });
    await em.flush();
    expect(await sender.say({ type: 'refund_refused', refundId: 2, reason: 'closed' })).toBe(false);
    jest.useRealTimers();
    expect(await query('select 1 from sandbox_callbacks')).toHaveLength(2);
    expect(await putOff('sandbox_callbacks', 'next_try_at')).toEqual([]);
  });

  test('an answer is given again for its day, also by a process whose clock has gone on by more', async () => {
    const store = await world.current.createStore();
    const ask = async (): Promise<[number, string | null]> => {
      const response = await fetch(`${world.current.baseUrl}/api/v1/customers`, {
        method: 'POST',
        headers: {
          ...{ Authorization: `Bearer ${store.sandboxToken}`, 'Content-Type': 'application/json' },
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ name: 'Once', email: 'once@example.com' }),
      });
      return [response.status, response.headers.get('Idempotent-Replayed')];
    };
    const key = randomUUID();
    expect(await ask()).toEqual([201, null]);
    stepClock(25 * HOUR);
    expect(await ask()).toEqual([201, 'true']);
  });
});
