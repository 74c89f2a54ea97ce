import { describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { INVITATIONS_AN_HOUR } from '../../src/accounts/people/invite-person.ts';
import { removeMember, setRole } from '../../src/accounts/people/members.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { useApiWorld } from '../support/api-world.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, type PanelBrowser } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import type { TestStore, World } from '../support/world.ts';

const peopleOf = ({ companyId }: TestStore, environment = 'sandbox') =>
  `/panel/stores/${companyId}/${environment}/people`;
let invited = 0;
const newAddress = () => `nova-${++invited}@store.example`;

describe('the people of a store', () => {
  const world = useApiWorld();
  let directory = '';
  let server: RunningServer;
  /** The same platform, where mail can be sent: into a folder. */
  let mailing: World;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fatura-mail-'));
    const config = { ...world.current.config, port: 0, mail: { directory, from: 'fatura@store.example' } };
    server = await startServer(config, { log: pino({ level: 'silent' }), clock: world.current.clock });
    mailing = { ...world.current, baseUrl: `http://127.0.0.1:${server.port}` };
  });
  afterAll(async () => {
    await server?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const query = <T extends Record<string, unknown>>(sql: string, values: unknown[]) =>
    world.current.database.query<T>(sql, values);
  const rolesOf = async ({ companyId }: TestStore) =>
    (
      await query<{ role: string }>('select role from memberships where company_id = $1 order by role', [companyId])
    ).map(({ role }) => role);
  const auditOf = ({ companyId }: TestStore) =>
    query<{ action: string; subject: string; details: unknown }>(
      'select action, subject, details from audit_entries where company_id = $1 order by id',
      [companyId],
    );

  async function ownStore(language: 'pt' | 'en' = 'en') {
    const store = await world.current.createStore();
    return { store, owner: await signedIn(mailing, { companyId: store.companyId, language }) };
  }
  const invite = (owner: PanelBrowser, store: TestStore, fields: { email: string; role: string }) =>
    owner.submit(peopleOf(store), `${peopleOf(store)}/invite`, fields);

  async function mailsTo(address: string): Promise<string[]> {
    const names = (await readdir(directory)).filter((name) => name.endsWith('.txt')).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
    return texts.filter((text) => text.includes(`\nTo: ${address}\n`));
  }
  /** The path that the newest of so many mails leads to. */
  async function linkMailedTo(address: string, count = 1): Promise<string> {
    const mails = await eventually(
      () => mailsTo(address),
      ({ length }) => length === count,
    );
    return /\/panel\/links\/\S+/.exec(mails.at(-1)!)![0];
  }
  const accept = (browser: PanelBrowser, link: string, fields = {}) =>
    browser.submit(link, `${link}/invitation`, fields);
  const NEWCOMER = { name: 'Nova Pessoa', password: TEST_PASSWORD, repeat: TEST_PASSWORD };

  test('are listed for everybody of it; only an owner has forms, and nobody else acts', async () => {
    const { store, owner } = await ownStore();
    await invite(owner, store, { email: 'waiting@store.example', role: 'support' });
    for (const role of ['support', 'developer'] as const) {
      const browser = await signedIn(mailing, { companyId: store.companyId, role });
      const { status, html } = await browser.get(peopleOf(store));
      expect(status).toBe(200);
      expect(html).toContain(owner.email);
      expect(html).not.toMatch(/action="[^"]*\/people\//);
      expect(html).not.toContain('waiting@store.example');
      const paths = ['invite', `${owner.personId}/role`, `${owner.personId}/remove`];
      for (const path of paths) {
        const fields = { email: newAddress(), role: 'owner' };
        expect([path, (await browser.post(`${peopleOf(store)}/${path}`, fields)).status]).toEqual([path, 403]);
      }
    }
    expect(await rolesOf(store)).toEqual(['developer', 'owner', 'support']);
  });

  test('people of another store, and its invitations, are not found', async () => {
    const { store, owner } = await ownStore();
    const other = await ownStore();
    await invite(other.owner, other.store, { email: newAddress(), role: 'support' });
    const [link] = await query<{ id: string }>('select id from access_links where company_id = $1', [
      other.store.companyId,
    ]);
    for (const path of [
      `${other.owner.personId}/role`,
      `${other.owner.personId}/remove`,
      `invitations/${link!.id}/resend`,
      `invitations/${link!.id}/take-back`,
    ]) {
      const fields = path.endsWith('/role') ? { role: 'support' } : {};
      expect([path, (await owner.post(`${peopleOf(store)}/${path}`, fields)).status]).toEqual([path, 404]);
    }
    expect(await rolesOf(other.store)).toEqual(['owner']);
    expect((await other.owner.get(peopleOf(other.store))).html).toContain(`/people/invitations/${link!.id}/resend`);
  });

  test('an invitation arrives, and makes an account and a member, once', async () => {
    const { store, owner } = await ownStore('pt');
    const email = newAddress();
    expect(await invite(owner, store, { email: email.toUpperCase(), role: 'developer' })).toMatchObject({
      status: 303,
      location: `${peopleOf(store)}?done=invitePerson`,
    });
    const link = await linkMailedTo(email);
    const [mail] = await mailsTo(email);
    expect(mail).toContain('Subject: Convite para Padaria Estrela no Fatura');
    expect(mail).toContain(owner.email);
    expect((await owner.get(peopleOf(store))).html).toContain(email);

    const newcomer = openPanel(mailing);
    const short = await accept(newcomer, link, { ...NEWCOMER, password: 'short', repeat: 'short' });
    expect(short.status).toBe(422);
    expect(await accept(newcomer, link, NEWCOMER)).toMatchObject({ status: 303 });
    expect((await newcomer.get(peopleOf(store))).status).toBe(200);
    expect(await rolesOf(store)).toEqual(['developer', 'owner']);
    expect((await openPanel(mailing).get(link)).status).toBe(404);
    expect((await openPanel(mailing).post(`${link}/invitation`, { ...NEWCOMER, _csrf: '' })).status).toBe(404);
    expect(await auditOf(store)).toEqual([
      { action: 'invitePerson', subject: email, details: { role: 'developer' } },
      { action: 'acceptInvitation', subject: email, details: { role: 'developer' } },
    ]);
  });

  test('somebody with an account accepts without a password, and signs in as always', async () => {
    const { store, owner } = await ownStore();
    const person = await signedIn(mailing);
    await invite(owner, store, { email: person.email, role: 'support' });
    const link = await linkMailedTo(person.email);
    const stranger = openPanel(mailing);
    expect((await stranger.get(link)).html).not.toContain('type="password"');
    expect(await accept(stranger, link)).toMatchObject({
      status: 303,
      location: expect.stringContaining('/stores') as unknown,
    });
    // The link alone opens no session of an account that has a password.
    expect(stranger.cookie).toBeNull();
    expect((await person.get(peopleOf(store))).status).toBe(200);
    const again = await invite(owner, store, { email: person.email, role: 'owner' });
    expect(again.status).toBe(422);
    expect(again.html).toContain('id="invitePerson-email-problem">This person belongs to the store already.');
    expect(await rolesOf(store)).toEqual(['owner', 'support']);
  });

  test('an invitation that was sent again, taken back or has expired works no more', async () => {
    const { store, owner } = await ownStore();
    const email = newAddress();
    await invite(owner, store, { email, role: 'support' });
    const first = await linkMailedTo(email);
    const idOf = async () => /invitations\/(\d+)\/resend/.exec((await owner.get(peopleOf(store))).html)?.[1];
    const firstId = await idOf();
    const resend = `${peopleOf(store)}/invitations/${firstId}/resend`;
    expect((await owner.submit(peopleOf(store), resend)).status).toBe(303);
    const second = await linkMailedTo(email, 2);
    expect((await openPanel(mailing).get(first)).status).toBe(404);
    expect((await openPanel(mailing).get(second)).status).toBe(200);
    expect((await owner.post(resend)).status).toBe(404);

    const takeBack = `${peopleOf(store)}/invitations/${await idOf()}/take-back`;
    expect((await owner.submit(peopleOf(store), takeBack)).status).toBe(303);
    expect((await openPanel(mailing).get(second)).status).toBe(404);
    expect(await idOf()).toBeUndefined();

    await invite(owner, store, { email, role: 'owner' });
    const third = await linkMailedTo(email, 3);
    await query(`update access_links set expires_at = now() - interval '1 second' where company_id = $1`, [
      store.companyId,
    ]);
    expect((await openPanel(mailing).get(third)).status).toBe(404);
    expect((await openPanel(mailing).post(`${third}/invitation`, { ...NEWCOMER, _csrf: '' })).status).toBe(404);
    expect(await idOf()).toBeUndefined();
    expect(await rolesOf(store)).toEqual(['owner']);
    expect((await auditOf(store)).map(({ action, details }) => [action, details])).toEqual([
      ['invitePerson', { role: 'support' }],
      ['resendInvitation', { role: 'support' }],
      ['takeBackInvitation', { role: 'support' }],
      ['invitePerson', { role: 'owner' }],
    ]);
  });

  test.each([
    ['removed', (person: number) => [`${person}/remove`, {}] as const],
    ['no owner any more', (person: number) => [`${person}/role`, { role: 'developer' }] as const],
  ])('the invitations of an owner who is %s end, and those of others do not', async (_what, act) => {
    const { store, owner } = await ownStore();
    const dismissed = await signedIn(mailing, { companyId: store.companyId, language: 'en' });
    const [theirs, ours] = [newAddress(), newAddress()];
    await invite(dismissed, store, { email: theirs, role: 'owner' });
    await invite(owner, store, { email: ours, role: 'owner' });
    const [theirLink, ourLink] = [await linkMailedTo(theirs), await linkMailedTo(ours)];
    const [path, fields] = act(dismissed.personId);
    await owner.submit(peopleOf(store), `${peopleOf(store)}/${path}`, fields);
    expect((await openPanel(mailing).get(theirLink)).status).toBe(404);
    expect((await openPanel(mailing).get(ourLink)).status).toBe(200);
    expect((await owner.get(peopleOf(store))).html).not.toContain(theirs);
  });

  test('an older invitation does not change what a member is', async () => {
    const { store, owner } = await ownStore();
    const person = await signedIn(mailing);
    await invite(owner, store, { email: person.email, role: 'support' });
    const link = await linkMailedTo(person.email);
    await query('insert into memberships (company_id, person_id, role, created_at) values ($1, $2, $3, now())', [
      store.companyId,
      person.personId,
      'owner',
    ]);
    expect((await accept(openPanel(mailing), link)).status).toBe(303);
    expect(await rolesOf(store)).toEqual(['owner', 'owner']);
  });

  test('where no mail can be sent, the page says so and nobody is invited', async () => {
    for (const [language, saying] of [
      ['en', 'has no mail server'],
      ['pt', 'não tem servidor de e-mail'],
    ] as const) {
      const store = await world.current.createStore();
      const owner = await signedIn(world.current, { companyId: store.companyId, language });
      expect((await owner.get(peopleOf(store))).html).toContain(saying);
      const email = newAddress();
      const answer = await invite(owner, store, { email, role: 'support' });
      expect(answer.status).toBe(409);
      expect(answer.html).toMatch(new RegExp(`role="alert"[\\s\\S]*${saying}`));
      expect(answer.html).toContain(`value="${email}"`);
      expect(await query('select 1 from access_links where company_id = $1', [store.companyId])).toEqual([]);
      expect(await auditOf(store)).toEqual([]);
    }
  });

  test('wrong input is told beside its field and kept, in both languages', async () => {
    for (const [language, saying] of [
      ['en', 'Give an e-mail address like'],
      ['pt', 'Informe um e-mail como'],
    ] as const) {
      const { store, owner } = await ownStore(language);
      const answer = await invite(owner, store, { email: 'no "address"', role: 'developer' });
      expect(answer.status).toBe(422);
      expect(answer.html).toContain(`id="invitePerson-email-problem">${saying}`);
      expect(answer.html).toContain('value="no &quot;address&quot;"');
      expect(answer.html).toMatch(/value="developer" selected/);
      expect((await invite(owner, store, { email: newAddress(), role: 'king' })).status).toBe(422);
    }
  });

  test('a store that invites too many is held up', async () => {
    const { store, owner } = await ownStore();
    await query(
      `insert into access_links (kind, token_hash, email, company_id, role, created_at, expires_at)
       select 'invitation', $2 || n, 'x' || n || '@store.example', $1, 'support', now(), now() + interval '1 day'
         from generate_series(1, ${INVITATIONS_AN_HOUR}) n`,
      [store.companyId, `hash-${store.companyId}-`],
    );
    const answer = await invite(owner, store, { email: newAddress(), role: 'support' });
    expect(answer.status).toBe(429);
    expect(answer.html).toContain('There are at most 30 invitations an hour.');
  });

  test('a role is changed at once, and the page has it in words', async () => {
    const { store, owner } = await ownStore();
    const other = await signedIn(mailing, { companyId: store.companyId, role: 'support' });
    const path = `${peopleOf(store)}/${other.personId}/role`;
    expect((await other.get(peopleOf(store))).html).not.toContain(path);
    expect((await owner.submit(peopleOf(store), path, { role: 'owner' })).location).toContain('done=changeRole');
    await owner.submit(peopleOf(store), path, { role: 'owner' });
    expect((await other.get(peopleOf(store))).html).toContain(path);
    await other.submit(peopleOf(store), `${peopleOf(store)}/${owner.personId}/role`, { role: 'support' });
    expect((await owner.post(path, { role: 'support' })).status).toBe(403);
    expect(await auditOf(store)).toEqual([
      { action: 'changeRole', subject: other.email, details: { role: { before: 'support', after: 'owner' } } },
      { action: 'changeRole', subject: other.email, details: { unchanged: true } },
      { action: 'changeRole', subject: owner.email, details: { role: { before: 'owner', after: 'support' } } },
    ]);
  });

  test('the last owner can neither leave nor become something else', async () => {
    for (const [language, saying] of [
      ['en', 'A store needs an owner'],
      ['pt', 'A loja precisa de um proprietário'],
    ] as const) {
      const { store, owner } = await ownStore(language);
      const path = `${peopleOf(store)}/${owner.personId}`;
      const answers = [
        await owner.submit(peopleOf(store), `${path}/remove`),
        await owner.submit(peopleOf(store), `${path}/role`, { role: 'support' }),
      ];
      for (const { status, html } of answers) {
        expect(status).toBe(409);
        expect(html).toContain(saying);
      }
      expect(answers[0]!.html).toMatch(/<details class="more" open>/);
      expect(await rolesOf(store)).toEqual(['owner']);
      expect(await auditOf(store)).toEqual([]);
    }
  });

  test('a removed person sees nothing of the store any more; a person who leaves goes to the stores that are left', async () => {
    const { store, owner } = await ownStore();
    const other = await signedIn(mailing, { companyId: store.companyId });
    const third = await signedIn(mailing, { companyId: store.companyId, role: 'support' });
    await owner.submit(peopleOf(store), `${peopleOf(store)}/${third.personId}/remove`);
    expect((await third.get(peopleOf(store))).status).toBe(404);
    const left = await owner.submit(peopleOf(store), `${peopleOf(store)}/${owner.personId}/remove`);
    expect(left).toMatchObject({ status: 303, location: '/panel?done=removeMember' });
    expect(await owner.get('/panel')).toMatchObject({ status: 303, location: '/panel/stores' });
    expect((await owner.get(peopleOf(store))).status).toBe(404);
    expect((await other.get(peopleOf(store))).status).toBe(200);
    expect(await rolesOf(store)).toEqual(['owner']);
  });

  test('two owners who remove each other at the same moment leave one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { store, owner: one } = await ownStore();
      const other = await signedIn(mailing, { companyId: store.companyId });
      const statuses = await Promise.all([
        one.post(`${peopleOf(store)}/${other.personId}/remove`),
        other.post(`${peopleOf(store)}/${one.personId}/remove`),
      ]).then((answers) => answers.map(({ status }) => status));
      expect(statuses.filter((status) => status === 303)).toHaveLength(1);
      expect(await rolesOf(store)).toEqual(['owner']);
      expect(await auditOf(store)).toHaveLength(1);
    }
  });

  test('a person who is not an owner any more when their turn comes acts no more', async () => {
    const store = await world.current.createStore();
    const people = await Promise.all([0, 1, 2].map(() => signedIn(mailing, { companyId: store.companyId })));
    const [one, two, three] = people.map(({ personId }) => personId) as [number, number, number];
    const { companyId } = store;
    const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 1 });
    const now = new Date();
    await removeMember(orm.em, { companyId, personId: two, by: one, now });
    await expect(removeMember(orm.em, { companyId, personId: three, by: two, now })).rejects.toThrow('does not allow');
    await expect(setRole(orm.em, { companyId, personId: three, role: 'support', by: two, now })).rejects.toThrow(
      'does not allow',
    );
    await orm.close();
    expect(await rolesOf(store)).toEqual(['owner', 'owner']);
  });
});
