import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { startProcess } from '../support/platform-process.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type World } from '../support/world.ts';

describe('kill -9 of the worker', () => {
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address, withWorker: false });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
  });

  test('while a receiver holds the connection: the event arrives, with the same id and bytes, and the gap is shown', async () => {
    const store = await world.createStore({ webhookRetries: 3, webhookRetryIntervalSeconds: 1 });
    const first = await startProcess('worker', world.config);
    store.receiver.behave(() => undefined);
    const { id } = await store.createInvoice({ payment_method: 'card' });
    await eventually(
      () => store.receiver.received,
      (seen) => seen.length === 1,
    );
    await first.kill9();
    store.receiver.behave(null);

    const second = await startProcess('worker', world.config);
    // Temporal believes the first worker dead after the activity's thirty seconds.
    await eventually(
      () => store.receiver.received,
      (seen) => seen.length === 2,
      { withinMs: 50_000 },
    );
    const [lost, arrived] = store.receiver.received;
    expect(arrived!.body).toBe(lost!.body);
    expect(arrived!.headers['webhook-id']).toBe(lost!.headers['webhook-id']);
    const attempts = await eventually(
      () =>
        world.database.query<{ number: number; outcome: string }>(
          `select number, outcome from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
           where d.resource_id = $1 order by number`,
          [id],
        ),
      (rows) => rows.length === 2,
    );
    expect(attempts).toEqual([
      { number: 1, outcome: 'interrupted' },
      { number: 2, outcome: 'succeeded' },
    ]);
    expect(await second.stop()).toBe(0);
  }, 90_000);
});
