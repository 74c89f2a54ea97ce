import { expect, test } from '@jest/globals';
import { FaturaSignatureError, verifyWebhook } from '../../client/index.ts';
import { createWebhookSecret, signatureHeaders } from '../../src/webhooks/webhook-signature.ts';

const body = '{"id":1,"event":"invoice.overdue","data":{"invoice_id":7,"customer":{"name":"José"}}}';
const secret = createWebhookSecret();
const signed = (sentAt = new Date()) => signatureHeaders({ secret, messageId: 'evt_1', sentAt, body });

test('a webhook is read from text or bytes, with headers of any kind, and with one of two secrets', () => {
  const lowerCase = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toLowerCase(), value]));
  const asNode = Object.fromEntries(Object.entries(lowerCase).map(([name, value]) => [name, [value]]));
  for (const headers of [signed(), lowerCase, asNode, new Headers(signed())]) {
    expect(verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
  }
  expect(verifyWebhook(Buffer.from(body), signed(), [createWebhookSecret(), secret])).toEqual(JSON.parse(body));
});

test.each([
  ['a body that was changed', body.replace('7', '8'), signed(), secret, /signature/i],
  ['another secret', body, signed(), createWebhookSecret(), /signature/i],
  ['an old request', body, signed(new Date(Date.now() - 301_000)), secret, /too old/i],
  ['no headers', body, {}, secret, /no header webhook-id, webhook-timestamp, webhook-signature/],
  ['no secret', body, signed(), [], /no secret/],
])('it is refused for %s', (_, text, headers, secrets, reason) => {
  expect(() => verifyWebhook(text, headers, secrets)).toThrow(FaturaSignatureError);
  expect(() => verifyWebhook(text, headers, secrets)).toThrow(reason);
});
