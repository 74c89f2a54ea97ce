import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { openDatabase } from '../../src/app/open-database.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { recordAttempt, recordLostAttempt } from '../../src/webhooks/record-attempt.ts';
import { useApiWorld } from '../support/api-world.ts';
import type { TestStore } from '../support/world.ts';

describe('the health of an endpoint', () => {
  const world = useApiWorld();
  let orm: MikroORM;
  let store: TestStore;
  beforeAll(async () => {
    orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
    store = await world.current.createStore();
  });
  afterAll(() => orm?.close());

  async function pendingDelivery(): Promise<number> {
    const { id } = await store.createInvoice({ payment_method: 'card' });
    const sql = 'select id from webhook_deliveries where resource_id = $1';
    const rows = await world.current.database.query<{ id: string }>(sql, [id]);
    return Number(rows[0]!.id);
  }
  const record = (deliveryId: number, error: string | null) => {
    const now = new Date().toISOString();
    const outcome = { durationMs: 1, statusCode: error ? 500 : 200, error, retryAfterSeconds: 60 };
    return recordAttempt(orm.em, { deliveryId, number: 1, startedAt: now, endedAt: now, ...outcome });
  };
  const endpoint = async () =>
    (
      await world.current.database.query<{ failing_since: Date | null; paused_at: Date | null }>(
        'select failing_since, paused_at from webhook_endpoints where company_id = $1',
        [store.companyId],
      )
    )[0]!;
  const set = (assignments: string) =>
    world.current.database.query(`update webhook_endpoints set ${assignments} where company_id = $1`, [
      store.companyId,
    ]);
  const deliveryOf = async (id: number) =>
    (
      await world.current.database.query<{ state: string; attempts: number; runs_in: string; next_attempt_at: Date }>(
        'select state, attempts, runs_in, next_attempt_at from webhook_deliveries where id = $1',
        [id],
      )
    )[0]!;

  test('is never half of a success and half of a failure that are recorded at once', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [good, bad] = [await pendingDelivery(), await pendingDelivery()];
      await set(`failing_since = now() - interval '25 hours', paused_at = null, next_probe_at = null`);
      await Promise.all([record(good, null), record(bad, 'answered 500')]);
      const { failing_since, paused_at } = await endpoint();
      expect(paused_at !== null && failing_since === null).toBe(false);
    }
    await set('failing_since = null, paused_at = null, next_probe_at = null');
  });

  test('does not change by a failure after a failure, which is recorded like the first, and once', async () => {
    const first = await pendingDelivery();
    const second = await pendingDelivery();
    await record(first, 'answered 500');
    const { failing_since: since } = await endpoint();
    expect(since).not.toBeNull();
    for (let time = 0; time < 2; time += 1) await record(second, 'answered 500');
    expect(await endpoint()).toEqual({ failing_since: since, paused_at: null });
    const rows = await world.current.database.query(
      `select d.state, d.attempts, d.next_attempt_at = a.started_at + interval '60 seconds' as is_next_in_a_minute,
         to_jsonb(a) - '{id,delivery_id,started_at}'::text[] as attempt
       from webhook_deliveries d join webhook_attempts a on a.delivery_id = d.id where d.id = any ($1) order by d.id`,
      [[first, second]],
    );
    expect(rows[0]).toMatchObject({ state: 'pending', attempts: 1, is_next_in_a_minute: true });
    expect(rows.slice(1)).toEqual([rows[0]]);
    await set(`failing_since = now() - interval '25 hours'`);
    await record(await pendingDelivery(), 'answered 500');
    expect((await endpoint()).paused_at).not.toBeNull();
    await set('failing_since = null, paused_at = null, next_probe_at = null');
  });

  test('that is paused heals by any success, also where its beginning is not known', async () => {
    await set('failing_since = null, paused_at = now()');
    await record(await pendingDelivery(), null);
    expect(await endpoint()).toEqual({ failing_since: null, paused_at: null });
  });

  test('while it is paused, an attempt that was lost with its worker gives nothing up', async () => {
    const id = await pendingDelivery();
    await set(`failing_since = now() - interval '2 days', paused_at = now(), next_probe_at = now()`);
    const { clock } = world.current;
    await recordLostAttempt({ em: orm.em, clock }, { deliveryId: id, attemptsAllowed: 1, runsIn: 'invoice' });
    expect(await deliveryOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
    await set('failing_since = null, paused_at = null, next_probe_at = null');
  });

  test('is probed at once by the oldest delivery, which only its new workflow may give up', async () => {
    await world.current.database.query(`update webhook_deliveries set state = 'delivered' where state = 'pending'`);
    const id = await pendingDelivery();
    await world.current.database.query(
      `update webhook_deliveries set attempts = 1, next_attempt_at = now() + interval '7 days' where id = $1`,
      [id],
    );
    await set(`failing_since = now() - interval '2 days', paused_at = now(), next_probe_at = now()`);
    const now = new Date(Date.now() + 1_000);
    expect(await probePaused(orm.em, now)).toBe(1);
    const probed = await deliveryOf(id);
    expect(probed.runs_in).toBe('delivery');
    expect(probed.next_attempt_at <= now).toBe(true);
    await set('failing_since = null, paused_at = null, next_probe_at = null');
    const { clock } = world.current;
    await recordLostAttempt({ em: orm.em, clock }, { deliveryId: id, attemptsAllowed: 2, runsIn: 'invoice' });
    expect(await deliveryOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
  });
});
