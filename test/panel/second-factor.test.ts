import { describe, expect, test } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { TOKEN_SCOPES } from '../../src/base/http/token-scopes.ts';
import { mailContext } from '../../src/base/mail/queue-mail.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import { runAdmin } from '../support/run-admin.ts';
import { TEST_KEYS } from '../support/world.ts';

const FACTORS = '/panel/account/second-factor';
const PERIOD_MS = 30_000;

describe('a second factor', () => {
  const world = useApiWorld();
  const secrets = createSecretBox(TEST_KEYS);

  /** The code of a period: each counts once, and one that is a period ahead of the server counts too. */
  const codeOf = (secret: string, periodsAhead = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS });

  /** Somebody who set up an app, with its secret and the recovery codes. */
  async function withApp(options: Parameters<typeof signedIn>[1] = {}) {
    const person = await signedIn(world.current, options);
    await person.submit(FACTORS, `${FACTORS}/app`);
    const secret = /<code id="app-secret">([^<]+)</.exec((await person.get(FACTORS)).html)![1]!.replace(/\s/g, '');
    const confirmed = await person.submit(FACTORS, `${FACTORS}/app/confirm`, { code: codeOf(secret) });
    const codes = /<pre id="recovery-codes">([^<]+)</.exec(confirmed.html)![1]!.split('\n');
    return Object.assign(person, { secret, codes });
  }
  async function passwordGiven(email: string): Promise<PanelBrowser> {
    const browser = openPanel(world.current);
    expect((await browser.signIn(email, TEST_PASSWORD)).status).toBe(303);
    return browser;
  }
  const forget = (personId: number) =>
    world.current.database.query(
      `update person_sessions set factor_at = now() - interval '11 minutes' where person_id = $1`,
      [personId],
    );
  async function mailsTo(email: string): Promise<string[]> {
    const rows = await world.current.database.query<{ content: string }>(
      'select content from mails where recipient = $1 order by id',
      [email],
    );
    return rows.map(
      ({ content }) => (JSON.parse(secrets.open(content, mailContext(email))) as { subject: string }).subject,
    );
  }

  test('by an app counts once its code was given; ten recovery codes are shown once; a mail tells of it', async () => {
    const person = await signedIn(world.current);
    await person.submit(FACTORS, `${FACTORS}/app`);
    const wrong = await person.submit(FACTORS, `${FACTORS}/app/confirm`, { code: '000000' });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('The code is wrong')]);
    expect((await person.get(FACTORS)).html).toContain('Your account has no second factor yet');
    const other = await withApp();
    expect(new Set(other.codes).size).toBe(10);
    const page = (await other.get(FACTORS)).html;
    expect(page).toContain('An app is set up');
    for (const secret of [other.secret, ...other.codes]) expect(page).not.toContain(secret);
    expect(await mailsTo(other.email)).toEqual(['A second factor was added on Fatura']);
    const rows = JSON.stringify(await world.current.database.query('select * from second_factors'));
    for (const secret of [other.secret, ...other.codes]) expect(rows).not.toContain(secret);
  });

  test('is added by who knows the password: ten minutes after the sign-in, forms ask for it, once', async () => {
    const person = await signedIn(world.current);
    await world.current.database.query(
      `update person_sessions set created_at = now() - interval '11 minutes' where person_id = $1`,
      [person.personId],
    );
    expect((await person.get(FACTORS)).html).toContain('you signed in more than ten minutes ago');
    for (const [fields, said] of [
      [{}, 'give your current password'],
      [{ _password: 'wrong horse' }, 'This is not the current password'],
    ] as const) {
      const refused = await person.submit(FACTORS, `${FACTORS}/app`, fields);
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(said)]);
    }
    expect((await person.submit(FACTORS, `${FACTORS}/app`, { _password: TEST_PASSWORD })).status).toBe(303);
    const page = (await person.get(FACTORS)).html;
    expect(page).not.toContain('_password');
    const secret = /<code id="app-secret">([^<]+)</.exec(page)![1]!.replace(/\s/g, '');
    expect((await person.submit(FACTORS, `${FACTORS}/app/confirm`, { code: codeOf(secret) })).status).toBe(200);
  });

  test('is asked for after the password: until it is proven, nothing opens and nothing is done', async () => {
    const store = await world.current.createStore();
    const owner = await withApp({ companyId: store.companyId });
    const browser = await passwordGiven(owner.email);
    const home = `/panel/stores/${store.companyId}/sandbox`;
    expect(await browser.get(home)).toMatchObject({
      status: 303,
      location: `/panel/second-factor?next=${encodeURIComponent(home)}`,
    });
    for (const path of [`${home}/tokens`, '/panel/account/password', `${FACTORS}/app/remove`]) {
      expect(await browser.post(path, { _csrf: 'x' })).toMatchObject({ status: 303, location: '/panel/second-factor' });
    }
    const at = `/panel/second-factor?next=${encodeURIComponent(home)}`;
    const wrong = await browser.submit(at, '/panel/second-factor', { code: '000000', next: home });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('The code is wrong')]);
    // The code of the set-up was used.
    const used = await browser.submit(at, '/panel/second-factor', { code: codeOf(owner.secret), next: home });
    expect(used.status).toBe(422);
    const right = await browser.submit(at, '/panel/second-factor', { code: codeOf(owner.secret, 1), next: home });
    expect(right).toMatchObject({ status: 303, location: expect.stringMatching(`^${home}\\?done=proveFactor`) });
    expect((await browser.get(home)).status).toBe(200);
  });

  test('is a recovery code where the app is lost, and each works once', async () => {
    const person = await withApp();
    const [code] = person.codes;
    const first = await passwordGiven(person.email);
    expect(
      (await first.submit('/panel/second-factor', '/panel/second-factor', { code: code!.toUpperCase() })).status,
    ).toBe(303);
    const second = await passwordGiven(person.email);
    expect((await second.submit('/panel/second-factor', '/panel/second-factor', { code: code! })).status).toBe(422);
    expect((await person.get(FACTORS)).html).toContain('9 codes still work.');
  });

  test('is not guessed: tries are counted as those of a password', async () => {
    const person = await withApp();
    const browser = await passwordGiven(person.email);
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess += 1) {
      const code = String(guess).padStart(6, '0');
      statuses.push((await browser.submit('/panel/second-factor', '/panel/second-factor', { code })).status);
    }
    expect(statuses.slice(-2)).toEqual([429, 429]);
    await world.current.database.query('delete from rate_limit_counters');
  });

  test('is asked for once more before a token, a role, a gateway, the security and an erasure, and lasts ten minutes', async () => {
    const store = await world.current.createStore();
    const owner = await withApp({ companyId: store.companyId });
    const base = `/panel/stores/${store.companyId}/sandbox`;
    const everything = { scopes: [...TOKEN_SCOPES] };
    // The set-up was a moment ago.
    expect((await owner.submit(`${base}/tokens`, `${base}/tokens`, everything)).status).toBe(200);
    await forget(owner.personId);
    const member = await signedIn(world.current, { companyId: store.companyId, role: 'support' });
    const acts: [string, string, Record<string, string | string[]>][] = [
      [`${base}/tokens`, `${base}/tokens`, everything],
      [`${base}/people`, `${base}/people/${member.personId}/role`, { role: 'developer' }],
      [
        `${base}/settings/gateway`,
        `${base}/settings/gateway/set/stripe`,
        { secret_key: 'sk_test_1', publishable_key: 'pk_test_1' },
      ],
      [`${base}/security`, `${base}/security`, { refund_day_limit: '10' }],
      [`${base}/customers/${store.customerId}`, `${base}/customers/${store.customerId}/erase`, {}],
    ];
    for (const [, action, fields] of acts) {
      const refused = await owner.post(action, fields);
      expect([action, refused.status]).toEqual([action, 422]);
      expect(refused.html).toContain('Confirm that it is you');
      expect(refused.html).toContain('name="_code"');
    }
    const [, action, fields] = acts[1]!;
    const proven = await owner.post(action, { ...fields, _code: codeOf(owner.secret, 1) });
    expect(proven.status).toBe(303);
    // The page does not ask again now.
    expect((await owner.get(`${base}/tokens`)).html).not.toContain('name="_code"');
    expect((await owner.submit(`${base}/tokens`, `${base}/tokens`, everything)).status).toBe(200);
  });

  test('that was begun is not finished by somebody who took over the session', async () => {
    const person = await signedIn(world.current);
    await person.submit(FACTORS, `${FACTORS}/app`);
    const secret = /<code id="app-secret">([^<]+)</.exec((await person.get(FACTORS)).html)![1]!.replace(/\s/g, '');
    // A passkey that was added meanwhile.
    await world.current.database.query('update people set has_second_factor = true where id = $1', [person.personId]);
    await forget(person.personId);
    const refused = await person.post(`${FACTORS}/app/confirm`, { code: codeOf(secret) });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Confirm that it is you')]);
  });

  test('is asked for by a store of all its people, once its owner has one', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId });
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    const base = `/panel/stores/${store.companyId}/sandbox`;
    const refused = await owner.submit(`${base}/security`, `${base}/security`, { requires_second_factor: 'on' });
    expect([refused.status, refused.html]).toEqual([
      409,
      expect.stringContaining('Set up a second factor of your own'),
    ]);
    const other = await withApp({ companyId: store.companyId });
    expect((await other.submit(`${base}/security`, `${base}/security`, { requires_second_factor: 'on' })).status).toBe(
      303,
    );
    for (const browser of [owner, developer]) {
      expect(await browser.get(base)).toMatchObject({ status: 303, location: expect.stringContaining(FACTORS) });
      expect(await browser.post(`${base}/webhooks`)).toMatchObject({ status: 303, location: FACTORS });
    }
    expect((await other.get(base)).status).toBe(200);
  });

  test('is asked of owners in production and of operators after seven days, of which the page tells', async () => {
    const store = await world.current.createStore();
    const owner = await signedIn(world.current, { companyId: store.companyId, isOperator: true });
    const developer = await signedIn(world.current, { companyId: store.companyId, role: 'developer' });
    const production = `/panel/stores/${store.companyId}/production`;
    expect((await owner.get(production)).html).toContain('Your account needs a second factor until');
    expect((await developer.get(production)).html).not.toContain('needs a second factor');
    await world.current.database.query(
      `update people set second_factor_asked_at = now() - interval '8 days' where id = $1`,
      [owner.personId],
    );
    for (const path of [production, '/panel/platform/stores']) {
      expect(await owner.get(path)).toMatchObject({ status: 303, location: expect.stringContaining(FACTORS) });
    }
    expect((await owner.get(`/panel/stores/${store.companyId}/sandbox`)).status).toBe(200);
    expect((await owner.get(FACTORS)).status).toBe(200);
  });

  test('that is lost altogether is taken from the account by an operator’s command, with a mail; every session ends', async () => {
    const person = await withApp();
    const { exitCode, output } = await runAdmin(world.current, 'reset-second-factor', '--email', person.email);
    expect([exitCode, output]).toEqual([0, { person_id: person.personId, email: person.email }]);
    expect((await person.get('/panel/account')).status).toBe(303);
    const browser = await passwordGiven(person.email);
    expect((await browser.get('/panel/account')).status).toBe(200);
    expect((await mailsTo(person.email)).at(-1)).toBe('A second factor was removed on Fatura');
  });

  test('a sign-in from another kind of browser than ever before is told by mail; a new version of one is not', async () => {
    const person = await signedIn(world.current);
    const signInWith = async (userAgent: string) => {
      const browser = openPanel(world.current);
      const page = await browser.get('/panel/sign-in');
      expect(page.status).toBe(200);
      await browser.post(
        '/panel/sign-in',
        { email: person.email, password: TEST_PASSWORD },
        { 'User-Agent': userAgent },
      );
    };
    const firefox = (version: number) =>
      `Mozilla/5.0 (X11; Linux x86_64; rv:${version}.0) Gecko/20100101 Firefox/${version}.0`;
    await signInWith(firefox(140));
    await signInWith(firefox(141));
    await signInWith('curl/8.5.0');
    expect(await mailsTo(person.email)).toEqual(Array(2).fill('A new sign-in to your account on Fatura'));
  });
});
