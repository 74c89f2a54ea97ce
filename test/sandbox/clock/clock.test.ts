import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { eventually } from '../../support/eventually.ts';
import { advanceClock, CLOCK, readClock } from '../../support/store-clock.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type World } from '../../support/world.ts';

const DAY = 86_400_000;

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

  test('is refused in production, backwards, without a way, too far, and while it advances', async () => {
    const store = await world.createStore();
    expect(await store.production.get(CLOCK)).toMatchObject({ status: 403, body: { code: 'sandbox_only' } });
    for (const [body, code, field] of [
      [{ advance: 'P4D', to: '2030-01-01T00:00:00Z' }, 'object.xor', ''],
      [{}, 'object.missing', ''],
      [{ advance: '4 days' }, 'string.pattern.base', 'advance'],
      [{ advance: 'P' }, 'string.pattern.base', 'advance'],
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
