import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TemporalServer } from '../../../src/dev/temporal-server.ts';
import { eventually } from '../../support/eventually.ts';
import { advanceClock, readClock } from '../../support/store-clock.ts';
import { readCycles, subscribe } from '../../support/subscriptions.ts';
import { startTemporal } from '../../support/temporal-server.ts';
import { createWorld, type World } from '../../support/world.ts';

describe('speed', () => {
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

  test('two years of pix', async () => {
    const store = await world.createStore();
    store.receiver.behave((response) => {
      response.statusCode = 500;
      response.end();
    });
    const { id } = await subscribe(store, { payment_method: 'pix', cycles: 24 });
    await eventually(() => readCycles(store, id), (c) => c.length === 1);
    let at = performance.now();
    for (let year = 0; year < 2; year += 1) {
      const clock = await advanceClock(store, { advance: 'P1Y' }, { withinMs: 200_000 });
      console.log(year, performance.now() - at, JSON.stringify(clock));
      at = performance.now();
    }
    const cycles = await readCycles(store, id);
    console.log(cycles.length, JSON.stringify(cycles.at(-1)));
    const ev = await world.database.query('select type, count(*) from events group by 1');
    console.log(JSON.stringify(ev));
    console.log(JSON.stringify(await world.database.query('select state, attempts, count(*) from webhook_deliveries group by 1,2')));
  }, 400_000);

  test('1000 boletos', async () => {
    const store = await world.createStore();
    const n = 1000;
    for (let i = 0; i < n; i += 10) await Promise.all(Array.from({ length: 10 }, () => store.createInvoice({ payment_method: 'boleto' })));
    await eventually(
      async () => (await world.database.query<{ n: number }>(`select count(*)::int as n from invoices where company_id=$1 and status='pending'`, [store.companyId]))[0]!.n,
      (c) => c === n, { withinMs: 200_000 });
    const at = performance.now();
    const clock = await advanceClock(store, { advance: 'P10D' }, { withinMs: 200_000 });
    console.log(performance.now() - at, JSON.stringify(clock));
    expect((await readClock(store)).status).toBe('ready');
  }, 400_000);
});
