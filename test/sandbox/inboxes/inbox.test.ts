import { connect } from 'node:net';
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_INBOXES } from '../../../src/sandbox/inboxes/create-inbox.ts';
import { MAX_MESSAGES } from '../../../src/sandbox/inboxes/receive-message.ts';
import { createWebhookSecret, signatureHeaders } from '../../../src/webhooks/webhook-signature.ts';
import { useApiWorld } from '../../support/api-world.ts';
import type { TestStore } from '../../support/world.ts';

interface Inbox {
  id: number;
  url: string;
  page_url: string;
}
interface Message {
  id: number;
  event: string | null;
  webhook_id: number | null;
  headers: Record<string, string>;
  body: string;
  status_code: number;
  signature: { verified: boolean | null; x_service_signature: string; webhook_signature: string };
}
type Page<T> = { data: T[]; has_more: boolean };

const BODY = '{"id":1,"event":"invoice.created","data":{"customer":{"name":"João Ávila"}}}';

describe('a sandbox inbox', () => {
  const world = useApiWorld();
  let store: TestStore;
  let inbox: Inbox;
  beforeAll(async () => {
    store = await world.current.createStore();
    inbox = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
  });

  const subscribe = (owner: TestStore, url: string) =>
    owner.sandbox.create<{ id: number; secret: string }>('/api/v1/webhooks', { url, events: ['*'] });
  const messagesOf = async ({ id }: Inbox, owner = store) =>
    (await owner.sandbox.get<Page<Message>>(`/api/v1/sandbox/inboxes/${id}/messages`)).body.data;
  const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const sign = (secret: string, { body = BODY, ageSeconds = 0, previousSecret = null as string | null } = {}) =>
    signatureHeaders({
      secret,
      previousSecret,
      messageId: 'evt_1',
      sentAt: new Date(Date.now() - ageSeconds * 1000),
      body,
    });
  /** The inbox's verdict on another message. */
  async function verdictOn(target: Inbox, headers: Record<string, string>, body: string | Buffer = BODY) {
    await post(target.url, body, headers);
    const [{ webhook_id, signature }] = (await messagesOf(target)) as [Message];
    return { webhook_id, verified: signature.verified };
  }
  const openPage = (url: string, language = 'en') =>
    fetch(url, { headers: { accept: 'text/html', 'accept-language': language } });

  test('keeps the bytes, headers and event of what is posted, with any content type, and answers at once', async () => {
    const answer = await post(inbox.url, 'as=a&form=1', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    await post(inbox.url, BODY, { 'x-own': 'kept' });
    const [second, first] = await messagesOf(inbox);
    expect(second).toMatchObject({ event: 'invoice.created', body: BODY, headers: { 'x-own': 'kept' } });
    expect(first).toMatchObject({ event: null, body: 'as=a&form=1', status_code: 200 });
  });

  test('verifies both signatures, against the webhook of its own store that leads to it and no other', async () => {
    const mine = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
    await expect(verdictOn(mine, sign(createWebhookSecret()))).resolves.toEqual({ webhook_id: null, verified: null });

    const first = await subscribe(store, mine.url);
    const second = await subscribe(store, `${mine.url}?status=500`);
    const stranger = await world.current.createStore();
    const theirs = await subscribe(stranger, mine.url);
    await expect(verdictOn(mine, sign(first.secret))).resolves.toEqual({ webhook_id: first.id, verified: true });
    await expect(verdictOn(mine, sign(second.secret))).resolves.toEqual({ webhook_id: second.id, verified: true });
    await expect(verdictOn(mine, sign(theirs.secret))).resolves.toEqual({ webhook_id: null, verified: false });
    await expect(verdictOn(mine, sign(store.webhookSecret))).resolves.toEqual({ webhook_id: null, verified: false });
    await expect(verdictOn(mine, {})).resolves.toEqual({ webhook_id: null, verified: null });

    const old = await verdictOn(mine, sign(first.secret, { ageSeconds: 301 }));
    expect(old).toEqual({ webhook_id: first.id, verified: false });
    await expect(verdictOn(mine, sign(first.secret), `${BODY} `)).resolves.toMatchObject({ verified: false });
    // Bytes that are no UTF-8 read as text like U+FFFD, and are not what was signed.
    const signed = sign(first.secret, { body: '\uFFFD' });
    await expect(verdictOn(mine, signed, Buffer.from([0xff]))).resolves.toMatchObject({ verified: false });
    for (const name of ['X-Service-Signature', 'webhook-signature']) {
      const half = { ...sign(first.secret), [name]: 'sha256=é' };
      await expect(verdictOn(mine, half)).resolves.toMatchObject({ verified: false });
    }
    await store.sandbox.request('DELETE', `/api/v1/webhooks/${first.id}`);
    await store.sandbox.request('DELETE', `/api/v1/webhooks/${second.id}`);
    await expect(verdictOn(mine, sign(first.secret))).resolves.toEqual({ webhook_id: null, verified: null });
  });

  test('takes the secret before a rotation as long as it is valid', async () => {
    const mine = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
    const { id, secret } = await subscribe(store, mine.url);
    const rotate = (seconds: number) =>
      store.sandbox.create<{ secret: string }>(`/api/v1/webhooks/${id}/rotate-secret`, { overlap_seconds: seconds });
    const next = await rotate(60);
    await expect(verdictOn(mine, sign(secret))).resolves.toEqual({ webhook_id: id, verified: true });
    const both = sign(next.secret, { previousSecret: secret });
    await expect(verdictOn(mine, both)).resolves.toEqual({ webhook_id: id, verified: true });
    await rotate(0);
    await expect(verdictOn(mine, sign(secret))).resolves.toEqual({ webhook_id: null, verified: false });
  });

  test.each([200, 204, 304, 410, 500, 599])(
    'asked to answer %i, does, and keeps what came all the same',
    async (status) => {
      expect((await post(`${inbox.url}?status=${status}&x=1`, BODY)).status).toBe(status);
      expect((await messagesOf(inbox))[0]).toMatchObject({ status_code: status });
    },
  );

  test.each(['100', '600', 'ok', '200&status=500'])('asked to answer %s, says what it can', async (status) => {
    expect((await post(`${inbox.url}?status=${status}`, BODY)).status).toBe(422);
  });

  test('takes 64 KiB and no more, and does not listen to who sends on', async () => {
    expect((await post(inbox.url, 'x'.repeat(64 * 1024))).status).toBe(200);
    const { status, headers } = await post(inbox.url, 'x'.repeat(64 * 1024 + 1));
    expect([status, headers.get('connection')]).toEqual([413, 'close']);

    const { hostname, port, pathname } = new URL(inbox.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const answered = once(socket, 'data');
    // Just beyond the limit: the answer is read before what is sent on can make the connection break.
    for (let sent = 0; sent <= 64 * 1024; sent += 0x4000) socket.write(chunk);
    await answered;
    const sending = setInterval(() => socket.write(chunk), 5);
    await closed;
    clearInterval(sending);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
  });

  test('keeps no token or cookie, and stores what PostgreSQL cannot as a replacement', async () => {
    await post(inbox.url, 'a\0b', { 'x-api-token': 'fatura_test_oops', cookie: 'a=1', authorization: 'Bearer oops' });
    const [message] = (await messagesOf(inbox)) as [Message];
    expect(message.body).toBe('a\uFFFDb');
    const { authorization, cookie, 'x-api-token': token } = message.headers;
    expect([authorization, cookie, token]).toEqual(['(not kept)', '(not kept)', '(not kept)']);
  });

  test('keeps the last hundred, also when they come at once', async () => {
    const mine = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
    for (let sent = 0; sent < MAX_MESSAGES + 10; sent += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => post(mine.url, String(sent + index))));
    }
    const path = `/api/v1/sandbox/inboxes/${mine.id}/messages?limit=100`;
    const { body } = await store.sandbox.get<Page<Message>>(path);
    expect(body.has_more).toBe(false);
    expect(body.data.map((message) => Number(message.body)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: MAX_MESSAGES }, (_, index) => index + 10),
    );
  });

  test('shows its messages on a page that loads nothing but our files, in English and Portuguese', async () => {
    const { id, secret } = await subscribe(store, inbox.url);
    await post(inbox.url, BODY, sign(secret));
    const answer = await openPage(inbox.page_url);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(html).toContain(`<style nonce="${/nonce-([^']+)'/.exec(policy)![1]}">`);
    expect(html).toContain(`Signature verifies · signed with the secret of webhook ${id}`);
    expect(html).toContain('&quot;name&quot;: &quot;João Ávila&quot;');
    expect(html).toContain('sha256=');
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="5"><\/noscript>/);
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(path).toMatch(/^\/checkout\/assets\//);
      expect((await fetch(new URL(path!, inbox.url))).status).toBe(200);
    }
    expect(await (await openPage(inbox.url, 'pt-BR')).text()).toContain('A assinatura confere');
    const empty = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
    expect(await (await openPage(empty.url)).text()).toContain('Nothing has come yet');
  });

  test.each([
    ['markup in the body', '</pre><script>alert(1)</script><img src=x onerror=alert(1)>', {}],
    ['markup in JSON', '{"event":"<script>","x":"</pre><script>alert(1)</script>"}', {}],
    ['markup in a header', '{}', { 'x-evil': '"><script>alert(1)</script>', 'webhook-id': "'onclick='alert(1)" }],
    ['template code', '<%= process.env %><% throw 1 %>', {}],
    ['turned text', '\u202Etxt.exe', {}],
    ['an abyss of brackets', '['.repeat(60_000), {}],
    ['an abyss of JSON', '['.repeat(30_000) + ']'.repeat(30_000), {}],
  ])('writes %s as text, and stays small', async (_what, body, headers) => {
    expect((await post(inbox.url, body, headers)).status).toBe(200);
    const answer = await openPage(inbox.url);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|\u202E|[^&;\w-]onclick='/);
    expect(html.length).toBeLessThan(500_000);
  });

  test.each(['x', 'A'.repeat(24), 'A'.repeat(25), '..%2F..%2Fx'])(
    'that nobody was given (%s) is not found',
    async (name) => {
      const url = `${world.current.baseUrl}/sandbox/inbox/${name}`;
      const page = await openPage(url);
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('No such inbox');
      const posted = await post(url, BODY);
      expect([posted.status, await posted.json()]).toMatchObject([404, { code: 'inbox_not_found' }]);
    },
  );

  test('that is deleted is gone with its messages', async () => {
    const mine = await store.sandbox.create<Inbox>('/api/v1/sandbox/inboxes');
    await post(mine.url, BODY);
    expect((await store.sandbox.request('DELETE', `/api/v1/sandbox/inboxes/${mine.id}`)).status).toBe(204);
    expect((await post(mine.url, BODY)).status).toBe(404);
    expect((await store.sandbox.get(`/api/v1/sandbox/inboxes/${mine.id}/messages`)).status).toBe(404);
    const rows = await world.current.database.query('select 1 from sandbox_messages where inbox_id = $1', [mine.id]);
    expect(rows).toEqual([]);
  });

  test('is one of ten at most, also when they are made at once', async () => {
    const owner = await world.current.createStore();
    const answers = await Promise.all(
      Array.from({ length: MAX_INBOXES + 3 }, () => owner.sandbox.post<{ code?: string }>('/api/v1/sandbox/inboxes')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_INBOXES);
    const refused = answers.filter(({ body }) => body.code === 'too_many_inboxes');
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
    const { body } = await owner.sandbox.get<Page<Inbox>>('/api/v1/sandbox/inboxes?limit=3');
    expect([body.data.length, body.has_more]).toEqual([3, true]);
  });

  test('is not there for production', async () => {
    for (const [method, path] of [
      ['POST', ''],
      ['GET', ''],
      ['GET', `/${inbox.id}/messages`],
      ['DELETE', `/${inbox.id}`],
    ] as const) {
      const answer = await store.production.request<{ code: string }>(method, `/api/v1/sandbox/inboxes${path}`);
      expect([answer.status, answer.body.code]).toEqual([403, 'sandbox_only']);
    }
  });

  test('takes a number of posts a minute, and can be looked at all the while', async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < 70 && !statuses.has(429); round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => post(`${inbox.url}?status=204`, '')));
      for (const { status } of answers) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([204, 429]));
    expect((await openPage(inbox.url)).status).toBe(200);
  });
});
