import { beforeAll, describe, expect, test } from '@jest/globals';
import { acts, screens } from '../../src/panel/areas.ts';
import { SCOPE_PATHS } from '../../src/panel/identify.ts';
import type { Act, Screen } from '../../src/panel/screen.ts';
import { useApiWorld } from '../support/api-world.ts';
import { signedIn } from '../support/panel-people.ts';
import { subscribe } from '../support/subscriptions.ts';
import type { PanelBrowser } from '../support/panel-client.ts';
import type { TestStore } from '../support/world.ts';

const UI = 'https://temporal.example';
const ofPlatform = <T extends Screen | Act>(declared: readonly T[]): T[] =>
  declared.filter(({ scope }) => scope === 'platform');

describe('the platform’s pages', () => {
  const world = useApiWorld({ settings: { temporalUiUrl: UI } });
  let store: TestStore;
  let operator: PanelBrowser & { email: string; personId: number };
  beforeAll(async () => {
    store = await world.current.createStore({ name: 'Livraria <Central> 100%' });
    operator = await signedIn(world.current, { isOperator: true });
  });

  const at = ({ path }: Screen | Act, id = store.companyId) => SCOPE_PATHS.platform + path.replace('{id}', String(id));
  const rowsOf = (companyId: number) =>
    world.current.database.query<{ action: string; actor: string; subject: string; details: unknown }>(
      'select action, actor, subject, details from audit_entries where company_id = $1 order by id',
      [companyId],
    );

  describe('are not there for', () => {
    test.each([
      ['an owner', { role: 'owner' }],
      ['a developer', { role: 'developer' }],
      ['somebody of support', { role: 'support' }],
    ] as const)('%s of a store', async (_, options) => {
      const browser = await signedIn(world.current, { companyId: store.companyId, ...options });
      const before = await world.current.database.query('select * from companies order by id');
      for (const screen of ofPlatform(screens)) {
        expect([screen.id, (await browser.get(at(screen))).status]).toEqual([screen.id, 404]);
      }
      for (const act of ofPlatform(acts)) {
        const answer = await browser.post(at(act), { reason: 'x', email: 'a@b.example', name: 'x', city: 'x' });
        expect([act.id, answer.status]).toEqual([act.id, 404]);
      }
      expect(await world.current.database.query('select * from companies order by id')).toEqual(before);
      expect((await browser.get('/panel/account')).html).not.toContain('/panel/platform');
    });

    test('nobody who is not signed in', async () => {
      for (const screen of ofPlatform(screens)) {
        const response = await fetch(world.current.baseUrl + at(screen), { redirect: 'manual' });
        expect([screen.id, response.status]).toEqual([screen.id, 303]);
      }
    });
  });

  test('an operator belongs to no store by that', async () => {
    expect((await operator.get(`/panel/stores/${store.companyId}/sandbox`)).status).toBe(404);
  });

  test('every page is a whole one in both languages, and names every act', async () => {
    const portuguese = await signedIn(world.current, { isOperator: true, language: 'pt' });
    for (const browser of [operator, portuguese]) {
      for (const screen of ofPlatform(screens).filter(({ id }) => id !== 'openWorkflow')) {
        const { status, html } = await browser.get(at(screen));
        expect([screen.id, status]).toEqual([screen.id, 200]);
        expect(html.match(/<h1[ >]/g)).toHaveLength(1);
        expect(html).not.toMatch(/undefined|NaN|\[object|Invalid Date|<%|%>|<Central>/);
      }
    }
    expect(new Set(acts.map(({ id }) => id)).size).toBe(acts.length);
  });

  describe('the list of stores', () => {
    const search = async (text: string) =>
      (await operator.get(`/panel/platform/stores?search=${encodeURIComponent(text)}`)).html;

    test('is searched by name, letter for letter, and by id', async () => {
      const other = await world.current.createStore({ name: 'Oficina 1000' });
      const link = ({ companyId }: TestStore) => `/panel/platform/stores/${companyId}"`;
      const everything = await search('');
      expect(everything).toContain(link(store));
      expect(everything).toContain(link(other));
      for (const text of ['livraria', '100%', String(store.companyId)])
        expect(await search(text)).toContain(link(store));
      expect(await search('100%')).not.toContain(link(other));
      expect(await search('no such store')).toContain('No store was found.');
      expect(await search('9'.repeat(60))).toContain('No store was found.');
    });

    test('is paged, the newest first', async () => {
      const first = await operator.get('/panel/platform/stores?limit=1');
      const older = /<a rel="next" href="([^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
      const second = await operator.get(older);
      const idOf = (html: string) => Number(/\/panel\/platform\/stores\/(\d+)"/.exec(html)![1]);
      expect(idOf(second.html)).toBeLessThan(idOf(first.html));
      expect(second.html).toContain('rel="prev"');
    });
  });

  describe('a store that is made here', () => {
    const fields = { name: 'Padaria Nova', city: 'Recife', plan: 'growth', email: 'Dona@Nova.Example' };

    test('has its plan, no token, and an invitation to its owner; both logs tell of it', async () => {
      const answer = await operator.submit('/panel/platform/stores/new', '/panel/platform/stores/new', fields);
      const id = Number(/stores\/(\d+)\?done=createStore$/.exec(answer.location!)![1]);
      const page = await operator.get(answer.location!);
      expect(page.html).toContain('The store is created and its owner invited.');
      expect(page.html).toContain('dona@nova.example');
      const query = (sql: string, params: unknown[] = []) => world.current.database.query(sql, params);
      expect(await query('select plan, city from companies where id = $1', [id])).toEqual([
        { plan: 'growth', city: 'Recife' },
      ]);
      expect(await query('select 1 from api_tokens where company_id = $1', [id])).toEqual([]);
      expect(await query('select kind, email, role from access_links where company_id = $1', [id])).toEqual([
        { kind: 'invitation', email: 'dona@nova.example', role: 'owner' },
      ]);
      expect(await query('select recipient from mails')).toContainEqual({ recipient: 'dona@nova.example' });
      expect(await rowsOf(id)).toEqual([
        {
          action: 'createStore',
          actor: operator.email,
          subject: `store ${id}`,
          details: { name: 'Padaria Nova', plan: 'growth', owner: 'dona@nova.example' },
        },
      ]);
      expect((await operator.get('/panel/platform/audit')).html).toContain(
        `Created the store: <strong><bdi>store ${id}`,
      );
    });

    test.each([
      ['a name', { ...fields, name: ' ' }, 'name'],
      ['a city', { ...fields, city: '' }, 'city'],
      ['a plan', { ...fields, plan: 'gold' }, 'plan'],
      ['an address', { ...fields, email: 'nobody' }, 'email'],
    ])('needs %s: nothing is made, and what was typed stays', async (_, typed, field) => {
      const count = () => world.current.database.query('select count(*) from companies');
      const before = await count();
      const answer = await operator.submit('/panel/platform/stores/new', '/panel/platform/stores/new', typed);
      expect(answer.status).toBe(422);
      expect(answer.html).toContain(`id="createStore-${field}-problem"`);
      expect(answer.html).toContain('Padaria Nova'.slice(0, typed.name.trim().length));
      expect(await count()).toEqual(before);
    });

    test('is made once, however often its form is sent', async () => {
      const page = await operator.get('/panel/platform/stores/new');
      const key = /name="_key" value="([^"]*)"/.exec(page.html)![1]!;
      const send = () =>
        operator.post('/panel/platform/stores/new', {
          ...fields,
          name: 'Only once',
          email: 'once@x.example',
          _key: key,
        });
      await Promise.all([send(), send()]);
      expect(await world.current.database.query(`select 1 from companies where name = 'Only once'`)).toHaveLength(1);
    });
  });

  describe('the page of a store', () => {
    const path = (act = '', { companyId } = store) => `/panel/platform/stores/${companyId}${act}`;

    test('that does not exist is not found', async () => {
      for (const declared of [...ofPlatform(screens), ...ofPlatform(acts)].filter((one) => one.path.includes('{id}'))) {
        const isAct = 'run' in declared;
        const fields = { plan: 'scale', reason: 'x', email: 'a@b.example' };
        const address = at(declared, 999_999);
        const answer = await (isAct ? operator.post(address, fields) : operator.get(`${address}?invoice=1`));
        expect([declared.id, answer.status]).toEqual([declared.id, 404]);
      }
    });

    test('names its people and the last use of its API', async () => {
      const person = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
      const { html } = await operator.get(path());
      expect(html).toContain(person.email);
      expect(html).toContain('Developer');
      expect(html).not.toContain('Never');
      const unused = await world.current.createStore();
      await world.current.database.query('update api_tokens set last_used_at = null where company_id = $1', [
        unused.companyId,
      ]);
      expect((await operator.get(path('', unused))).html).toContain('Never');
    });

    test('changes its plan and requests a minute', async () => {
      const changed = await world.current.createStore({ rateLimitPerMinute: null });
      const send = (fields: Record<string, string>) =>
        operator.submit(path('', changed), path('/plan', changed), fields);
      expect((await send({ plan: 'scale', requests: '50' })).status).toBe(303);
      const answer = await changed.sandbox.get('/api/v1/customers');
      expect(answer.headers.get('RateLimit-Limit')).toBe('50');
      expect((await send({ plan: 'growth', requests: '' })).status).toBe(303);
      expect((await changed.production.get('/api/v1/customers')).headers.get('RateLimit-Limit')).toBe('600');
      for (const requests of ['0', '1.5', '1.000', '1e3', 'many', '1000001']) {
        const refused = await send({ plan: 'scale', requests });
        expect([requests, refused.status]).toEqual([requests, 422]);
        expect(refused.html).toContain('id="setPlan-');
      }
      expect(await rowsOf(changed.companyId)).toMatchObject([
        {
          action: 'setPlan',
          details: { plan: { before: 'starter', after: 'scale' }, rateLimitPerMinute: { before: null, after: 50 } },
        },
        { action: 'setPlan', details: { rateLimitPerMinute: { before: 50, after: null } } },
      ]);
    });

    test('suspends it and resumes it, and its own log tells of both', async () => {
      const target = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: target.companyId });
      expect((await operator.submit(path('', target), path('/suspend', target))).status).toBe(422);
      expect((await target.sandbox.get('/api/v1/customers')).status).toBe(200);

      const suspended = await operator.submit(path('', target), path('/suspend', target), { reason: 'Fraud <report>' });
      expect(suspended.location).toBe(`${path('', target)}?done=suspendStore`);
      expect((await target.sandbox.get('/api/v1/customers')).status).toBe(403);
      const page = await operator.get(path('', target));
      expect(page.html).toContain('Fraud &lt;report&gt;');
      expect((await operator.get('/panel/platform/stores')).html).toContain('<span class="badge bad">Suspended</span>');
      expect((await operator.post(path('/suspend', target), { reason: 'Again' })).status).toBe(303);

      const resumed = await operator.submit(path('', target), path('/resume', target));
      expect(resumed.location).toBe(`${path('', target)}?done=resumeStore`);
      expect((await target.sandbox.get('/api/v1/customers')).status).toBe(200);
      expect(await rowsOf(target.companyId)).toMatchObject([
        { action: 'suspendStore', actor: operator.email, details: { reason: 'Fraud <report>' } },
        { action: 'suspendStore', details: { unchanged: true } },
        { action: 'resumeStore', actor: operator.email },
      ]);
      const log = (await owner.get(`/panel/stores/${target.companyId}/sandbox/audit`)).html;
      expect(log).toContain('Suspended the store');
      expect(log).toContain('Resumed the store');
    });

    test('invites an owner, once', async () => {
      const target = await world.current.createStore();
      const invite = (email: string) => operator.submit(path('', target), path('/owners', target), { email });
      expect((await invite('new-owner@x.example')).status).toBe(303);
      expect((await operator.get(path('', target))).html).toContain('new-owner@x.example');
      const { email } = await signedIn(world.current, { companyId: target.companyId });
      const refused = await invite(email);
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('This person belongs to the store already.');
      expect(await rowsOf(target.companyId)).toMatchObject([
        { action: 'inviteOwner', details: { email: 'new-owner@x.example', role: 'owner' } },
      ]);
    });

    test('leads to the workflow of its invoices, of both environments, and of no other store', async () => {
      const [{ id }, stranger] = [await store.createInvoice(), await world.current.createStore()];
      const other = await stranger.createInvoice();
      const { id: live } = await store.createInvoice();
      await world.current.database.query(`update invoices set environment = 'production' where id = $1`, [live]);
      const open = (invoice: string | number) => operator.get(`${path('/workflow')}?invoice=${invoice}`);
      expect(await open(id)).toMatchObject({
        status: 303,
        location: `${UI}/namespaces/default/workflows/invoice-${id}`,
      });
      expect((await open(live)).location).toBe(`${UI}/namespaces/default/workflows/invoice-${live}`);
      for (const invoice of [other.id, 999_999]) {
        const answer = await open(invoice);
        expect(answer.status).toBe(404);
        expect(answer.html).toContain('This store has no invoice with this id.');
        expect(answer.html).toContain('aria-invalid="true"');
        expect(answer.html).toContain(`value="${invoice}"`);
      }
      for (const invoice of ['', 'abc', '-1', '1e3x', '9'.repeat(30)]) {
        const answer = await open(invoice);
        expect([invoice, answer.status]).toEqual([invoice, 422]);
        expect(answer.html).toContain('id="filter-invoice-problem"');
      }
      const { id: subscription } = await subscribe(store);
      const { id: foreign } = await subscribe(stranger);
      const follow = (number: number) => operator.get(`${path('/workflow')}?subscription=${number}`);
      expect((await follow(subscription)).location).toBe(
        `${UI}/namespaces/default/workflows/subscription-${subscription}`,
      );
      const refused = await follow(foreign);
      expect([refused.status, refused.html.includes('This store has no subscription with this id.')]).toEqual([
        404,
        true,
      ]);
      const page = await operator.get(path());
      // Else a browser would not follow the form there.
      expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${UI};`);
    });
  });

  test('no page of a store leads to Temporal', async () => {
    const { id } = await store.createInvoice();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const paths = screens.filter(({ scope, streams }) => scope === 'store' && !streams).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(10);
    const ids = { '/customers': store.customerId, '/products': store.productId, '/invoices': id };
    for (const each of paths) {
      const own = Object.entries(ids).find(([prefix]) => each.startsWith(prefix))?.[1] ?? 1;
      const address = `/panel/stores/${store.companyId}/sandbox${each.replace('{id}', String(own))}`;
      const { html, headers, location } = await owner.get(address);
      const everything = `${html} ${location} ${headers.get('content-security-policy')}`;
      expect(everything).not.toContain('temporal.example');
      expect(everything).not.toContain('/panel/platform');
    }
  });

  test('nothing of a suspended store is changed in the panel', async () => {
    const target = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: target.companyId });
    await operator.post(`/panel/platform/stores/${target.companyId}/suspend`, { reason: 'x' });
    // A form with a file is another kind of body; it is refused in the same place.
    const refused = acts.filter(({ scope, file, whileSuspended }) => scope === 'store' && !file && !whileSuspended);
    expect(refused.length).toBeGreaterThan(10);
    for (const { id, path } of refused) {
      const answer = await owner.post(`/panel/stores/${target.companyId}/sandbox${path.replace('{id}', '1')}`);
      expect([id, answer.status]).toEqual([id, 403]);
      expect(answer.html).toContain('store_suspended');
    }
    const page = await owner.get(`/panel/stores/${target.companyId}/sandbox`);
    expect(page.html).toContain('This store is suspended');
  });

  test('access to a suspended store can still be taken away: a token, a member, an invitation', async () => {
    const target = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: target.companyId });
    const member = await signedIn(world.current, { companyId: target.companyId, role: 'developer' });
    const query = (sql: string) => world.current.database.query<{ id: string }>(sql, [target.companyId]);
    await operator.post(`/panel/platform/stores/${target.companyId}/owners`, { email: 'invited@x.example' });
    await operator.post(`/panel/platform/stores/${target.companyId}/suspend`, { reason: 'A token leaked' });
    const own = `/panel/stores/${target.companyId}/sandbox`;
    const [token] = await query(`select id from api_tokens where company_id = $1 and environment = 'sandbox'`);
    const [invitation] = await query('select id from access_links where company_id = $1');
    for (const [page, path] of [
      [`/tokens/${token!.id}`, `/tokens/${token!.id}/revoke`],
      ['/people', `/people/${member.personId}/remove`],
      ['/people', `/people/invitations/${invitation!.id}/take-back`],
    ]) {
      expect([path, (await owner.submit(own + page, own + path)).status]).toEqual([path, 303]);
    }
    expect((await target.sandbox.get('/api/v1/customers')).status).toBe(401);
    expect((await target.production.get('/api/v1/customers')).status).toBe(403);
    expect((await member.get(own)).status).toBe(404);
    expect((await owner.get(`${own}/people`)).html).not.toContain('invited@x.example');
    // Acts that give access wait.
    expect((await owner.post(`${own}/tokens`)).status).toBe(403);
    expect((await owner.post(`${own}/people/invite`, { email: 'a@b.example', role: 'owner' })).status).toBe(403);
  });

  test('the health page answers in under three seconds while Temporal is down, says so, and asks anew by itself', async () => {
    const begun = performance.now();
    const { html } = await operator.get('/panel/platform/health');
    expect(performance.now() - begun).toBeLessThan(3_000);
    const partOf = (part: string) => new RegExp(`id="health-${part}">([\\s\\S]*?)</li>`).exec(html)![1]!;
    expect(partOf('temporal')).toMatch(/badge bad">Down<[\s\S]*start Temporal/);
    expect(partOf('database')).toMatch(/badge good">OK<[\s\S]*Connections used/);
    expect(partOf('mails')).toMatch(/badge warn">Attention<[\s\S]*SMTP_URL/);
    expect(html).toContain('hx-trigger="every 5s"');
  });

  test('the log tells what concerns no store, what operators and their commands did, and nothing that a store’s people did', async () => {
    const target = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: target.companyId });
    const write = (action: string, personId: number | null, actor: string, byOperator: boolean) =>
      world.current.database.query(
        `insert into audit_entries (company_id, person_id, actor, by_operator, action, details, address, user_agent, created_at)
         values ($1, $2, $3, $4, $5, '{}', '', '', now())`,
        [target.companyId, personId, actor, byOperator, action],
      );
    await write('doneByOwner', owner.personId, owner.email, false);
    await write('doneByCommand', null, 'admin', true);
    await write('doneByOperator', operator.personId, operator.email, true);
    const { html } = await operator.get('/panel/platform/audit');
    expect(html).toContain('doneByCommand');
    expect(html).toContain('Command of an operator');
    expect(html).toContain('doneByOperator');
    expect(html).toContain('Signed in');
    expect(html).not.toContain('doneByOwner');
  });

  test('the log keeps what somebody did who is an operator no longer, and the store’s log still does not name them', async () => {
    const target = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: target.companyId });
    const departed = await signedIn(world.current, { isOperator: true });
    await departed.post(`/panel/platform/stores/${target.companyId}/suspend`, { reason: 'Departed soon' });
    const leave = 'update people set is_operator = false where id = $1';
    await world.current.database.query(leave, [departed.personId]);
    const { html } = await operator.get('/panel/platform/audit');
    expect(html).toContain('Departed soon');
    expect(html).toContain(departed.email);
    for (const filter of ['', `?person=${departed.personId}`]) {
      const own = await owner.get(`/panel/stores/${target.companyId}/sandbox/audit${filter}`);
      expect([own.status, own.html.includes('Departed soon')]).toEqual([200, filter === '']);
      expect(own.html).not.toContain(departed.email);
    }
  });

  test('the log has nothing that an operator did as one of a store’s people', async () => {
    const target = await world.current.createStore();
    const both = await signedIn(world.current, { companyId: target.companyId, isOperator: true });
    const saved = await both.post(`/panel/stores/${target.companyId}/sandbox/settings/beneficiary`, {
      name: 'Only the store knows',
      document: '',
      city: 'Recife',
    });
    expect(saved.status).toBe(303);
    await both.post(`/panel/platform/stores/${target.companyId}/suspend`, { reason: 'As the platform' });
    const { html } = await operator.get('/panel/platform/audit');
    expect(html).toContain('As the platform');
    expect(html).not.toContain('Only the store knows');
    const own = (await both.get(`/panel/stores/${target.companyId}/sandbox/audit?person=${both.personId}`)).html;
    expect(own).toContain('Only the store knows');
    expect(own).not.toContain('As the platform');
  });

  test('the log is read by its own index, however much the stores’ people do', async () => {
    const { companyId } = await world.current.createStore();
    await world.current.database.query(
      `insert into audit_entries (company_id, actor, action, details, address, user_agent, created_at)
       select $1, 'a@b.example', 'saveBrand', '{}', '', '', now() from generate_series(1, 20000)`,
      [companyId],
    );
    await world.current.database.query('analyze audit_entries');
    const plan = await world.current.database.query<{ 'QUERY PLAN': string }>(
      `explain select * from audit_entries where (by_operator = true or company_id is null) and id < $1
        order by id desc limit 21`,
      [1_000_000],
    );
    expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('using audit_entries_platform');
  });
});

describe('without the address of the Temporal UI', () => {
  const world = useApiWorld();

  test('the page of a store names the variable that gives it', async () => {
    const { companyId } = await world.current.createStore();
    const operator = await signedIn(world.current, { isOperator: true });
    for (const path of ['', '/workflow?invoice=1']) {
      const { html, status } = await operator.get(`/panel/platform/stores/${companyId}${path}`);
      expect(status).toBe(200);
      expect(html).toContain('TEMPORAL_UI_URL');
      expect(html).not.toContain('filter-invoice');
    }
  });
});
