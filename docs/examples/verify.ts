// Verify a webhook of Fatura in TypeScript or JavaScript: Node.js without any package.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** By lower-case names, as `request.headers` of Node.js has them. */
export type Headers = Record<string, string | string[] | undefined>;

/**
 * X-Service-Signature. While you rotate the secret, the second header has the signature of the one before.
 *
 * @param rawBody the bytes as they came, before any parser has touched them
 */
export function verifyServiceSignature(rawBody: Buffer, headers: Headers, secret: string): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  return ['x-service-signature', 'x-service-signature-previous'].some((name) => areEqual(headers[name], expected));
}

/** webhook-signature (Standard Webhooks), which covers the time too: nobody can send you an old delivery again. */
export function verifyStandardWebhook(
  rawBody: Buffer,
  headers: Headers,
  secret: string,
  { now = Date.now() / 1000, toleranceSeconds = 300 } = {},
): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), rawBody]);
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return signatures.split(' ').some((signature) => areEqual(signature, expected));
}

/** In a time that does not tell how much of it was right. */
function areEqual(given: unknown, expected: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
