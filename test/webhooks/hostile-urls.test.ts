import type { LookupAddress } from 'node:dns';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { Environment } from '../../src/base/environment.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { createAddressPolicy, type AddressPolicy } from '../../src/base/outgoing/address-policy.ts';
import { webhookUrlProblem } from '../../src/webhooks/check-webhook-url.ts';
import { createHttpSender, type HttpSender } from '../../src/webhooks/http-sender.ts';
import { createApiClient, type ApiClient } from '../support/api-client.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { saysAndEnds, startHostileReceiver, type HostileReceiver } from '../support/hostile-receivers.ts';

/** The fault of the URL: the end of the code, or nothing. */
type Outcome =
  | 'allowed'
  | 'invalid'
  | 'credentials'
  | 'address_not_allowed'
  | 'name_not_allowed'
  | 'https_required'
  | 'port_not_allowed';

const BOTH: Environment[] = ['sandbox', 'production'];

/** With `http` in front as production would not even look at it; `https` is judged the same. */
const URLS: [url: string, outcome: Outcome, environments?: Environment[]][] = [
  // Ports and names that cannot exist.
  ['https://example.com:0/', 'port_not_allowed'],
  ['https://.example.com/', 'name_not_allowed'],
  ['https://a..b/', 'name_not_allowed'],
  [`https://${'a'.repeat(64)}.example.com/`, 'name_not_allowed'],
  // Addresses in every form that a parser, a resolver or a shell has ever taken.
  ['https://127.0.0.1/', 'address_not_allowed'],
  ['https://127.0.0.1./', 'address_not_allowed'],
  ['https://127.1/', 'address_not_allowed'],
  ['https://127.0.1/', 'address_not_allowed'],
  ['https://2130706433/', 'address_not_allowed'],
  ['https://017700000001/', 'address_not_allowed'],
  ['https://0177.0.0.1/', 'address_not_allowed'],
  ['https://0x7f000001/', 'address_not_allowed'],
  ['https://0x7f.0x0.0x0.0x1/', 'address_not_allowed'],
  ['https://0x7f.1/', 'address_not_allowed'],
  ['https://127.0x1/', 'address_not_allowed'],
  ['https://%31%32%37.0.0.1/', 'address_not_allowed'],
  ['https://0/', 'address_not_allowed'],
  ['https://0.0.0.0/', 'address_not_allowed'],
  ['https://10.0.0.1/', 'address_not_allowed'],
  ['https://172.31.255.255/', 'address_not_allowed'],
  ['https://192.168.0.1/', 'address_not_allowed'],
  ['https://100.64.0.1/', 'address_not_allowed'],
  ['https://169.254.169.254/latest/meta-data/', 'address_not_allowed'],
  ['https://168.63.129.16/machine/?comp=goalstate', 'address_not_allowed'],
  ['https://[::ffff:168.63.129.16]/', 'address_not_allowed'],
  ['https://161.26.0.10/', 'address_not_allowed'],
  ['https://166.9.12.140/', 'address_not_allowed'],
  ['https://2852039166/latest/meta-data/', 'address_not_allowed'],
  ['https://0xa9.0xfe.0xa9.0xfe/', 'address_not_allowed'],
  ['https://192.0.0.192/', 'address_not_allowed'],
  ['https://198.18.0.1/', 'address_not_allowed'],
  ['https://203.0.113.9/', 'address_not_allowed'],
  ['https://224.0.0.1/', 'address_not_allowed'],
  ['https://255.255.255.255/', 'address_not_allowed'],
  ['https://[::1]/', 'address_not_allowed'],
  ['https://[::]/', 'address_not_allowed'],
  ['https://[0:0:0:0:0:0:0:1]/', 'address_not_allowed'],
  ['https://[::127.0.0.1]/', 'address_not_allowed'],
  ['https://[::ffff:127.0.0.1]/', 'address_not_allowed'],
  ['https://[::ffff:7f00:1]/', 'address_not_allowed'],
  ['https://[::ffff:0:127.0.0.1]/', 'address_not_allowed'],
  ['https://[::ffff:169.254.169.254]/', 'address_not_allowed'],
  ['https://[64:ff9b::10.0.0.1]/', 'address_not_allowed'],
  ['https://[64:ff9b::7f00:1]/', 'address_not_allowed'],
  ['https://[64:ff9b:1::a00:1]/', 'address_not_allowed'],
  ['https://[2002:7f00:1::]/', 'address_not_allowed'],
  ['https://[2002:a9fe:a9fe::1]/', 'address_not_allowed'],
  ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'address_not_allowed'],
  ['https://[2001:db8::1]/', 'address_not_allowed'],
  ['https://[fe80::1]/', 'address_not_allowed'],
  ['https://[fd00:ec2::254]/', 'address_not_allowed'],
  ['https://[fec0::1]/', 'address_not_allowed'],
  ['https://[ff02::1]/', 'address_not_allowed'],
  ['https://[fe80::1%25eth0]/', 'invalid'],
  ['https://[::1%25lo]/', 'invalid'],
  ['https://256.0.0.1/', 'invalid'],
  ['https://1.2.3.4.5/', 'invalid'],
  ['https://[::1/', 'invalid'],
  // Names that lead inside.
  ['https://localhost/', 'name_not_allowed'],
  ['https://LOCALHOST/', 'name_not_allowed'],
  ['https://localhost./', 'name_not_allowed'],
  ['https://store.localhost/', 'name_not_allowed'],
  ['https://store.localhost./', 'name_not_allowed'],
  ['https://printer.local/', 'name_not_allowed'],
  ['https://metadata.google.internal/computeMetadata/v1/', 'name_not_allowed'],
  ['https://metadata.google.internal./', 'name_not_allowed'],
  ['https://ldap.corp/', 'name_not_allowed'],
  ['https://router.home.arpa/', 'name_not_allowed'],
  ['https://localhost.localdomain/', 'name_not_allowed'],
  ['https://temporal/', 'name_not_allowed', ['production']],
  ['https://postgres./', 'name_not_allowed', ['production']],
  // These are no address of the web, or carry parts that they should not.
  ['ftp://store.example/', 'invalid'],
  ['file:///etc/passwd', 'invalid'],
  ['gopher://store.example:25/', 'invalid'],
  ['javascript:alert(1)', 'invalid'],
  ['data:text/plain,x', 'invalid'],
  ['//store.example/', 'invalid'],
  ['https://', 'invalid'],
  ['store.example/hook', 'invalid'],
  ['https://user@store.example/', 'credentials'],
  ['https://user:password@store.example/', 'credentials'],
  ['https://store.example@127.0.0.1/', 'credentials'],
  ['https://:@127.0.0.1/', 'address_not_allowed'],
  // Production is stricter.
  ['http://store.example/hook', 'https_required', ['production']],
  ['HTTP://store.example/hook', 'https_required', ['production']],
  ['http://store.example:443/hook', 'https_required', ['production']],
  ['https://store.example:22/', 'port_not_allowed'],
  ['http://store.example:25/', 'port_not_allowed', ['sandbox']],
  ['http://store.example:1023/', 'port_not_allowed', ['sandbox']],
  ['http://store.example:1024/', 'allowed', ['sandbox']],
  ['http://store.example:443/', 'allowed', ['sandbox']],
  ['https://store.example:80/', 'allowed', ['sandbox']],
  ['https://store.example:80/', 'port_not_allowed', ['production']],
  ['https://store.example:5432/', 'port_not_allowed', ['production']],
  ['https://store.example:0/', 'port_not_allowed', ['production']],
  ['https://store.example:65536/', 'invalid'],
  // And what is in order.
  ['https://store.example/hook?token=a@b#top', 'allowed'],
  ['https://store.example:443/hook', 'allowed'],
  ['https://store.example:8443/hook', 'allowed'],
  ['https://store.example./hook', 'allowed'],
  ['https://localhost.store.example/', 'allowed'],
  ['https://local.store.example/', 'allowed'],
  ['https://8.8.8.8/', 'allowed'],
  ['https://[2001:4860:4860::8888]/', 'allowed'],
  ['http://store.example:8080/hook', 'allowed', ['sandbox']],
  ['http://receiver:4000/hook', 'allowed', ['sandbox']],
];

const cases = URLS.flatMap(([url, outcome, environments = BOTH]) =>
  environments.map((environment) => ({ url, outcome, environment })),
);

describe('where webhooks are never sent', () => {
  const policy = createAddressPolicy([]);

  test('is tried with more than forty-five hostile URLs', () => {
    expect(URLS.filter(([, outcome]) => outcome !== 'allowed').length).toBeGreaterThanOrEqual(45);
  });

  test.each(cases)('$url in $environment: $outcome', ({ url, outcome, environment }) => {
    const problem = webhookUrlProblem(url, { environment, policy });
    expect(problem?.code ?? 'url.allowed').toBe(`url.${outcome}`);
  });

  test('a network that an operator denies is never reached, nor is one that is allowed too', () => {
    const policy = createAddressPolicy(['10.0.0.0/8'], ['203.0.114.0/24', '10.9.0.0/16', '2600:1f00::/24']);
    const reached = ['203.0.115.7', '10.1.2.3', '2a00:1450::1'];
    const denied = ['203.0.114.7', '::ffff:203.0.114.7', '10.9.2.3', '2600:1f00::1'];
    expect([...reached, ...denied].filter((address) => policy.allows(address))).toEqual(reached);
    expect(() => createAddressPolicy([], ['10.9.0.0'])).toThrow(/WEBHOOK_DENIED_NETWORKS has "10.9.0.0"/);
  });

  test('an exception lets names of that network through, and no others', () => {
    const codeOf = (url: string, networks: string[]) =>
      webhookUrlProblem(url, { environment: 'sandbox', policy: createAddressPolicy(networks) })?.code ?? null;
    expect(codeOf('http://localhost:4000/', ['127.0.0.0/8'])).toBeNull();
    expect(codeOf('http://erp.internal/', ['127.0.0.0/8', '::1/128'])).toBe('url.name_not_allowed');
    expect(codeOf('http://erp.internal/', ['10.0.0.0/8'])).toBeNull();
    expect(codeOf('http://localhost/', ['10.0.0.0/8'])).toBe('url.name_not_allowed');
    expect(codeOf('http://10.1.2.3/', ['10.0.0.0/8'])).toBeNull();
    expect(codeOf('http://[::ffff:10.1.2.3]/', ['10.0.0.0/8'])).toBeNull();
    expect(codeOf('http://169.254.169.254/', ['10.0.0.0/8'])).toBe('url.address_not_allowed');
  });

  describe('through the API', () => {
    const world = useApiWorld();
    let strict: RunningServer;
    let clients: Record<Environment, ApiClient>;
    let ids: Record<Environment, number>;
    beforeAll(async () => {
      const { companyId, sandboxToken, productionToken } = await world.current.createStore();
      // The world allows loopback for its receivers; this server of the same database allows nothing.
      const config = { ...world.current.config, port: 0, webhookAllowedNetworks: [] };
      strict = await startServer(config, { log: pino({ level: 'silent' }), clock: world.current.clock });
      const baseUrl = `http://127.0.0.1:${strict.port}`;
      clients = {
        sandbox: createApiClient({ baseUrl, token: sandboxToken, companyId }),
        production: createApiClient({ baseUrl, token: productionToken, companyId }),
      };
      const create = async (client: ApiClient) =>
        (await client.create<{ id: number }>('/api/v1/webhooks', { url: 'https://store.example/', events: ['*'] })).id;
      ids = { sandbox: await create(clients.sandbox), production: await create(clients.production) };
    });
    afterAll(() => strict?.stop());

    test.each(cases)('$url in $environment: $outcome', async ({ url, outcome, environment }) => {
      const client = clients[environment];
      const made = await client.post<{ id: number; errors?: { field: string; code: string }[] }>('/api/v1/webhooks', {
        url,
        events: ['*'],
      });
      const path = `/api/v1/webhooks/${ids[environment]}`;
      const moved = await client.request<{ errors?: unknown[] }>('PATCH', path, { url });
      expect([made.status, moved.status]).toEqual(outcome === 'allowed' ? [201, 200] : [422, 422]);
      const codes = (made.body.errors ?? []).filter(({ field }) => field === 'url').map(({ code }) => code);
      // The document's rules for the text of a URL are checked before, and have the words of its schema.
      expect(codes.length === 0 ? ['url.allowed'] : codes).toContainEqual(
        expect.stringMatching(
          new RegExp(`^(url\\.${outcome}|string\\.(uri|uriCustomScheme|pattern\\.base|hostname))$`),
        ),
      );
      expect(moved.body.errors).toEqual(made.body.errors);
      if (made.status === 201) await client.request('DELETE', `/api/v1/webhooks/${made.body.id}`);
    });
  });

  describe('when it is delivered', () => {
    let canary: HostileReceiver;
    let sender: HttpSender | null = null;
    beforeAll(async () => {
      canary = await startHostileReceiver(saysAndEnds('HTTP/1.1 200 OK\r\n\r\n'));
    });
    afterEach(() => sender?.close());
    afterAll(() => canary.close());

    /** Answers to the looking up of a name, one after the other; the last one goes on. */
    const answering = (answers: LookupAddress[][], chosen: AddressPolicy = policy) => {
      let asked = 0;
      sender = createHttpSender(chosen, {
        timeoutMs: 300,
        lookup: (_hostname, _options, callback) => callback(null, answers[Math.min(asked++, answers.length - 1)]!),
      });
      const post = () =>
        sender!.post(`http://store.example:${canary.port}/`, { headers: {}, body: '{}', environment: 'sandbox' });
      return { post, asked: () => asked };
    };
    const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 });
    const notCalled = (address: string) => ({
      statusCode: null,
      error: `was not called: the address ${address} is not a public one`,
    });

    test.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1'])(
      'a name that resolves to %s is not called',
      async (address) => {
        expect(await answering([[at(address)]]).post()).toMatchObject(notCalled(address));
        expect(canary.connections).toBe(0);
      },
    );

    test('nor one that has a private address beside a public one', async () => {
      expect(await answering([[at('8.8.8.8'), at('127.0.0.1')]]).post()).toMatchObject(notCalled('127.0.0.1'));
      expect(canary.connections).toBe(0);
    });

    test('nor one that answers with a public address first and a private one afterwards', async () => {
      const rebinding = answering([[at('8.8.8.8')], [at('127.0.0.1')]]);
      const first = await rebinding.post();
      // The address that was checked is the one that is connected to: the name is not looked up in between.
      expect(rebinding.asked()).toBe(1);
      expect(first.statusCode).toBeNull();
      expect(await rebinding.post()).toMatchObject(notCalled('127.0.0.1'));
      expect(canary.connections).toBe(0);
    });

    test('nor is anything sent where the socket turns out to be connected to a private address', async () => {
      // Believes the name, as if what was looked up were not what was connected to.
      let asked = 0;
      const deceived: AddressPolicy = { reachesPrivateNetworks: false, allows: () => ++asked === 1 };
      expect(await answering([[at('127.0.0.1')]], deceived).post()).toMatchObject(notCalled('127.0.0.1'));
      expect(canary.connections).toBe(1);
      await eventually(
        () => canary.open,
        (open) => open === 0,
      );
      expect(canary.bytes).toBe(0);
    });

    test.each(cases.filter(({ outcome }) => outcome !== 'allowed'))(
      '$url in $environment: $outcome',
      async ({ url, environment }) => {
        const { asked } = answering([[at('127.0.0.1')]]);
        const result = await sender!.post(url, { headers: {}, body: '{}', environment });
        expect(result).toMatchObject({ statusCode: null, error: expect.stringMatching(/^was not called: /) });
        expect(asked()).toBe(0);
      },
    );
  });
});
