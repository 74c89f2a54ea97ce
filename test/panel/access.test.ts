import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import {
  RESETS_FROM_THERE,
  SIGN_INS_FROM_ADDRESS,
  SIGN_INS_FROM_THERE,
  SIGN_INS_OF_ACCOUNT,
} from '../../src/base/http/rate-limit/rate-limits.ts';
import { mailContext } from '../../src/base/mail/queue-mail.ts';
import { startServer } from '../../src/server.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import { TEST_KEYS } from '../support/world.ts';

const NEW_PASSWORD = 'a longer phrase than before';
const ACCOUNT = '/panel/account';
const TO_SIGN_IN = { status: 303, location: '/panel/sign-in?next=%2Fpanel%2Faccount' };

describe('signing in', () => {
  const world = useApiWorld();

  test('leads to the page that was asked for', async () => {
    const person = await signedIn(world.current);
    const browser = openPanel(world.current);
    expect(await browser.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    const answer = await browser.submit(TO_SIGN_IN.location, '/panel/sign-in', {
      email: person.email.toUpperCase(),
      password: TEST_PASSWORD,
    });
    expect(answer).toMatchObject({ status: 303, location: '/panel/account?done=signIn' });
    expect(await browser.get(ACCOUNT)).toMatchObject({ status: 200 });
  });

  test.each([
    '//evil.example/panel/',
    'https://evil.example/panel/',
    '/\\evil.example',
    '/panel/../api',
    'javascript:x',
  ])('never leads to another site: %s', async (next) => {
    const person = await signedIn(world.current);
    const page = `/panel/sign-in?next=${encodeURIComponent(next)}`;
    const fields = { email: person.email, password: TEST_PASSWORD };
    const { location } = await openPanel(world.current).submit(page, '/panel/sign-in', fields);
    expect(location).toBe('/panel?done=signIn');
  });

  test('with a wrong password says so, keeps the address and no password', async () => {
    const person = await signedIn(world.current);
    const browser = openPanel(world.current);
    const answer = await browser.signIn(person.email, 'wrong');
    expect(answer.status).toBe(401);
    expect(answer.html).toContain(`value="${person.email}"`);
    expect(answer.html).not.toContain('value="wrong"');
    expect(browser.cookie).toBeNull();
  });

  test('says the same of an account that there is not', async () => {
    const person = await signedIn(world.current);
    const refusals = [
      await openPanel(world.current).signIn(person.email, 'wrong'),
      await openPanel(world.current).signIn('nobody@store.example', 'wrong'),
    ];
    const said = refusals.map(({ status, html }) => [status, /role="alert"[\s\S]*?<\/ul>/.exec(html)?.[0]]);
    expect(said[0]).toEqual(said[1]);
    expect(said[0]?.[1]).toContain('E-mail ou senha incorretos.');
  });

  test('gives a cookie that scripts and other sites cannot use', async () => {
    const person = await signedIn(world.current);
    const answer = await openPanel(world.current).signIn(person.email, TEST_PASSWORD);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^fatura_session=[\w-]{43}; /);
    expect(cookie.toLowerCase()).toContain('httponly');
    expect(cookie.toLowerCase()).toContain('samesite=lax');
  });

  test('over https, a cookie that is bound to this host and to https', async () => {
    const person = await signedIn(world.current);
    const config = { ...world.current.config, port: 0, publicUrl: 'https://fatura.example' };
    const server = await startServer(config, { log: pino({ level: 'silent' }) });
    const browser = openPanel({ baseUrl: `http://127.0.0.1:${server.port}` });
    const answer = await browser.signIn(person.email, TEST_PASSWORD);
    await server.stop();
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-fatura_session=[\w-]{43}; path=\/; .*secure/i);
    expect(cookie.toLowerCase()).not.toContain('domain=');
  });

  test('keeps nothing in the database with which somebody else could sign in', async () => {
    const person = await signedIn(world.current);
    const token = person.cookie!.split('=')[1]!;
    const rows = await world.current.database.query<{ all: string }>(
      `select (select string_agg(s::text, ' ') from person_sessions s) || (select string_agg(p::text, ' ') from people p) as all`,
    );
    expect(rows[0]!.all).not.toContain(token);
    expect(rows[0]!.all).not.toContain(TEST_PASSWORD);
    expect(rows[0]!.all).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });
});

describe('tries to sign in', () => {
  const world = useApiWorld();
  const forget = () => world.current.database.query('delete from rate_limit_counters');

  test('are limited for an account from one address, also with the right password; success gives them back', async () => {
    await forget();
    const person = await signedIn(world.current);
    const statuses: number[] = [];
    for (let i = 0; i < SIGN_INS_FROM_THERE - 1; i++) {
      statuses.push((await openPanel(world.current).signIn(person.email, 'wrong')).status);
    }
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect((await openPanel(world.current).signIn(person.email, TEST_PASSWORD)).status).toBe(303);
    for (let i = 0; i < SIGN_INS_FROM_THERE; i++) await openPanel(world.current).signIn(person.email, 'wrong');
    const refused = await openPanel(world.current).signIn(person.email, TEST_PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(800);
    expect(refused.html).toContain('Tentativas demais');
  });

  test('by a stranger elsewhere do not lock anybody out, until they are very many', async () => {
    await forget();
    const person = await signedIn(world.current);
    const server = await startServer(
      { ...world.current.config, port: 0, trustedProxies: 1 },
      { log: pino({ level: 'silent' }) },
    );
    const from = async (address: string, password: string): Promise<number> => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address };
      const body = new URLSearchParams({ email: person.email, password });
      const url = `http://127.0.0.1:${server.port}/panel/sign-in`;
      return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
    };
    for (let i = 0; i < SIGN_INS_FROM_THERE; i++) expect(await from('198.51.100.1', 'wrong')).toBe(401);
    expect(await from('198.51.100.1', TEST_PASSWORD)).toBe(429);
    expect(await from('203.0.113.9', TEST_PASSWORD)).toBe(303);
    const strangers = Math.ceil(SIGN_INS_OF_ACCOUNT / SIGN_INS_FROM_THERE);
    for (let i = 2; i < strangers + 2; i++) {
      for (let tries = 0; tries < SIGN_INS_FROM_THERE; tries++) await from(`198.51.100.${i}`, 'wrong');
    }
    expect(await from('203.0.113.9', TEST_PASSWORD)).toBe(429);
    await server.stop();
  }, 30_000);

  test('are limited from an address, whatever the accounts', async () => {
    await forget();
    const person = await signedIn(world.current);
    await forget();
    for (let i = 0; i < SIGN_INS_FROM_ADDRESS; i++) {
      const { status } = await openPanel(world.current).signIn(`somebody-${i}@store.example`, 'wrong');
      expect(status).toBe(401);
    }
    expect((await openPanel(world.current).signIn(person.email, TEST_PASSWORD)).status).toBe(429);
    // A person over their own limit spends nothing of anybody's.
    const [row] = await world.current.database.query<{ count: string }>(
      `select count(*) from rate_limit_counters where key like 'sign-in:%' and points > 1`,
    );
    expect(Number(row!.count)).toBe(0);
  }, 30_000);
});

describe('a session', () => {
  const world = useApiWorld();

  /** The same person in another browser. */
  async function another({ email }: { email: string }): Promise<PanelBrowser> {
    const browser = openPanel(world.current);
    await browser.signIn(email, TEST_PASSWORD);
    return browser;
  }

  /** The same cookie, as somebody has copied it. */
  function replayed(browser: PanelBrowser): PanelBrowser {
    return Object.assign(openPanel(world.current), { cookie: browser.cookie });
  }

  test('ends for good when its person signs out', async () => {
    const person = await signedIn(world.current);
    const copy = replayed(person);
    expect(await copy.get(ACCOUNT)).toMatchObject({ status: 200 });
    expect(await person.submit(ACCOUNT, '/panel/sign-out')).toMatchObject({ status: 303 });
    expect(person.cookie).toBeNull();
    expect(await copy.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
  });

  test('ends everywhere at once', async () => {
    const person = await signedIn(world.current);
    const others = [await another(person), await another(person)];
    const bystander = await signedIn(world.current);
    await others[0]!.submit(ACCOUNT, '/panel/account/sessions/end-all');
    for (const browser of [replayed(person), ...others.map(replayed)]) {
      expect(await browser.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    }
    expect(await bystander.get(ACCOUNT)).toMatchObject({ status: 200 });
  });

  test('is ended from another one; nobody else’s is', async () => {
    const person = await signedIn(world.current);
    const other = await another(person);
    const bystander = await signedIn(world.current);
    const sessionOf = async (personId: number) =>
      (
        await world.current.database.query<{ id: string }>(
          'select id from person_sessions where person_id = $1 order by id desc limit 1',
          [personId],
        )
      )[0]!.id;
    const foreign = `/panel/account/sessions/${await sessionOf(bystander.personId)}/end`;
    expect((await person.post(foreign)).status).toBe(404);
    expect(await bystander.get(ACCOUNT)).toMatchObject({ status: 200 });
    await person.submit(ACCOUNT, `/panel/account/sessions/${await sessionOf(person.personId)}/end`);
    expect(await other.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    expect(await person.get(ACCOUNT)).toMatchObject({ status: 200 });
  });

  test.each([
    ['twelve hours without use', `last_seen_at = now() - interval '12 hours 1 second'`],
    ['its seven days', `expires_at = now() - interval '1 second'`],
  ])('ends after %s', async (_, change) => {
    const person = await signedIn(world.current);
    await world.current.database.query(`update person_sessions set ${change} where person_id = $1`, [person.personId]);
    expect(await person.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
  });

  test('goes on while it is used', async () => {
    const person = await signedIn(world.current);
    const id = [person.personId];
    await world.current.database.query(
      `update person_sessions set last_seen_at = now() - interval '11 hours' where person_id = $1`,
      id,
    );
    expect((await person.get(ACCOUNT)).status).toBe(200);
    const [row] = await world.current.database.query<{ fresh: boolean }>(
      `select last_seen_at > now() - interval '1 minute' as fresh from person_sessions where person_id = $1`,
      id,
    );
    expect(row).toEqual({ fresh: true });
  });

  test('is no longer elsewhere when the password is changed', async () => {
    const person = await signedIn(world.current);
    const other = await another(person);
    const fields = { current: TEST_PASSWORD, password: NEW_PASSWORD, repeat: NEW_PASSWORD };
    expect((await person.submit(ACCOUNT, '/panel/account/password', fields)).status).toBe(303);
    expect(await other.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    expect(await person.get(ACCOUNT)).toMatchObject({ status: 200 });
    expect((await openPanel(world.current).signIn(person.email, TEST_PASSWORD)).status).toBe(401);
    expect((await openPanel(world.current).signIn(person.email, NEW_PASSWORD)).status).toBe(303);
  });

  test.each([
    [
      'current',
      { current: 'wrong', password: NEW_PASSWORD, repeat: NEW_PASSWORD },
      'This is not the current password.',
    ],
    ['repeat', { current: TEST_PASSWORD, password: NEW_PASSWORD, repeat: 'x' }, 'The two passwords differ.'],
    ['password', { current: TEST_PASSWORD, password: 'short', repeat: 'short' }, 'at least 12 characters'],
    ['password', { current: TEST_PASSWORD, password: 'aaaaaaaaaaaa', repeat: 'aaaaaaaaaaaa' }, 'easily guessed'],
  ])('keeps its password when %s is wrong, which is said beside it', async (field, fields, message) => {
    const person = await signedIn(world.current);
    const { status, html } = await person.submit(ACCOUNT, '/panel/account/password', fields);
    expect(status).toBe(422);
    const beside = new RegExp(`id="changePassword-${field}-problem">([^<]*)<`).exec(html)?.[1];
    expect(beside).toContain(message);
    expect((await openPanel(world.current).signIn(person.email, TEST_PASSWORD)).status).toBe(303);
  });
});

describe('a form', () => {
  const world = useApiWorld();
  const profile = '/panel/account/profile';
  const nameOf = async ({ personId }: { personId: number }) =>
    (await world.current.database.query<{ name: string }>('select name from people where id = $1', [personId]))[0]!
      .name;

  test.each([
    ['without its token', { _csrf: '' }, {}],
    ['from another site', {}, { 'Sec-Fetch-Site': 'cross-site' }],
    ['from a sister site', {}, { 'Sec-Fetch-Site': 'same-site' }],
    ['from another origin', {}, { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' }],
    ['from an origin that is hidden', {}, { 'Sec-Fetch-Site': '', Origin: 'null' }],
    ['from nowhere', {}, { 'Sec-Fetch-Site': '' }],
  ])('is refused %s, and changes nothing', async (_, fields, headers) => {
    const person = await signedIn(world.current);
    const before = await nameOf(person);
    const answer = await person.post(profile, { name: 'Mallory', language: 'en', ...fields }, headers);
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('form_forged');
    expect(await nameOf(person)).toBe(before);
  });

  test('is refused with the token of another session, even one of the same person', async () => {
    const person = await signedIn(world.current);
    const other = openPanel(world.current);
    await other.signIn(person.email, TEST_PASSWORD);
    const page = await other.get(ACCOUNT);
    const token = /name="_csrf" value="([^"]+)"/.exec(page.html)![1]!;
    expect((await person.post(profile, { name: 'Mallory', _csrf: token })).status).toBe(403);
  });

  test('is taken from a browser that says its origin alone', async () => {
    const person = await signedIn(world.current);
    const headers = { 'Sec-Fetch-Site': '', Origin: world.current.baseUrl };
    expect((await person.post(profile, { name: 'Ana', language: 'en' }, headers)).status).toBe(303);
    expect(await nameOf(person)).toBe('Ana');
  });

  test('sent twice acts once, also when both come at the same moment', async () => {
    const person = await signedIn(world.current);
    await person.get(ACCOUNT);
    const fields = { name: 'Bia', language: 'en', _key: crypto.randomUUID() };
    await person.post(profile, { name: 'First', language: 'en' });
    const answers = await Promise.all([1, 2, 3].map(() => person.post(profile, fields)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(answers.map(({ location }) => location).sort()).toEqual([
      '/panel/account?done=already',
      '/panel/account?done=already',
      '/panel/account?done=updateProfile',
    ]);
    const [row] = await world.current.database.query<{ count: string }>(
      `select count(*) from audit_entries where person_id = $1 and action = 'updateProfile'`,
      [person.personId],
    );
    expect(Number(row!.count)).toBe(2);
  });

  test('with wrong input keeps what was typed, escaped', async () => {
    const person = await signedIn(world.current);
    const name = `<script>alert(1)</script>${'x'.repeat(100)}`;
    const { status, html } = await person.submit(ACCOUNT, profile, { name, language: 'en' });
    expect(status).toBe(422);
    expect(html).toContain(`value="&lt;script&gt;alert(1)&lt;/script&gt;${'x'.repeat(100)}"`);
    expect(html).not.toContain('<script>alert');
    expect(/id="updateProfile-name-problem">([^<]*)</.exec(html)?.[1]).toBe('Use at most 100 characters.');
  });

  test('that is too large says so', async () => {
    const person = await signedIn(world.current);
    expect((await person.post(profile, { name: 'x'.repeat(100_000) })).status).toBe(413);
  });

  test('a form that is reloaded after a refusal leads back to its page', async () => {
    const person = await signedIn(world.current);
    expect(await person.get(profile)).toMatchObject({ status: 303, location: ACCOUNT });
  });
});

describe('a forgotten password', () => {
  const world = useApiWorld();
  const FORGOT = '/panel/forgot-password';

  /** The links that were mailed to an address, the oldest first, once there are so many of them. */
  async function linksMailedTo(email: string, count = 1): Promise<string[]> {
    const mails = await eventually(
      () =>
        world.current.database.query<{ content: string }>(
          'select content from mails where recipient = $1 order by id',
          [email],
        ),
      ({ length }) => length >= count,
    );
    const box = createSecretBox(TEST_KEYS);
    return mails.map(({ content }) => {
      const { text } = JSON.parse(box.open(content, mailContext(email))) as { text: string };
      return /http\S+\/panel\/links\/\S+/.exec(text)![0].slice(world.current.baseUrl.length);
    });
  }
  const ask = (email: string) => openPanel(world.current).submit(FORGOT, FORGOT, { email });

  test('is set anew by a mailed link, once, and every session ends', async () => {
    const person = await signedIn(world.current);
    await ask(person.email);
    const [link = ''] = await linksMailedTo(person.email);
    const reader = openPanel(world.current);
    // A scanner of mails that opens links spends nothing.
    for (let i = 0; i < 2; i++) expect((await reader.get(link)).status).toBe(200);
    const weak = await reader.submit(link, `${link}/password`, { password: 'short', repeat: 'short' });
    expect(weak.status).toBe(422);
    const fields = { password: NEW_PASSWORD, repeat: NEW_PASSWORD };
    expect(await reader.submit(link, `${link}/password`, fields)).toMatchObject({
      status: 303,
      location: '/panel/sign-in?done=resetPassword',
    });
    expect((await reader.get(link)).status).toBe(404);
    expect(await person.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    expect((await openPanel(world.current).signIn(person.email, NEW_PASSWORD)).status).toBe(303);
  });

  test('is answered alike for an address without an account, which gets no mail', async () => {
    const person = await signedIn(world.current);
    const answers = [];
    for (const email of [person.email, 'nobody-at-all@store.example']) {
      const { status, location, html } = await openPanel(world.current).submit(FORGOT, FORGOT, { email });
      answers.push({ status, location, html });
    }
    expect(answers[0]).toEqual(answers[1]);
    await linksMailedTo(person.email);
    const mails = await world.current.database.query(`select 1 from mails where recipient like 'nobody-at-all%'`);
    expect(mails).toEqual([]);
  });

  test('has a link that ends after an hour, and says so', async () => {
    const person = await signedIn(world.current);
    await ask(person.email);
    const [link = ''] = await linksMailedTo(person.email);
    const reader = openPanel(world.current);
    expect((await reader.get(link)).status).toBe(200);
    await world.current.database.query(`update access_links set expires_at = now() where email = $1`, [person.email]);
    const { status, html } = await reader.get(link, { 'Accept-Language': 'en' });
    expect([status, html]).toEqual([404, expect.stringContaining('This link no longer works')]);
  });

  test('is asked for by a stranger without taking anything from its owner; one link that is used ends all', async () => {
    const person = await signedIn(world.current);
    await ask(person.email);
    await ask(person.email);
    const [first = '', second = ''] = await linksMailedTo(person.email, 2);
    const reader = openPanel(world.current);
    const fields = { password: NEW_PASSWORD, repeat: NEW_PASSWORD };
    expect((await reader.submit(first, `${first}/password`, fields)).status).toBe(303);
    expect((await reader.get(second)).status).toBe(404);
  });

  test('is mailed a few times an hour, and answered as before afterwards', async () => {
    const person = await signedIn(world.current);
    const locations = new Set<string | null>();
    for (let i = 0; i < RESETS_FROM_THERE + 2; i++) locations.add((await ask(person.email)).location);
    expect([...locations]).toEqual(['/panel/forgot-password?done=requestReset']);
    expect(await linksMailedTo(person.email, RESETS_FROM_THERE)).toHaveLength(RESETS_FROM_THERE);
  });

  test('that is set anew lets its owner in, however often somebody tried the old one', async () => {
    const person = await signedIn(world.current);
    for (let i = 0; i < SIGN_INS_FROM_THERE + 1; i++) await openPanel(world.current).signIn(person.email, 'wrong');
    expect((await openPanel(world.current).signIn(person.email, TEST_PASSWORD)).status).toBe(429);
    await ask(person.email);
    const [link = ''] = await linksMailedTo(person.email);
    const fields = { password: NEW_PASSWORD, repeat: NEW_PASSWORD };
    await openPanel(world.current).submit(link, `${link}/password`, fields);
    expect((await openPanel(world.current).signIn(person.email, NEW_PASSWORD)).status).toBe(303);
  });

  test('leaves no session of the old one, whoever signs in at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const person = await signedIn(world.current);
      await world.current.database.query('delete from rate_limit_counters');
      await ask(person.email);
      const [link = ''] = await linksMailedTo(person.email);
      const fields = { password: NEW_PASSWORD, repeat: NEW_PASSWORD };
      const thieves = Array.from({ length: 5 }, () => openPanel(world.current));
      const [reset] = await Promise.all([
        openPanel(world.current).submit(link, `${link}/password`, fields),
        ...thieves.map((thief) => thief.signIn(person.email, TEST_PASSWORD)),
      ]);
      expect(reset.status).toBe(303);
      for (const thief of thieves) expect(await thief.get(ACCOUNT)).toMatchObject(TO_SIGN_IN);
    }
  }, 30_000);

  test('and a change of the old one at the same moment: only one of them holds, and says so', async () => {
    const person = await signedIn(world.current);
    await ask(person.email);
    const [link = ''] = await linksMailedTo(person.email);
    const thiefs = 'the password of a thief';
    await person.get(ACCOUNT);
    const [reset, change] = await Promise.all([
      openPanel(world.current).submit(link, `${link}/password`, { password: NEW_PASSWORD, repeat: NEW_PASSWORD }),
      person.submit(ACCOUNT, '/panel/account/password', { current: TEST_PASSWORD, password: thiefs, repeat: thiefs }),
    ]);
    const works = async (password: string) =>
      (await openPanel(world.current).signIn(person.email, password)).status === 303;
    // Said to be done, it is: a change that came first ended the link.
    expect([await works(NEW_PASSWORD), await works(thiefs)]).toEqual([reset.status === 303, reset.status !== 303]);
    expect([reset.status, change.status]).toContain(303);
    expect(reset.status === 303 && change.status === 303).toBe(false);
  });
});

describe('a password', () => {
  const world = useApiWorld();

  test.each(['123456789012', 'password1234', 'fatura123456', 'qwertyuiopas', 'senhasenhasenha'])(
    'that others guess is refused: %s',
    async (password) => {
      const person = await signedIn(world.current);
      const fields = { current: TEST_PASSWORD, password, repeat: password };
      const { status, html } = await person.submit(ACCOUNT, '/panel/account/password', fields);
      expect([status, html]).toEqual([422, expect.stringContaining('This password is easily guessed')]);
    },
  );
});

describe('a form that is open to anybody', () => {
  const world = useApiWorld();

  test.each(['/panel/sign-in', '/panel/forgot-password', '/panel/links/x/password', '/panel/links/x/invitation'])(
    'is refused from another site: %s',
    async (path) => {
      const body = new URLSearchParams({ email: 'ana@store.example', password: 'x' });
      const headers = { 'Sec-Fetch-Site': 'cross-site' };
      expect((await fetch(world.current.baseUrl + path, { method: 'POST', headers, body })).status).toBe(403);
    },
  );
});

describe('every page', () => {
  const world = useApiWorld();

  test('may load its own files alone, is in no frame and in no cache', async () => {
    const person = await signedIn(world.current);
    for (const path of ['/panel/sign-in', ACCOUNT, '/panel/stores', '/panel/nothing-here']) {
      const { headers } = await (path === '/panel/sign-in' ? openPanel(world.current) : person).get(path);
      const policy = headers.get('Content-Security-Policy')!;
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|http|\*/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('no-store');
    }
  });

  test('speaks the language that its reader chose, else the browser’s', async () => {
    const person = await signedIn(world.current, { language: 'pt' });
    expect((await person.get(ACCOUNT, { 'Accept-Language': 'en' })).html).toContain('<h1>Minha conta</h1>');
    const stranger = openPanel(world.current);
    expect((await stranger.get('/panel/sign-in', { 'Accept-Language': 'en' })).html).toContain('<h1>Sign in</h1>');
    expect((await stranger.get('/panel/sign-in', { 'Accept-Language': 'fr' })).html).toContain('<h1>Entrar</h1>');
  });

  test('that is not there is a page of ours', async () => {
    const person = await signedIn(world.current);
    const { status, html } = await person.get('/panel/nothing-here');
    expect(status).toBe(404);
    expect(html).toContain('page_not_found');
  });
});
