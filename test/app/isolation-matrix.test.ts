import { beforeAll, describe, expect, test } from '@jest/globals';
import type Router from '@koa/router';
import { createApp, type AppDeps } from '../../src/app/api.ts';
import { operations } from '../../src/app/operations.ts';
import { TOKEN_SCOPES } from '../../src/base/http/token-scopes.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn } from '../support/panel-people.ts';
import type { TestStore } from '../support/world.ts';
import { ROUTES } from './routes.ts';

/** The roles that have each permission in a store, said once more: the product's own table is what is tested. */
const MAY: Record<string, readonly string[]> = {
  view: ['owner', 'developer', 'support'],
  collect: ['owner', 'developer'],
  integrate: ['owner', 'developer'],
  manage: ['owner'],
};
/** No row has it. */
const NOBODYS = '999999';

interface Route {
  method: string;
  path: string;
  guard: string;
}

const rows: Route[] = ROUTES.trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...guard] = line.trim().split(/\s+/);
    return { method, path, guard: guard.join(' ') };
  });

/** Every route that the product serves: the table must know it. */
function routesServed(): string[] {
  const anything: unknown = new Proxy(() => anything, { get: (_, name) => (name === 'then' ? undefined : anything) });
  const known = { publicUrl: 'http://localhost', trustedProxies: 0, temporalUiUrl: null };
  const tokeniser = { name: 'tokeniser.js', path: import.meta.filename };
  const parts = { gateways: { providers: [] }, sandbox: { cardEntry: { tokeniser } }, ...known };
  const deps = new Proxy(parts as unknown as AppDeps, {
    get: (target, name) => (name in target ? (Reflect.get(target, name) as unknown) : anything),
  });
  const routers = createApp(deps).middleware.flatMap((one) => (one as { router?: Router }).router ?? []);
  const served = routers.flatMap(({ stack }) =>
    stack.flatMap(({ methods, path }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${String(path)}`),
    ),
  );
  return [...new Set(served)].sort();
}

describe('every route', () => {
  // Each request comes from an address of its own: an address may open so many pages in a minute.
  const world = useApiWorld({ settings: { trustedProxies: 1 } });
  let asked = 0;
  const elsewhere = () => ({ 'X-Forwarded-For': `198.18.${(asked >> 8) & 255}.${asked++ & 255}` });
  let store: TestStore;
  let stranger: TestStore;
  const people = {} as Record<'owner' | 'developer' | 'support' | 'stranger' | 'operator' | 'nobody', PanelBrowser>;

  beforeAll(async () => {
    [store, stranger] = [await world.current.createStore(), await world.current.createStore()];
    const { companyId } = store;
    for (const role of ['owner', 'developer', 'support'] as const) {
      people[role] = await signedIn(world.current, { companyId, role });
    }
    people.stranger = await signedIn(world.current, { companyId: stranger.companyId });
    people.operator = await signedIn(world.current, { isOperator: true });
    people.nobody = openPanel(world.current);
  });

  test('has its row in the table, which says who may use it', () => {
    expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routesServed());
    const guards = new Set(rows.map(({ guard }) => guard.split(' ')[0]));
    expect([...guards].sort()).toEqual([
      'anybody',
      'forward',
      'link',
      'member',
      'operator',
      'person',
      'signature',
      'token',
    ]);
  });

  test('of the API needs the scope that the table says, which is the one of its declaration', () => {
    const declared = operations.map(
      ({ method, path, scope }) => `${method} /api/v1${path.replace('{id}', ':id')} token ${scope}`,
    );
    const said = rows
      .filter(({ guard }) => guard.startsWith('token '))
      .map(({ method, path, guard }) => `${method} ${path} ${guard}`);
    expect(said.sort()).toEqual(declared.sort());
  });

  const calls = rows.filter(({ guard }) => guard.startsWith('token '));
  /** A client with a token of these scopes alone. */
  async function clientWith(scopes: readonly string[], whose: TestStore, environment = 'sandbox'): Promise<ApiClient> {
    const token = environment === 'sandbox' ? whose.sandboxToken : whose.productionToken;
    await world.current.database.query(
      'update api_tokens set scopes = $1::jsonb where company_id = $2 and environment = $3',
      [JSON.stringify(scopes), whose.companyId, environment],
    );
    return createApiClient({ baseUrl: world.current.baseUrl, token, companyId: whose.companyId });
  }
  const codeOf = async (client: ApiClient, { method, path }: Route): Promise<string> => {
    const body = method === 'POST' || method === 'PATCH' ? {} : undefined;
    const answer = await client.request<{ code?: string }>(method, path.replace(':id', NOBODYS), body);
    return answer.body?.code ?? String(answer.status);
  };

  test.each(['sandbox', 'production'])(
    'of the API opens with its scope, and with no other (%s)',
    async (environment) => {
      for (const scope of TOKEN_SCOPES) {
        const only = await clientWith([scope], store, environment);
        for (const call of calls) {
          const code = await codeOf(only, call);
          expect([scope, call.method, call.path, code === 'missing_scope']).toEqual([
            ...[scope, call.method, call.path],
            call.guard !== `token ${scope}`,
          ]);
        }
      }
    },
  );

  test.each(['sandbox', 'production'] as const)(
    'of a store opens to the roles of its row, and to no other person (%s)',
    async (environment) => {
      for (const { method, path, guard } of rows.filter((row) => row.guard.startsWith('member '))) {
        const address = path
          .replace(':company', String(store.companyId))
          .replace(':environment', environment)
          .replace(':id', NOBODYS)
          .replace(':token', 'nothing');
        const ask = async (browser: PanelBrowser) =>
          method === 'GET' ? browser.get(address, elsewhere()) : browser.post(address, { _csrf: 'x' }, elsewhere());
        const permission = guard.split(' ')[1]!;
        for (const role of ['owner', 'developer', 'support'] as const) {
          const { status, html } = await ask(people[role]);
          const isRefused = status === 403 && html.includes('not_permitted');
          expect([method, path, role, isRefused]).toEqual([method, path, role, !MAY[permission]!.includes(role)]);
        }
        for (const who of ['stranger', 'operator'] as const) {
          expect([method, path, who, (await ask(people[who])).status]).toEqual([method, path, who, 404]);
        }
        expect([method, path, await ask(people.nobody)]).toMatchObject([method, path, { status: 303 }]);
      }
    },
    120_000,
  );

  test('of the platform and of a person opens to who the table says', async () => {
    for (const { method, path, guard } of rows.filter((row) => row.guard === 'operator' || row.guard === 'person')) {
      // The Temporal UI's own route asks for more: encrypted.test.ts.
      if (path.includes('temporal-codec')) continue;
      const address = path.replace(':id', NOBODYS);
      const ask = async (browser: PanelBrowser) =>
        method === 'GET' ? browser.get(address, elsewhere()) : browser.post(address, { _csrf: 'x' }, elsewhere());
      expect([method, path, (await ask(people.nobody)).status]).toEqual([method, path, 303]);
      if (guard !== 'operator') continue;
      expect([method, path, (await ask(people.owner)).status]).toEqual([method, path, 404]);
    }
  });
});
