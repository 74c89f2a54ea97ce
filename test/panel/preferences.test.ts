import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

describe('what a person chose to see', () => {
  const world = useApiWorld();

  test('the columns of the list of invoices are remembered, in every store, for that person alone', async () => {
    const [one, two] = [await world.current.createStore(), await world.current.createStore()];
    const ana = await signedIn(world.current, { companyId: one.companyId });
    const bia = await signedIn(world.current, { companyId: one.companyId });
    await world.current.database.query(
      `insert into memberships (company_id, person_id, role, created_at)
       select $1, person_id, role, now() from memberships where company_id = $2 order by person_id limit 1`,
      [two.companyId, one.companyId],
    );
    for (const store of [one, two]) await store.createInvoice({ external_reference: 'order 77' });
    const list = (store: TestStore) => `/panel/stores/${store.companyId}/sandbox/invoices`;
    expect((await ana.get(list(one))).html).not.toContain('order 77');
    const chosen = await ana.submit(list(one), `${list(one)}/columns`, { columns: ['reference', 'paid'] });
    expect(chosen.location).toBe(`${list(one)}?done=chooseInvoiceColumns`);
    for (const store of [one, two]) {
      const { html } = await ana.get(list(store));
      expect(html).toContain('order 77');
      expect(html).not.toContain('<th scope="col">Created</th>');
    }
    expect((await bia.get(list(one))).html).not.toContain('order 77');
    expect((await ana.post(`${list(one)}/columns`, { columns: ['customer_password'] })).status).toBe(422);
  });

  test('light or dark is as the system says until the person chooses', async () => {
    const store = await world.current.createStore();
    const person = await signedIn(world.current, { companyId: store.companyId });
    expect((await person.get('/panel/account')).html).not.toContain('data-theme');
    const profile = { name: 'Ana', language: 'en', theme: 'dark' };
    await person.submit('/panel/account', '/panel/account/profile', profile);
    const { html } = await person.get(`/panel/stores/${store.companyId}/sandbox`);
    expect(html).toContain('data-theme="dark"');
    expect(html).toContain('<meta name="color-scheme" content="dark">');
    await person.submit('/panel/account', '/panel/account/profile', { ...profile, theme: '' });
    expect((await person.get('/panel/account')).html).not.toContain('data-theme');
  });
});
