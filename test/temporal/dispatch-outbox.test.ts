import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { pino } from 'pino';
import { openDatabase } from '../../src/db/orm.ts';
import { openTemporalClient } from '../../src/temporal/connect.ts';
import { dispatchOutbox } from '../../src/temporal/dispatch-outbox.ts';
import type { createApiMetrics } from '../../src/telemetry/metrics.ts';
import { createTracing } from '../../src/telemetry/tracing.ts';
import { useApiWorld } from '../support/api-world.ts';

describe('the dispatcher of the outbox', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 2 });
  });
  afterAll(() => orm?.close());

  test('leaves no listener on the signal of its process, however many calls it makes', async () => {
    const store = await world.current.createStore();
    for (let count = 0; count < 5; count += 1) await store.createInvoice();
    const stopping = new AbortController();
    const log = pino({ level: 'silent' });
    const client = openTemporalClient(world.current.config.temporal);
    let calls = 0;
    const metrics = {
      signals: { inc: () => void (calls += 1) } as unknown as ReturnType<typeof createApiMetrics>['signals'],
    };
    const deps = { em: orm.em, client, log, metrics, tracing: createTracing(undefined, 'test', log) };
    while (calls < 20) {
      // Temporal is down: the entries stay, and this round has them again at once.
      await world.current.database.query('update outbox set claimable_at = now()');
      await dispatchOutbox({ ...deps, stopping: stopping.signal });
    }
    await client.connection.close();
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
  });
});
