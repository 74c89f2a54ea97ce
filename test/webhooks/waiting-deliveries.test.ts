import { describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { BULK_AT_ONCE } from '../../src/outbox/dispatch-outbox.ts';
import { requeueOverdue } from '../../src/outbox/requeue-overdue.ts';
import { probePaused } from '../../src/webhooks/probe-paused.ts';
import { useApiWorld } from '../support/api-world.ts';

const MANY = 10_000;

describe('ten thousand deliveries that wait for a paused endpoint', () => {
  const world = useApiWorld();

  test('cost the API no connection and no memory, are left alone by the sweep, one of them is probed, and all end with the endpoint', async () => {
    const { database } = world.current;
    const store = await world.current.createStore();
    const { id: invoiceId } = await store.createInvoice({ payment_method: 'card' });
    const connections = async () =>
      Number(
        (
          await database.query<{ count: string }>(
            'select count(*) as count from pg_stat_activity where datname = current_database()',
          )
        )[0]!.count,
      );
    const [connectionsBefore, memoryBefore] = [await connections(), process.memoryUsage().rss];
    await database.query(
      `with sent as (
         insert into events (company_id, environment, type, resource_type, resource_id, sequence, body, created_at)
         select company_id, environment, type, resource_type, resource_id, 1000 + n, body, created_at
         from events, generate_series(1, ${MANY}) as n where resource_id = $1 and sequence = 1
         returning id, company_id, environment, resource_type, resource_id, created_at)
       insert into webhook_deliveries
         (company_id, environment, event_id, endpoint_id, resource_type, resource_id, state, attempts, next_attempt_at, created_at)
       select s.company_id, s.environment, s.id, e.id, s.resource_type, s.resource_id, 'pending', 0,
         s.created_at - interval '2 days', s.created_at
       from sent s join webhook_endpoints e on e.company_id = s.company_id`,
      [invoiceId],
    );
    await database.query(
      `update webhook_endpoints set failing_since = now() - interval '2 days', paused_at = now() - interval '1 day',
         next_probe_at = now() where company_id = $1`,
      [store.companyId],
    );
    await database.query('delete from outbox');

    const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    await requeueOverdue(orm.em, new Date());
    expect(await database.query('select 1 from outbox where delivery_id is not null')).toEqual([]);
    expect(await probePaused(orm.em, new Date())).toBe(1);
    expect(await probePaused(orm.em, new Date())).toBe(0);
    await orm.close();
    const webhooks = await store.sandbox.get<{ data: { id: number }[] }>('/api/v1/webhooks');
    const page = await store.sandbox.get<{ data: unknown[] }>(
      `/api/v1/webhooks/${webhooks.body.data[0]!.id}/deliveries?limit=100&status=pending`,
    );
    expect(page.body.data).toHaveLength(100);
    expect(await connections()).toBeLessThanOrEqual(connectionsBefore + 2);
    expect(process.memoryUsage().rss - memoryBefore).toBeLessThan(100_000_000);
    await database.query(
      `insert into outbox (delivery_id, is_bulk)
       select id, true from webhook_deliveries where state = 'pending' on conflict do nothing`,
    );
    const webhook = `/api/v1/webhooks/${webhooks.body.data[0]!.id}`;
    expect((await store.sandbox.request('DELETE', webhook)).status).toBe(204);
    const count = async (what: string): Promise<number> => {
      const [row] = await database.query<{ left: number }>(`select count(*)::int as left from ${what}`);
      return row!.left;
    };
    expect(await count(`webhook_deliveries where state = 'pending'`)).toBe(0);
    // The API in this process works on the outbox meanwhile. The deletion skips the entries that the API has locked.
    expect(await count('outbox where delivery_id is not null and is_bulk')).toBeLessThanOrEqual(BULK_AT_ONCE);
  });
});
