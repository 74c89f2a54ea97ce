import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from '@jest/globals';
import { pino } from 'pino';
import { createSecretBox } from '../../src/crypto/secret-box.ts';
import { openDatabase } from '../../src/db/orm.ts';
import { mailContext, queueMail } from '../../src/mail/queue-mail.ts';
import { sendMails } from '../../src/mail/send-mails.ts';
import { useApiWorld } from '../support/api-world.ts';
import { openPanel } from '../support/panel-client.ts';
import { signedIn, TEST_PASSWORD } from '../support/panel-people.ts';
import { TEST_KEYS } from '../support/world.ts';

const say = (...x: unknown[]) => process.stderr.write('REV ' + x.map((y) => typeof y === 'string' ? y : JSON.stringify(y)).join(' ') + '\n');
const world = useApiWorld();
const FORGOT = '/panel/forgot-password';
const forget = () => world.current.database.query('delete from rate_limit_counters');
async function mailedTo(email: string): Promise<string[]> {
  const mails = await world.current.database.query<{ content: string }>('select content from mails where recipient = $1 order by id', [email]);
  return mails.map((m) => /http\S+\/panel\/links\/\S+/.exec((JSON.parse(createSecretBox(TEST_KEYS).open(m.content, mailContext(email))) as {text:string}).text)?.[0].slice(world.current.baseUrl.length) ?? '');
}
const count = () => readdirSync(tmpdir(), { withFileTypes: true }).filter((e) => e.isFile()).length;

test('race: change of password by who knows the old one, against the reset', async () => {
  let lost = 0;
  for (let round = 0; round < 6; round++) {
    await forget();
    const thief = await signedIn(world.current);
    await thief.get('/panel/account');
    await thief.post('/panel/account/profile', { name: 'x', language: 'en' });
    await openPanel(world.current).submit(FORGOT, FORGOT, { email: thief.email });
    const link = (await mailedTo(thief.email)).at(-1)!;
    const owner = openPanel(world.current);
    const MINE = 'the owner has a new phrase'; const THEIRS = 'the thief has a new phrase';
    const [reset, change] = await Promise.all([
      owner.submit(link, `${link}/password`, { password: MINE, repeat: MINE }),
      thief.post('/panel/account/password', { current: TEST_PASSWORD, password: THEIRS, repeat: THEIRS }),
    ]);
    await forget();
    const mine = (await openPanel(world.current).signIn(thief.email, MINE)).status;
    const theirs = (await openPanel(world.current).signIn(thief.email, THEIRS)).status;
    if (reset.status === 303 && theirs === 303) lost++;
    say('round', round, 'reset', reset.status, 'change', change.status, 'owner signs in', mine, 'thief signs in', theirs);
  }
  say('owner told it worked, thief has the account:', lost);
}, 60000);

test('an address that is over its limit goes on spending the tries of accounts', async () => {
  await forget();
  const person = await signedIn(world.current);
  await forget();
  for (let i = 0; i < 50; i++) {
    await world.current.database.query('select 1');
    const r = await fetch(world.current.baseUrl + '/panel/sign-in', { method: 'POST', redirect: 'manual', headers: { 'Sec-Fetch-Site': 'same-origin' }, body: new URLSearchParams({ email: `a${i}@x.example`, password: 'wrong' }) });
    if (i === 49) say('50th', r.status);
  }
  for (let i = 0; i < 12; i++) await openPanel(world.current).signIn(person.email, 'wrong');
  const rows = await world.current.database.query(`select left(key, 12) as k, points from rate_limit_counters where key like 'sign-in:%' and points > 5`);
  say('account counters spent by the blocked address', rows);
}, 60000);

test('a used link says', async () => {
  const r = await openPanel(world.current).get('/panel/links/abc');
  say('used link', r.status, /<main[\s\S]*<\/main>/.exec(r.html)?.[0].replace(/\s+/g, ' '));
});

test('20000 empty files', async () => {
  const b = '----b';
  const part = (i: number) => `--${b}\r\nContent-Disposition: form-data; name="f${i}"; filename="x"\r\nContent-Type: image/png\r\n\r\n\r\n`;
  let body = ''; for (let i = 0; i < 20000; i++) body += part(i);
  body += `--${b}--\r\n`;
  const n = count(); const t0 = performance.now();
  const r = await fetch(world.current.baseUrl + '/panel/stores/1/production/settings/brand', { method: 'POST', body, headers: { 'Content-Type': `multipart/form-data; boundary=${b}` }, redirect: 'manual' });
  say('one anonymous request of', body.length, 'bytes:', r.status, 'files', count() - n, 'ms', Math.round(performance.now() - t0));
}, 120000);

test('mails of a slow server', async () => {
  const orm = await openDatabase({ databaseUrl: world.current.database.url, poolSize: 4 });
  await world.current.database.query('delete from mails');
  const secrets = createSecretBox(TEST_KEYS);
  const em = orm.em.fork();
  for (let i = 0; i < 20; i++) queueMail(em, secrets, { to: `m${i}@x.example`, expiresAt: new Date(Date.now() + 3_600_000), now: new Date(), subject: 's', text: 't' });
  await em.flush();
  const sent: Record<string, number> = {};
  const mailer = { send: async ({ to }: { to: string }) => { await new Promise((r) => setTimeout(r, 3_600)); sent[to] = (sent[to] ?? 0) + 1; }, close: () => undefined };
  const deps = { em: orm.em, mailer, secrets, log: pino({ level: 'silent' }) };
  const first = sendMails(deps);
  await new Promise((r) => setTimeout(r, 61_000));
  const second = sendMails(deps); // another process's round
  await Promise.all([first, second]);
  say('sent twice', Object.entries(sent).filter(([, n]) => n > 1));
  await orm.close();
}, 150000);
