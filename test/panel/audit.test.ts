import { describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

const pathOf = ({ companyId }: TestStore, path: string, environment = 'sandbox') =>
  `/panel/stores/${companyId}/${environment}${path}`;
/** The rows of a page's table, as words alone. */
const rowsOf = (html: string): string[] =>
  [...(/<tbody>([\s\S]*?)<\/tbody>/.exec(html)?.[1]?.matchAll(/<tr>([\s\S]*?)<\/tr>/g) ?? [])].map(([, row]) =>
    row!
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#39;/g, "'")
      .replace(/\s+/g, ' ')
      .trim(),
  );

describe('the audit log of a store', () => {
  const world = useApiWorld();
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  async function storeWithHistory(language: 'pt' | 'en') {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, language });
    const other = await signedIn(world.current, { companyId: store.companyId, language });
    const beneficiary = { name: 'Estrela <b>', document: '', city: 'São Paulo' };
    await owner.post(pathOf(store, '/settings/beneficiary'), beneficiary, { 'User-Agent': FIREFOX });
    await other.post(pathOf(store, `/people/${owner.personId}/role`, 'production'), { role: 'support' });
    await other.post(pathOf(store, `/people/${owner.personId}/role`), { role: 'owner' });
    return { store, owner, other };
  }

  test('is for owners', async () => {
    const store = await world.current.createStore();
    for (const role of ['support', 'developer'] as const) {
      const browser = await signedIn(world.current, { companyId: store.companyId, role });
      expect((await browser.get(pathOf(store, '/audit'))).status).toBe(403);
    }
  });

  test('tells who did what, when, from where, to what, and what changed, in the reader’s language', async () => {
    for (const [language, words] of [
      [
        'en',
        {
          both: 'Both',
          roles: 'Role: Support → Owner',
          acts: ["Changed somebody's role", 'Changed the beneficiary'],
          detail: 'Beneficiary: – → Estrela',
        },
      ],
      [
        'pt',
        {
          both: 'Os dois',
          roles: 'Papel: Atendimento → Proprietário',
          acts: ['Mudou o papel de uma pessoa', 'Alterou o beneficiário'],
          detail: 'Beneficiário: – → Estrela',
        },
      ],
    ] as const) {
      const { store, owner, other } = await storeWithHistory(language);
      const { html, status } = await owner.get(pathOf(store, '/audit'));
      expect(status).toBe(200);
      const rows = rowsOf(html);
      expect(rows).toHaveLength(3);
      for (const text of [other.email, words.acts[0], owner.email, words.roles, words.both, ' 127.0.0.1']) {
        expect(rows[0]).toContain(text);
      }
      for (const text of [owner.email, words.acts[1], words.detail, 'Firefox, Linux']) expect(rows[2]).toContain(text);
      expect(html).toContain('Estrela &lt;b&gt;');
      expect(html).not.toContain('Estrela <b>');
    }
  });

  test('has what was done in both environments, and nothing of another store', async () => {
    const { store, owner } = await storeWithHistory('en');
    const elsewhere = await storeWithHistory('en');
    const sandbox = await owner.get(pathOf(store, '/audit'));
    const production = await owner.get(pathOf(store, '/audit', 'production'));
    expect(rowsOf(production.html)).toEqual(rowsOf(sandbox.html));
    expect(sandbox.html).not.toContain(elsewhere.owner.email);
    const ofOther = await owner.get(pathOf(store, `/audit?person=${elsewhere.owner.personId}`));
    expect([ofOther.status, rowsOf(ofOther.html)]).toEqual([200, []]);
    expect(ofOther.html).not.toContain(elsewhere.owner.email);
    expect((await owner.get(pathOf(elsewhere.store, '/audit'))).status).toBe(404);
  });

  test('is filtered by person and by act; who has left is still found', async () => {
    const { store, owner, other } = await storeWithHistory('en');
    const rows = async (query: string) => rowsOf((await owner.get(pathOf(store, `/audit?${query}`))).html);
    expect(await rows(`person=${other.personId}&action=`)).toHaveLength(2);
    expect(await rows('person=&action=saveBeneficiary')).toHaveLength(1);
    expect(await rows(`person=${other.personId}&action=saveBeneficiary`)).toEqual([]);
    await owner.post(pathOf(store, `/people/${other.personId}/remove`));
    const { html } = await owner.get(pathOf(store, `/audit?person=${other.personId}`));
    expect(rowsOf(html)).toHaveLength(2);
    expect(html).toContain(`<option value="${other.personId}" selected>${other.email}</option>`);
    const wrong = await owner.get(pathOf(store, '/audit?action=a%20b'));
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('id="filter-action-problem"');
  });

  test('goes on page by page, with its filters, while more is written', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const write = (from: number, to: number) =>
      world.current.database.query(
        `insert into audit_entries (company_id, environment, person_id, actor, action, subject, details, address, user_agent, created_at)
         select $1, 'sandbox', $2, 'a@b.example', 'saveBrand', 'entry ' || n, '{}', '', '', now() from generate_series($3::int, $4::int) n`,
        [store.companyId, owner.personId, from, to],
      );
    await write(1, 45);
    const subjects = (html: string) => rowsOf(html).map((row) => Number(/entry (\d+)/.exec(row)![1]));
    const first = await owner.get(pathOf(store, '/audit?action=saveBrand'));
    const links = (html: string, rel: string) =>
      new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
    expect(subjects(first.html)).toEqual(Array.from({ length: 20 }, (_, index) => 45 - index));
    expect(rowsOf(first.html)[0]).toContain('Sandbox');
    expect(links(first.html, 'prev')).toBeUndefined();
    await write(46, 50);
    const second = await owner.get(links(first.html, 'next')!);
    expect(subjects(second.html)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index));
    const third = await owner.get(links(second.html, 'next')!);
    expect(subjects(third.html)).toEqual([5, 4, 3, 2, 1]);
    expect(links(third.html, 'next')).toBeUndefined();
    expect(links(third.html, 'prev')).toContain('action=saveBrand');
  });

  test('says who runs the platform where a command of theirs changed the store', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    await world.current.database.query(
      `insert into audit_entries (company_id, actor, by_operator, action, details, address, user_agent, created_at)
       values ($1, 'admin', true, 'somethingOld', '{"plan": {"before": "starter", "after": "scale"}, "list": [1, "two"], "fine": {"type": "percentage", "ppm": 25000}}', '', '', now())`,
      [store.companyId],
    );
    const [row] = rowsOf((await owner.get(pathOf(store, '/audit'))).html);
    for (const text of [
      'Operator of the platform',
      'somethingOld',
      'Plan: starter → scale',
      'list: 1, two',
      'fine: 2.5 %',
      'Both',
    ]) {
      expect(row).toContain(text);
    }
  });
});
