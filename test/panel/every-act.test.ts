import { beforeEach, describe, expect, test } from '@jest/globals';
import { acts, screens } from '../../src/panel/areas.ts';
import type { Act, Screen } from '../../src/panel/screen.ts';
import { may } from '../../src/accounts/people/roles.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';

/** An id that no row has yet; what is refused before it is looked for says nothing of it. */
const SOME_ID = '999999';

function pathIn(store: Pick<TestStore, 'companyId'>, { path }: Screen | Act, environment = 'sandbox'): string {
  return `/panel/stores/${store.companyId}/${environment}${path.replace('{id}', SOME_ID)}`;
}

const ofStore = <T extends Screen | Act>(declared: readonly T[]) => declared.filter(({ scope }) => scope === 'store');
const ofPlatform = <T extends Screen | Act>(declared: readonly T[]) =>
  declared.filter(({ scope }) => scope === 'platform');

/**
 * The data that a refusal must not change: everything but sessions, counters, and the fields that loops move by
 * themselves.
 */
const FOOTPRINT = `select (select count(*) from audit_entries) as audit, (select count(*) from panel_submissions) as forms,
  (select string_agg(c::text, '|' order by id) from companies c) as companies,
  (select string_agg(m::text, '|' order by id) from memberships m) as memberships,
  (select count(*) from api_tokens where revoked_at is null) as tokens, (select count(*) from webhook_endpoints) as webhooks,
  (select count(*) from access_links) as links, (select count(*) from mails) as mails,
  (select count(*) from customers) as customers, (select count(*) from products) as products,
  (select count(*) from subscriptions) as subscriptions, (select count(*) from refunds) as refunds,
  (select string_agg(g::text, '|' order by id) from gateway_accounts g) as gateways`;

describe('every screen and act of the panel', () => {
  const world = useApiWorld();
  // An address may look at a panel so many times a minute, and this one looks at every page.
  beforeEach(() => world.current.database.query('delete from rate_limit_counters'));
  const footprint = async () => (await world.current.database.query(FOOTPRINT))[0];

  test('has an id of its own, among screens and among acts', () => {
    for (const declared of [screens, acts]) {
      const ids = declared.map(({ id }) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  });

  test('has its words in both languages', () => {
    const missing = acts.flatMap((act) =>
      (['pt', 'en'] as const)
        .filter((language) => {
          const { done = '', log = '' } = act.words[language].acts[act.id] ?? {};
          return done === '' || log === '';
        })
        .map((language) => `${act.id} ${language}`),
    );
    expect(missing).toEqual([]);
  });

  test('each act of a store names its permission, and none that changes a store is open to a member who may only look', () => {
    expect(ofStore(acts).length).toBeGreaterThan(20);
    // The columns of a list are of the person, and not of the store.
    const ofStores = ofStore(acts).filter(({ id }) => id !== 'chooseInvoiceColumns');
    expect(ofStores.filter(({ needs = 'view' }) => may('support', needs)).map(({ id }) => id)).toEqual([]);
  });

  test('asks whoever is not signed in to sign in, and does nothing', async () => {
    const store = await world.current.createStore();
    const before = await footprint();
    const stranger = openPanel(world.current);
    const signedInOnly = [...ofStore(screens).map((one) => pathIn(store, one)), '/panel/account', '/panel/stores'];
    for (const path of signedInOnly) {
      expect([path, await stranger.get(path)]).toMatchObject([path, { status: 303 }]);
    }
    for (const act of ofStore(acts)) {
      const answer = await stranger.post(pathIn(store, act), { _csrf: 'x' });
      expect([act.id, answer]).toMatchObject([act.id, { status: 303, location: '/panel/sign-in' }]);
    }
    expect(await footprint()).toEqual(before);
  });

  test('does not exist for people of other stores, nor in an environment that there is not', async () => {
    const store = await world.current.createStore();
    const elsewhere = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: elsewhere.companyId });
    const operator = await signedIn(world.current, { isOperator: true });
    const before = await footprint();
    for (const browser of [owner, operator]) {
      for (const screen of ofStore(screens)) {
        expect([screen.id, (await browser.get(pathIn(store, screen))).status]).toEqual([screen.id, 404]);
      }
      for (const act of ofStore(acts)) {
        expect([act.id, (await browser.post(pathIn(store, act))).status]).toEqual([act.id, 404]);
      }
    }
    for (const screen of ofStore(screens)) {
      expect((await owner.get(pathIn(elsewhere, screen, 'staging'))).status).toBe(404);
    }
    expect(await footprint()).toEqual(before);
  }, 60_000);

  test('that changes something is refused to whose role does not allow it', async () => {
    const store = await world.current.createStore();
    const people = {
      support: await signedIn(world.current, { companyId: store.companyId, role: 'support' }),
      developer: await signedIn(world.current, { companyId: store.companyId, role: 'developer' }),
    } satisfies Record<string, PanelBrowser>;
    const before = await footprint();
    for (const role of ['support', 'developer'] as const) {
      const refused = ofStore(acts).filter(({ needs = 'view' }) => !may(role, needs));
      for (const act of refused) {
        const answer = await people[role].post(pathIn(store, act));
        expect([role, act.id, answer.status]).toEqual([role, act.id, 403]);
        expect(answer.html).toContain('not_permitted');
      }
    }
    expect(await footprint()).toEqual(before);
  }, 60_000);

  test('that changes something is refused without the token of the session', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, isOperator: true });
    const before = await footprint();
    const paths = [
      ...ofStore(acts).map((act) => pathIn(store, act)),
      ...ofPlatform(acts).map(({ path }) => `/panel/platform${path.replace('{id}', String(store.companyId))}`),
      ...acts.filter(({ scope }) => scope === 'person').map(({ path }) => `/panel${path.replace('{id}', SOME_ID)}`),
    ];
    for (const path of paths) {
      expect([path, (await owner.post(path, { _csrf: 'forged' })).status]).toEqual([path, 403]);
    }
    expect(await footprint()).toEqual(before);
  }, 60_000);

  test('the platform’s screens and acts do not exist for people who are no operators', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const before = await footprint();
    const path = (declared: Screen | Act) => `/panel/platform${declared.path.replace('{id}', String(store.companyId))}`;
    for (const screen of ofPlatform(screens)) expect((await owner.get(path(screen))).status).toBe(404);
    for (const act of ofPlatform(acts)) expect((await owner.post(path(act))).status).toBe(404);
    expect(await footprint()).toEqual(before);
  });
});
