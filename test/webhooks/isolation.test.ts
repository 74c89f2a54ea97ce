import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../src/dev/temporal-server.ts';
import { eventually } from '../support/eventually.ts';
import { startTemporal } from '../support/temporal-server.ts';
import { createWorld, type World } from '../support/world.ts';

/** More deliveries than one endpoint has places; each would hold its place for ten seconds. */
const BURST = 40;

describe('a receiver that hangs', () => {
  let temporal: TemporalServer;
  let world: World;
  beforeAll(async () => {
    temporal = await startTemporal();
    world = await createWorld({ temporalAddress: temporal.address });
  }, 300_000);
  afterAll(async () => {
    await world?.stop();
    await temporal?.stop();
  });

  test('gets no more than its places, spends no attempt of those that wait, and does not hold up another store', async () => {
    const hanging = await world.createStore();
    const healthy = await world.createStore();
    let [underWay, most] = [0, 0];
    hanging.receiver.behave((response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      response.once('close', () => (underWay -= 1));
    });
    for (let n = 0; n < BURST; n += 1) await hanging.createInvoice({ payment_method: 'card' });
    await eventually(
      () => hanging.receiver.received.length,
      (count) => count >= 16,
    );
    const { id } = await healthy.createInvoice({ payment_method: 'card' });
    await eventually(
      () => healthy.receiver.eventsOf(id),
      (events) => events.length === 1,
      { withinMs: 8_000 },
    );
    // Sixteen, and one or two more where a place was given on before this side had seen its connection close.
    expect(most).toBeLessThan(BURST / 2);
    // Nothing counts as an attempt that the receiver has not seen.
    const [spent] = await world.database.query<{ attempts: number }>(
      'select coalesce(sum(attempts), 0)::int as attempts from webhook_deliveries where company_id = $1',
      [hanging.companyId],
    );
    expect(spent!.attempts).toBeLessThanOrEqual(hanging.receiver.received.length);

    // Those that were postponed come back by themselves.
    hanging.receiver.behave(null);
    await eventually(
      () =>
        world.database.query("select 1 from webhook_deliveries where company_id = $1 and state = 'delivered'", [
          hanging.companyId,
        ]),
      (rows) => rows.length > 0,
      { withinMs: 40_000 },
    );
  }, 90_000);
});
