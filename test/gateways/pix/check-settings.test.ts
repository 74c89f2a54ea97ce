import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../../src/base/outgoing/address-policy.ts';
import type { GatewayProvider, GatewaySettings } from '../../../src/gateways/gateway-provider.ts';
import { GatewayUnavailableError } from '../../../src/gateways/payment-gateway.ts';
import { createPixProvider } from '../../../src/gateways/pix/pix-provider.ts';
import { startPixBank, type PixBank } from '../../support/pix-bank/bank.ts';
import { createAuthority, type Authority } from '../../support/certificates.ts';
import { settingsOf } from '../../support/pix-bank/settings.ts';

const store = { companyId: 7, environment: 'production' as const };

describe('the settings of a bank', () => {
  let bank: PixBank;
  let elsewhere: PixBank;
  let stranger: Authority;
  let provider: GatewayProvider;
  const providerWith = (networks: string[]) =>
    createPixProvider({ policy: createAddressPolicy(networks), publicUrl: 'https://fatura.example' });
  beforeAll(async () => {
    bank = await startPixBank();
    elsewhere = await startPixBank({ host: 'other.example' });
    stranger = createAuthority();
    provider = providerWith(['127.0.0.0/8']);
  });
  beforeEach(() => bank.grant('all'));
  afterAll(async () => {
    await bank?.stop();
    await elsewhere?.stop();
    stranger?.remove();
  });

  const check = (settings: GatewaySettings = {}, by = provider) =>
    by.check({ store, settings: settingsOf(bank, settings) });
  /** The problem that is told, by its field and code, and its words. */
  const problemWith = async (settings: GatewaySettings, by = provider): Promise<[string, string]> => {
    const errors = await check(settings, by);
    if (!Array.isArray(errors)) throw new Error('The settings are good.');
    expect(errors).toHaveLength(1);
    return [`${errors[0]!.field} ${errors[0]!.code}`, errors[0]!.message];
  };

  test('are good where the bank takes them: it is told the address of the callbacks, and the certificate’s end is known', async () => {
    const info = await check();
    expect(info).toMatchObject({ methods: ['pix'], displayName: `${new URL(bank.baseUrl).host} · ${bank.pixKey}` });
    const { accessEndsAt } = info as { accessEndsAt: Date };
    expect(Math.round((accessEndsAt.getTime() - Date.now()) / 86_400_000)).toBe(20);
    expect(bank.webhookUrl()).toBe(`https://fatura.example/gateways/pix/7/callbacks/${'c'.repeat(43)}`);
  });

  test('may send the secret in the body, with scopes and further headers', async () => {
    const settings = { client_authentication: 'body', scope: 'cob.read pix.read', extra_headers: 'x-key: 1\n' };
    expect(await check(settings)).toMatchObject({ methods: ['pix'] });
  });

  const pems: Record<string, () => GatewaySettings> = {
    'a certificate that has ended': () => pair(bank.authority.issue('a store', { days: -1 })),
    'a certificate of another authority': () => pair(stranger.issue('a store')),
    'the key of another certificate': () => ({ private_key: bank.authority.issue('another').key }),
    'a certificate that is none': () => ({ certificate: 'nonsense' }),
    'a key with a password': () => ({ private_key: '-----BEGIN ENCRYPTED PRIVATE KEY-----' }),
  };
  test.each([
    ['a certificate that has ended', 'certificate expired', /ended on .*ask the bank for another/],
    ['a certificate of another authority', 'certificate key_refused', /does not take the certificate/],
    ['the key of another certificate', 'private_key key_of_another', /give the one that belongs to it/],
    ['a certificate that is none', 'certificate no_certificate', /BEGIN CERTIFICATE/],
    ['a key with a password', 'private_key no_key', /A key with a password cannot be read/],
  ])('tell of %s', async (name, expected, words) => {
    const [problem, message] = await problemWith(pems[name]!());
    expect(problem).toBe(expected);
    expect(message).toMatch(words);
  });

  test.each<[string, GatewaySettings, string, RegExp]>([
    ['an address without TLS', { base_url: 'http://bank.example' }, 'base_url needs_https', /https:\/\//],
    ['a wrong secret', { client_secret: 'wrong' }, 'client_id key_refused', /copy both again/],
    ['a token address where none is', { token_url: 'ORIGIN/nothing' }, 'token_url no_token_here', /right/],
    ['a name that nobody knows', { token_url: 'https://bank.invalid/token' }, 'token_url host_unknown', /bank.invalid/],
    ['an unknown Pix key', { pix_key: 'somebody@else.example' }, 'pix_key unknown_key', /no such Pix key/],
    ['an account with a hyphen', { account_number: '01268-2' }, 'account_number invalid', /without a hyphen/],
    ['a kind of account that is none', { account_type: 'SALARIO' }, 'account_type invalid', /CORRENTE, POUPANCA/],
    ['a header that is none', { extra_headers: 'nonsense' }, 'extra_headers invalid', /name: value/],
  ])('tell of %s', async (_name, settings, expected, words) => {
    const here = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, value.replace('ORIGIN', new URL(bank.baseUrl).origin)]),
    );
    const [problem, message] = await problemWith(here);
    expect(problem).toBe(expected);
    expect(message).toMatch(words);
  });

  test('tell of a server whose certificate is of another host', async () => {
    const { baseUrl: base_url, tokenUrl: token_url, authority } = elsewhere;
    const [problem, message] = await problemWith({ base_url, token_url, server_ca: authority.cert });
    expect(problem).toBe('token_url host_untrusted');
    expect(message).toContain('has a certificate of another host name');
  });

  test('tell of a server that no known authority vouches for', async () => {
    expect((await problemWith({ server_ca: '' }))[0]).toBe('token_url host_untrusted');
  });

  const SCOPES = ['cob', 'cobv', 'pix', 'webhook', 'rec', 'cobr', 'payloadlocationrec', 'webhookrec', 'webhookcobr'];

  test.each(SCOPES)('tell of a missing scope: %s', async (missing) => {
    bank.grant(SCOPES.filter((name) => name !== missing).flatMap((name) => [`${name}.read`, `${name}.write`]));
    const [problem, message] = await problemWith({});
    expect(problem).toBe('scope permission_missing');
    expect(message).toContain(`${missing}.`);
  });

  test('with a certificate that has ended, an access is refused and not waited for', async () => {
    const settings = settingsOf(bank, pems['a certificate that has ended']!());
    const gateway = await provider.open(undefined as never, { store, installation: 'i', accountId: 'a', settings });
    const asked = gateway.queryCharge({ attemptId: 1, customerId: 1, chargeId: null });
    await expect(asked).rejects.toMatchObject({ name: 'GatewayAccountError', failure: 'key_refused' });
  });

  test('lead nowhere but to public addresses', async () => {
    const asked = bank.requests.length;
    const [problem, message] = await problemWith({}, providerWith([]));
    expect(problem).toBe('token_url host_unknown');
    expect(message).toContain('is not a public one');
    expect(bank.requests).toHaveLength(asked);
  });

  test('are not judged while the bank is down', async () => {
    bank.failNext({ path: /token/, how: '503' });
    await expect(check()).rejects.toThrow(GatewayUnavailableError);
    bank.failNext({ path: /webhook/, how: '500_before' });
    await expect(check()).rejects.toThrow(GatewayUnavailableError);
  });
});

function pair({ cert, key }: { cert: string; key: string }): GatewaySettings {
  return { certificate: cert, private_key: key };
}
