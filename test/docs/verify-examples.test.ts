import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createWebhookSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';
import { useApiWorld } from '../support/api-world.ts';
import { useDeliveries } from '../support/deliveries.ts';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import type { ReceivedWebhook } from '../support/receiver.ts';
import { verifiers, type Given } from '../support/verifiers.ts';

const DOCS = join(import.meta.dirname, '../../docs');
const secret = createWebhookSecret();
const older = createWebhookSecret();
const BODY = '{"id":7,"event":"invoice.created","data":{"customer":{"name":"João Ávila 🎉"},"total":299.80}}';

/** Made by our own signer. */
function deliver({
  body = BODY,
  ageSeconds = 0,
  signedWith = secret,
  previousSecret = null as string | null,
} = {}): Given {
  const sentAt = new Date(Date.now() - ageSeconds * 1000);
  const signed = signatureHeaders({ secret: signedWith, previousSecret, messageId: 'evt_7', sentAt, body });
  const lower = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]);
  return { body, headers: Object.fromEntries(lower) as Record<string, string>, secret };
}

function withHeaders(changes: Record<string, string>): Given {
  const given = deliver();
  return { ...given, headers: { ...given.headers, ...changes } };
}

const without = (...names: string[]): Given => {
  const given = deliver();
  const kept = Object.entries(given.headers).filter(([name]) => !names.includes(name));
  return { ...given, headers: Object.fromEntries(kept) };
};

/** The name of each case, and whether X-Service-Signature and webhook-signature verify. */
const CASES: [string, Given, [boolean, boolean]][] = [
  ['a delivery', deliver(), [true, true]],
  ['an empty body', deliver({ body: '' }), [true, true]],
  ['a body that was changed', { ...deliver(), body: BODY.replace('299.80', '299.81') }, [false, false]],
  ['a body that was parsed and written anew', { ...deliver(), body: JSON.stringify(JSON.parse(BODY)) }, [false, false]],
  ['another secret', deliver({ signedWith: older }), [false, false]],
  [
    'a rotation, to who still has the secret before',
    { ...deliver({ previousSecret: older }), secret: older },
    [true, true],
  ],
  ['a rotation, to who has the new secret', deliver({ previousSecret: older }), [true, true]],
  [
    'a rotation, to who has neither',
    { ...deliver({ previousSecret: older }), secret: createWebhookSecret() },
    [false, false],
  ],
  ['a delivery of 290 seconds ago', deliver({ ageSeconds: 290 }), [true, true]],
  ['a delivery of long ago, sent again', deliver({ ageSeconds: 310 }), [true, false]],
  ['a delivery from the future', deliver({ ageSeconds: -310 }), [true, false]],
  [
    'an old delivery with a fresh timestamp',
    {
      ...deliver({ ageSeconds: 310 }),
      headers: { ...deliver({ ageSeconds: 310 }).headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) },
    },
    [true, false],
  ],
  ['another id', withHeaders({ 'webhook-id': 'evt_8' }), [true, false]],
  ['a timestamp that is none', withHeaders({ 'webhook-timestamp': 'soon' }), [true, false]],
  [
    'a timestamp with a line end',
    withHeaders({ 'webhook-timestamp': `${deliver().headers['webhook-timestamp']}\n` }),
    [true, false],
  ],
  ['no timestamp', without('webhook-timestamp'), [true, false]],
  ['no signatures', { ...deliver(), headers: {} }, [false, false]],
  ['empty signatures', withHeaders({ 'x-service-signature': '', 'webhook-signature': '' }), [false, false]],
  [
    'signatures that are no ASCII',
    withHeaders({ 'x-service-signature': 'sha256=é', 'webhook-signature': 'v1,é' }),
    [false, false],
  ],
  [
    'a digest without its scheme',
    withHeaders({ 'x-service-signature': deliver().headers['x-service-signature']!.slice(7) }),
    [false, true],
  ],
  [
    'a signature of another version beside ours',
    withHeaders({ 'webhook-signature': `v2,x ${deliver().headers['webhook-signature']}` }),
    [true, true],
  ],
];

const present = Object.entries(verifiers).flatMap(([language, verify]) =>
  verify ? [[language, verify] as const] : [],
);
const absent = Object.keys(verifiers).filter((language) => !verifiers[language]);

describe('the documentation’s code', () => {
  for (const language of absent) test.todo(`NOT TESTED in ${language}: its runtime is not on the PATH`);
  // eslint-disable-next-line no-console -- whoever reads the tests is told what was not tested
  if (absent.length > 0) console.warn(`NOT TESTED: docs/examples in ${absent.join(', ')}, not on the PATH.`);

  test.each(present)('in %s says of every case what it should', (_language, verify) => {
    const answers = verify(CASES.map(([, given]) => given));
    expect(CASES.map(([what], index) => [what, answers[index]])).toEqual(CASES.map(([what, , right]) => [what, right]));
  });
});

describe('the documentation of webhooks', () => {
  const page = readFileSync(join(DOCS, 'webhooks.md'), 'utf8');

  test.each(['verify.ts', 'verify.py', 'verify.php'])('shows %s as it is tested here', (name) => {
    const source = readFileSync(join(DOCS, 'examples', name), 'utf8');
    expect(page).toContain(`(examples/${name})`);
    const kind = { ts: 'ts', py: 'python', php: 'php' }[name.split('.')[1]!]!;
    const excerpts = [...page.matchAll(new RegExp(`\`\`\`${kind}\n(.*?)\n\`\`\``, 'gs'))].map(([, code]) => code!);
    expect(excerpts.length).toBeGreaterThan(0);
    for (const excerpt of excerpts) expect(source).toContain(excerpt);
  });
});

describe('a delivery as a receiver gets it', () => {
  const world = useApiWorld();
  const deliveries = useDeliveries(world);
  let received: ReceivedWebhook;
  let known: string;
  beforeAll(async () => {
    const store = await world.current.createStore();
    known = store.webhookSecret;
    const request = await deliveries.pending(store);
    await deliverWebhook(deliveries.deps, { ...request, number: 1, retryAfter: () => null, attemptsAllowed: 9 });
    received = store.receiver.received[0]!;
  });

  test.each(present)('verifies in %s', (_language, verify) => {
    const { body } = received;
    const headers = received.headers as Record<string, string>;
    expect(verify([{ body, headers, secret: known }])).toEqual([[true, true]]);
  });

  test('is taken by docs/examples/receiver.mjs, which refuses it changed', async () => {
    const port = await freePort();
    const receiver = spawn(process.execPath, [join(DOCS, 'examples/receiver.mjs')], {
      env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: known, RECEIVER_PORT: String(port) },
    });
    try {
      await once(receiver.stdout, 'data');
      const headers = Object.fromEntries(
        Object.entries(received.headers).filter(([name]) => name.includes('signature')),
      ) as Record<string, string>;
      const post = async (body: string) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
      expect([await post(received.body), await post(`${received.body} `)]).toEqual([204, 401]);
    } finally {
      receiver.kill();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
