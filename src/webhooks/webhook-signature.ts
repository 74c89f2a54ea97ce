import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks: a secret is `whsec_` and the base64 of 24 to 64 bytes. */
const SECRET_PREFIX = 'whsec_';

/** A new secret of 256 random bits. */
export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice(SECRET_PREFIX.length), 'base64');
  return length >= 24 && length <= 64;
}

/**
 * The headers that prove where a delivery comes from and that its body is as it was sent.
 *
 * `X-Service-Signature` is the specification's: HMAC-SHA256 of the raw body, keyed with the whole secret as UTF-8. The
 * three `webhook-*` headers are those of Standard Webhooks, keyed with the bytes that the secret's base64 stands for.
 */
export function signatureHeaders({
  secret,
  messageId,
  sentAt,
  body,
}: {
  secret: string;
  /** The same for every attempt. */
  messageId: string;
  sentAt: Date;
  body: string;
}): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return {
    'X-Service-Signature': `sha256=${hmac(Buffer.from(secret, 'utf8'), body).toString('hex')}`,
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac(key, `${messageId}.${timestamp}.${body}`).toString('base64')}`,
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
