import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { useApiWorld } from '../support/api-world.ts';
import { runAdmin, spawnAdmin } from '../support/run-admin.ts';
import { openPanel } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';

const world = useApiWorld();
const folder = mkdtempSync(join(tmpdir(), 'fatura-admin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Output = Record<string, unknown>;

/** The command as an operator runs it. */
const admin = async (...args: string[]) => {
  const { output, ...rest } = await runAdmin(world.current, ...args);
  return { ...rest, output: output as Output };
};

/** The log's lines about a store, or, without one, about people. */
const linesOf = (companyId: number | null) =>
  world.current.database.query(
    `select action, actor, environment, subject, details, person_id, by_operator from audit_entries
      where actor = 'admin' and company_id is not distinct from $1 order by id`,
    [companyId],
  );
const line = (action: string, fields: Record<string, unknown> = {}) =>
  expect.objectContaining({ action, actor: 'admin', person_id: null, by_operator: true, ...fields });

async function signInStatus(email: string, password: string): Promise<number> {
  return (await openPanel(world.current).signIn(email, password)).status;
}

describe('create-person', () => {
  test('makes an owner with a password that is printed once', async () => {
    const { companyId } = await world.current.createStore();
    const company = ['--company', String(companyId), '--role', 'owner'];
    const { output } = await admin('create-person', '--email', 'Dona@Loja.example', '--name', 'Dona', ...company);
    expect(output).toMatchObject({ email: 'dona@loja.example', person_id: expect.any(Number) });
    const password = output.password as string;
    expect(password).toMatch(/^[\w-]{24}$/);
    const browser = openPanel(world.current);
    expect((await browser.signIn('dona@loja.example', password)).status).toBe(303);
    expect((await browser.get(`/panel/stores/${companyId}/sandbox`)).status).toBe(200);
    expect((await browser.get('/panel/platform/stores')).status).toBe(404);
    const subject = 'person dona@loja.example';
    expect(await linesOf(companyId)).toEqual([
      line('createPerson', { subject, details: { isOperator: false, role: 'owner' } }),
    ]);
    expect(JSON.stringify(await world.current.database.query('select * from audit_entries'))).not.toContain(password);
  });

  test('makes an operator, with the password of a file, which is not printed', async () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'a password of my own\n');
    const person = ['--email', 'op@fatura.example', '--name', 'Op', '--operator', 'yes', '--password-file', file];
    const { output } = await admin('create-person', ...person);
    expect(output).toEqual({ email: 'op@fatura.example', person_id: expect.any(Number) });
    const browser = openPanel(world.current);
    expect((await browser.signIn('op@fatura.example', 'a password of my own')).status).toBe(303);
    expect((await browser.get('/panel/platform/stores')).status).toBe(200);
    expect(await linesOf(null)).toContainEqual(line('createPerson', { details: { isOperator: true } }));
  });

  test.each([
    ['an address that has an account', ['--email', 'op@fatura.example'], 'has an account already'],
    ['no address', ['--email', 'nobody'], '--email is "nobody"'],
    [
      'a store that does not exist',
      ['--email', 'x@y.example', '--company', '999999', '--role', 'owner'],
      'There is no company',
    ],
    [
      'a role that is none',
      ['--email', 'x@y.example', '--company', '1', '--role', 'king'],
      'give one of owner, developer',
    ],
    ['a store without a role', ['--email', 'x@y.example', '--company', '1'], '--role is missing'],
    ['neither yes nor no', ['--email', 'x@y.example', '--operator', 'true'], 'give one of yes, no.'],
  ])('refuses %s, and writes nothing', async (_, args, message) => {
    const count = () => world.current.database.query('select count(*) from audit_entries');
    const before = await count();
    const { exitCode, error } = await admin('create-person', '--name', 'X', ...args);
    expect([exitCode, error]).toEqual([1, expect.stringContaining(message)]);
    expect(await count()).toEqual(before);
    expect(await world.current.database.query(`select 1 from people where email = 'x@y.example'`)).toEqual([]);
  });
});

describe('reset-password', () => {
  test('gives a new password, ends every session, and mails the person that it was done', async () => {
    const person = await signedIn(world.current);
    const { output } = await admin('reset-password', '--email', person.email.toUpperCase());
    expect(output).toMatchObject({ person_id: person.personId, email: person.email });
    expect((await person.get('/panel/account')).status).toBe(303);
    expect(await signInStatus(person.email, TEST_PASSWORD)).toBe(401);
    expect(await signInStatus(person.email, output.password as string)).toBe(303);
    expect(await linesOf(null)).toContainEqual(line('resetPassword', { subject: `person ${person.email}` }));
    expect(await world.current.database.query('select recipient from mails')).toContainEqual({
      recipient: person.email,
    });
  });

  test('needs somebody who has an account', async () => {
    const { exitCode, error } = await admin('reset-password', '--email', 'nobody@x.example');
    expect([exitCode, error]).toEqual([1, expect.stringContaining('There is no person nobody@x.example.')]);
  });
});

describe('suspend-company and resume-company', () => {
  test('suspend and resume; what was so already is said to be', async () => {
    const store = await world.current.createStore();
    const company = ['--company', String(store.companyId)];
    const suspended = await admin('suspend-company', ...company, '--reason', 'Unpaid bills');
    expect(suspended.output).toEqual({
      company_id: store.companyId,
      suspended_at: expect.any(String),
      reason: 'Unpaid bills',
    });
    expect((await store.sandbox.get('/api/v1/customers')).body).toMatchObject({ code: 'store_suspended' });
    const again = await admin('suspend-company', ...company, '--reason', 'Other');
    expect(again.output).toEqual(suspended.output);
    const resumed = await admin('resume-company', ...company);
    expect(resumed.output).toEqual({ company_id: store.companyId, suspended_at: null, reason: null });
    expect((await store.sandbox.get('/api/v1/customers')).status).toBe(200);
    const subject = `store ${store.companyId}`;
    expect(await linesOf(store.companyId)).toEqual([
      line('suspendStore', { subject, details: { reason: 'Unpaid bills' } }),
      line('suspendStore', { subject, details: { unchanged: true } }),
      line('resumeStore', { subject, details: {} }),
    ]);
  });

  test.each([
    ['no reason', ['suspend-company', '--company', '1'], '--reason is missing'],
    ['no such store', ['resume-company', '--company', '999999'], 'There is no company 999999.'],
  ])('refuse %s', async (_, args, message) => {
    const { exitCode, error } = await admin(...args);
    expect([exitCode, error]).toEqual([1, expect.stringContaining(message)]);
  });
});

test('rotate-token writes down which token it replaced', async () => {
  const { companyId } = await world.current.createStore();
  const rotate = async () =>
    (await admin('rotate-token', '--company', String(companyId), '--environment', 'sandbox')).output.id as number;
  const [second, third] = [await rotate(), await rotate()];
  const [first] = await world.current.database.query<{ id: string }>(
    `select id from api_tokens where company_id = $1 and environment = 'sandbox' order by id limit 1`,
    [companyId],
  );
  expect(await linesOf(companyId)).toEqual([
    line('rotateToken', { subject: `token ${second}`, details: { previous: `token ${first!.id}`, overlap_hours: 24 } }),
    line('rotateToken', {
      subject: `token ${third}`,
      details: { previous: `token ${second}`, overlap_hours: 24 },
    }),
  ]);
});

test('every command that changes a store writes a line in its log, without a token', async () => {
  const { output: made } = await admin('create-company', '--name', 'A', '--city', 'B');
  const companyId = made.company_id as number;
  const company = ['--company', String(companyId)];
  await admin('set-plan', ...company, '--plan', 'scale', '--requests-per-minute', '9');
  await admin('set-brand', ...company, '--color', '#1a7f5a');
  const { output: token } = await admin('rotate-token', ...company, '--environment', 'sandbox');
  await admin('revoke-token', ...company, '--token', String(token.id));
  await admin('list-tokens', ...company);
  const refused = await admin('set-brand', ...company, '--color', 'red');
  expect(refused.exitCode).toBe(1);
  const subject = `store ${companyId}`;
  expect(await linesOf(companyId)).toEqual([
    line('createStore', { subject, details: { name: 'A', plan: 'starter' } }),
    line('setPlan', {
      subject,
      details: { plan: { before: 'starter', after: 'scale' }, rateLimitPerMinute: { before: null, after: 9 } },
    }),
    line('saveBrand', { subject }),
    line('rotateToken', { environment: 'sandbox', subject: `token ${token.id as number}` }),
    line('revokeToken', { environment: 'sandbox', subject: `token ${token.id as number}` }),
  ]);
  const log = JSON.stringify(await world.current.database.query('select * from audit_entries'));
  for (const secret of [made.production_token, made.sandbox_token, token.token] as string[]) {
    expect(log).not.toContain(secret.slice(-20));
  }
});

describe('a command that an operator starts', () => {
  test('prints its JSON and ends with 0', async () => {
    const { companyId } = await world.current.createStore();
    const answer = await spawnAdmin(world.current, 'list-tokens', '--company', String(companyId));
    expect(answer).toMatchObject({ exitCode: 0, output: expect.anything(), error: '' });
  });

  test('that is none tells what there is, on the error stream, and ends with 1', async () => {
    const { exitCode, output, error } = await spawnAdmin(world.current, 'nonsense');
    expect([exitCode, output]).toEqual([1, null]);
    expect(error).toContain('There is no command nonsense.');
    expect(error).toContain('admin create-company --name NAME');
  });
});
