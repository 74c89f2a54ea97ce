import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { recordHistory, runStatus } from '../support/histories.ts';
import { MINUTE, useSkippedTimeWorld } from '../support/skipped-time.ts';
import type { ReceivedWebhook } from '../support/receiver.ts';

interface AttemptRow {
  number: number;
  outcome: string;
  status_code: number | null;
  error: string | null;
  duration_ms: number | null;
  state: string;
  attempts: number;
  next_attempt_at: Date | null;
}

describe('the retries of a webhook delivery', () => {
  const world = useSkippedTimeWorld();

  /**
   * Seconds between an event's first attempt and each of its attempts, by the skipped clock, to the nearest five: what
   * an attempt takes passes on that clock too.
   */
  const schedule = (attempts: ReceivedWebhook[]) =>
    attempts.map(({ receivedAt }) => 5 * Math.round((receivedAt.getTime() - attempts[0]!.receivedAt.getTime()) / 5000));

  const attemptsInRecord = (event: string, companyId: number) =>
    world.current.database.query<AttemptRow>(
      `select a.number, a.outcome, a.status_code, a.error, a.duration_ms, d.state, d.attempts, d.next_attempt_at
       from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id join events e on e.id = d.event_id
       where e.type = $1 and e.company_id = $2 order by a.number`,
      [event, companyId],
    );

  test('a receiver that fails three times gets four attempts, at 0, 5, 10 and 15 minutes, with identical bytes', async () => {
    const store = await world.current.createStore();
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 1,
    );
    store.receiver.answerNext(500, 302, 404);
    await store.sandbox.create(`/api/v1/invoices/${id}/cancel`);
    const attempts = () => store.receiver.received.filter(({ event }) => event === 'invoice.canceled');
    await eventually(attempts, (seen) => seen.length === 1);
    await world.current.advance(20 * MINUTE, MINUTE);
    await eventually(attempts, (seen) => seen.length === 4);

    expect(schedule(attempts())).toEqual([0, 300, 600, 900]);
    expect(new Set(attempts().map(({ body }) => body)).size).toBe(1);
    expect(new Set(attempts().map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const rows = await eventually(
      () => attemptsInRecord('invoice.canceled', store.companyId),
      (seen) => seen.length === 4,
    );
    expect(rows.map(({ number, outcome, status_code, error }) => [number, outcome, status_code, error])).toEqual([
      [1, 'failed', 500, 'answered 500'],
      [2, 'failed', 302, 'answered 302: redirects are not followed'],
      [3, 'failed', 404, 'answered 404'],
      [4, 'succeeded', 200, null],
    ]);
    expect(rows[3]).toMatchObject({ state: 'delivered', attempts: 4, next_attempt_at: null });
    expect(rows.every(({ duration_ms }) => Number(duration_ms) >= 0)).toBe(true);
    await eventually(
      () => runStatus(world.current.env, id),
      ({ status }) => status === 'COMPLETED',
    );
    await recordHistory(world.current.env, id, 'card-canceled-delivered-late');
  });

  test('a store with one retry and 60 s gets two attempts, 60 s apart, and no more', async () => {
    const store = await world.current.createStore({ webhookRetries: 1, webhookRetryIntervalSeconds: 60 });
    store.receiver.behave((response) => response.writeHead(503).end());
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => store.receiver.eventsOf(id),
      (events) => events.length === 1,
    );
    const [first] = await eventually(
      () => attemptsInRecord('invoice.created', store.companyId),
      (rows) => rows.length === 1,
    );
    const nextAttempt = first!.next_attempt_at!.getTime() - store.receiver.received[0]!.receivedAt.getTime();
    expect(Math.round(nextAttempt / 1000)).toBe(60);

    await world.current.advance(30 * MINUTE, MINUTE);
    const rows = await attemptsInRecord('invoice.created', store.companyId);
    expect(schedule(store.receiver.received)).toEqual([0, 60]);
    expect(rows.map(({ number, outcome, state }) => [number, outcome, state])).toEqual([
      [1, 'failed', 'failed'],
      [2, 'failed', 'failed'],
    ]);
  });

  test('an exponential store doubles the interval', async () => {
    const store = await world.current.createStore({
      webhookRetries: 3,
      webhookRetryIntervalSeconds: 60,
      webhookRetryStrategy: 'exponential',
    });
    store.receiver.behave((response) => response.writeHead(500).end());
    await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => store.receiver.received,
      (seen) => seen.length === 1,
    );
    await world.current.advance(30 * MINUTE, MINUTE);
    expect(schedule(store.receiver.received)).toEqual([0, 60, 180, 420]);
  });

  test('a store without retries gets one attempt', async () => {
    const store = await world.current.createStore({ webhookRetries: 0 });
    store.receiver.behave((response) => response.writeHead(500).end());
    await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => attemptsInRecord('invoice.created', store.companyId),
      (rows) => rows[0]?.state === 'failed',
    );
    await world.current.advance(60 * MINUTE, 10 * MINUTE);
    expect(store.receiver.received).toHaveLength(1);
  });

  test('a receiver that closes the connection is a failed attempt, told in words', async () => {
    const store = await world.current.createStore({ webhookRetries: 0 });
    store.receiver.behave((response) => void response.socket?.destroy());
    await store.createInvoice({ payment_method: 'card' });
    const [row] = await eventually(
      () => attemptsInRecord('invoice.created', store.companyId),
      (rows) => rows.length === 1,
    );
    expect(row).toMatchObject({ status_code: null, error: 'closed the connection before it answered' });
  });
});
