import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';

/** Without a worker an advance stays under way, which is what is looked at here. */
describe('the clock in the panel', () => {
  const world = useApiWorld();

  test('is on every page of the sandbox and on none of production, and leads back to the page that it was used on', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const at = (environment: string, path: string) => `/panel/stores/${store.companyId}/${environment}${path}`;
    const advance = at('sandbox', '/clock/advance');
    for (const path of ['', '/invoices', '/webhooks', '/settings']) {
      expect((await owner.get(at('sandbox', path))).html).toContain(`action="${advance}"`);
      expect((await owner.get(at('production', path))).html).not.toContain('class="clock"');
    }
    expect((await owner.get(at('production', '/clock'))).status).toBe(404);
    expect((await owner.get(at('sandbox', '/clock'))).html).toContain('It follows real time.');

    const sent = await owner.submit(at('sandbox', '/invoices'), advance, { by: 'P7D' });
    expect([sent.status, sent.location]).toEqual([303, `${at('sandbox', '/invoices')}?done=advanceClock`]);
    const shown = (await owner.get(sent.location!)).html;
    expect(shown).toContain('The clock advances.');
    expect(shown).toContain('advancing…');
    const [clock] = await world.current.database.query<{ days: number }>(
      'select extract(day from target_at - now_at)::int as days from sandbox_clocks where company_id = $1',
      [store.companyId],
    );
    expect(clock).toEqual({ days: 7 });

    const again = await owner.post(advance, { by: 'P1D' });
    expect([again.status, again.html]).toEqual([409, expect.stringContaining('The clock advances already.')]);
    const stopped = await owner.submit(at('sandbox', '/clock'), at('sandbox', '/clock/stop'));
    expect(stopped.location).toBe(`${at('sandbox', '/clock')}?done=stopClock`);
    const log = await world.current.database.query<{ action: string }>(
      `select action from audit_entries where company_id = $1 and action like '%Clock' order by id`,
      [store.companyId],
    );
    expect(log).toEqual([{ action: 'advanceClock' }, { action: 'stopClock' }]);
  });

  test('says what is wrong with a moment, and leads nobody to another site', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const advance = `/panel/stores/${store.companyId}/sandbox/clock/advance`;
    const before = await owner.post(advance, { to: '2020-01-01T09:00' });
    expect([before.status, before.html]).toEqual([422, expect.stringContaining('ahead of the clock')]);
    const nothing = await owner.post(advance, { by: 'next' });
    expect([nothing.status, nothing.html]).toEqual([409, expect.stringContaining('Nothing happens by itself')]);
    const sent = await owner.post(advance, { by: 'P1D', back: 'https://elsewhere.example/panel/' });
    expect([sent.status, sent.location]).toEqual([303, '/panel?done=advanceClock']);
  });

  test('is advanced by nobody who may only look', async () => {
    const store = await world.current.createStore();
    const support = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    const page = `/panel/stores/${store.companyId}/sandbox/clock`;
    expect((await support.get(page)).html).not.toContain(`${page}/advance`);
    expect((await support.post(`${page}/advance`, { by: 'P1D' })).status).toBe(403);
  });
});
