import { beforeAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { signedIn } from '../support/panel-people.ts';
import { runAdmin } from '../support/run-admin.ts';
import type { TestStore } from '../support/world.ts';

describe('the chain of the audit log', () => {
  const world = useApiWorld();
  const query: typeof world.current.database.query = (sql, values) => world.current.database.query(sql, values);
  const verify = (store: TestStore) => runAdmin(world.current, 'verify-audit', '--company', String(store.companyId));

  /** Stores with four lines each, all of them chained. They wait together for the loop that chains lines. */
  const stores: TestStore[] = [];
  beforeAll(async () => {
    stores.push(...(await Promise.all(Array.from({ length: 7 }, () => world.current.createStore()))));
    await Promise.all(
      stores.map(async ({ sandbox }) => {
        for (let retries = 0; retries < 4; retries += 1) {
          await sandbox.request('PATCH', '/api/v1/webhook-settings', { retries });
        }
      }),
    );
    await eventually(
      () =>
        query('select 1 from audit_entries where company_id = any ($1) and chain_number is not null', [
          stores.map(({ companyId }) => companyId),
        ]),
      ({ length }) => length === 4 * stores.length,
      { withinMs: 20_000 },
    );
  });
  const storeWithLines = (): TestStore => stores.pop()!;

  test('is whole as long as nobody touches a line', async () => {
    const store = storeWithLines();
    expect(await verify(store)).toMatchObject({
      exitCode: 0,
      output: [{ company_id: store.companyId, lines: 4, broken: null }],
    });
  });

  test.each([
    [
      'a changed detail',
      `update audit_entries set details = '{"retries": 9}' where company_id = $1 and chain_number = 2`,
      'Line 2',
    ],
    ['another actor', `update audit_entries set actor = 'nobody' where company_id = $1 and chain_number = 3`, 'Line 3'],
    [
      'a line that was removed',
      'delete from audit_entries where company_id = $1 and chain_number = 2',
      'Line 2 is missing',
    ],
    [
      'the last line that was removed',
      'delete from audit_entries where company_id = $1 and chain_number = 4',
      'Line 4 is missing',
    ],
    [
      'a hash that was made to fit',
      `update audit_entries set action = 'other', chain_hash = repeat('0', 64) where company_id = $1 and chain_number = 4`,
      'Line 4',
    ],
  ])('tells of %s, by the line', async (_, change, said) => {
    const store = storeWithLines();
    await query(change, [store.companyId]);
    const { exitCode, error } = await verify(store);
    expect([exitCode, error]).toEqual([1, expect.stringContaining(said)]);
  });

  test('is exported as JSON lines by owners, each line with its place and its hash', async () => {
    const store = storeWithLines();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    const path = `/panel/stores/${store.companyId}/sandbox/audit.jsonl`;
    expect((await developer.get(path)).status).toBe(403);
    const { html, headers } = await owner.get(path);
    expect(headers.get('Content-Disposition')).toContain(`audit-${store.companyId}.jsonl`);
    const lines = html
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    expect(lines[0]).toMatchObject({
      ...{ action: 'updateRetrySettings', subject: 'webhook settings', details: { retries: 3 }, address: '127.0.0.1' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('is streamed to a webhook that names it, and to no other; a webhook for everything gets none of it', async () => {
    const store = await world.current.createStore();
    const made = await store.sandbox.create<{ id: number }>('/api/v1/webhooks', {
      ...{ url: store.receiver.url, events: ['audit.recorded'] },
    });
    const deliveries = await eventually(
      () =>
        query<{ endpoint_id: string; body: string }>(
          `select d.endpoint_id, e.body from webhook_deliveries d join events e on e.id = d.event_id
         where e.type = 'audit.recorded' and e.company_id = $1`,
          [store.companyId],
        ),
      ({ length }) => length > 0,
      { withinMs: 20_000 },
    );
    expect(deliveries).toEqual([{ endpoint_id: String(made.id), body: expect.any(String) }]);
    expect(JSON.parse(deliveries[0]!.body)).toMatchObject({
      event: 'audit.recorded',
      data: { action: 'createWebhook', subject: `webhook ${made.id}`, number: expect.any(Number) },
    });
  });
});
