import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';

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
 *
 * With a previous secret both sign, so that a receiver verifies with either: Standard Webhooks has a list for it, and
 * the specification's header, which has not, gets a second one beside it.
 */
export function signatureHeaders({
  secret,
  previousSecret = null,
  messageId,
  sentAt,
  body,
}: {
  secret: string;
  /** While a rotation overlaps. */
  previousSecret?: string | null;
  /** The same for every attempt. */
  messageId: string;
  sentAt: Date;
  body: string;
}): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signed = `${messageId}.${timestamp}.${body}`;
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret];
  return {
    'X-Service-Signature': serviceSignature(secret, body),
    ...(previousSecret === null ? {} : { 'X-Service-Signature-Previous': serviceSignature(previousSecret, body) }),
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((each) => standardSignature(each, signed)).join(' '),
  };
}

function serviceSignature(secret: string, body: string): string {
  return `sha256=${hmac(secret, body).toString('hex')}`;
}

function standardSignature(secret: string, signed: string): string {
  const key = createSecretKey(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${hmac(key, signed).toString('base64')}`;
}

/** A key as bytes would cost Node.js three times the signature: it throws and catches an error to find out the type. */
function hmac(key: KeyObject | string, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
