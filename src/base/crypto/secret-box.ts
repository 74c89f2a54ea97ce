import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts secrets at rest: AES-256-GCM, a random 96-bit nonce each, the key's id in front so that keys can be rotated.
 * `context` is authenticated with the text: a ciphertext copied to another column or row does not open.
 */
export interface SecretBox {
  seal(text: string, context: string): string;
  /** @throws Error when the key is unknown, or the ciphertext was altered or made for another context. */
  open(sealed: string, context: string): string;
  /** Whether it was sealed with the key that seals now. */
  isCurrent(sealed: string): boolean;
  /** Signs for one purpose, with a secret of our own that follows from the key. */
  signer(purpose: string): Signer;
}

/** HMAC-SHA256. A signature by any of the keys is valid: processes change their first key one after the other. */
export interface Signer {
  /** @returns 32 bytes */
  sign(text: string): Buffer;
  /** @param signature as `sign` gave it, or its first 16 bytes or more */
  isValid(text: string, signature: Buffer): boolean;
}

/** A shorter signature could be guessed. */
const MIN_SIGNATURE_BYTES = 16;

/** @param keys `<id>:<base64 of 32 bytes>[,…]`; the first seals, every one of them opens. */
export function createSecretBox(keys: string): SecretBox {
  const parsed = keys.split(',').map(parseKey);
  const current = parsed[0]!;
  const byId = new Map(parsed.map((entry) => [entry.id, entry.key]));
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${current.id}:${sealed.toString('base64')}`;
    },
    open(sealed, context) {
      const [id = '', base64 = ''] = sealed.split(':');
      const key = byId.get(id);
      if (!key)
        throw new Error(`ENCRYPTION_KEYS has no key "${id}", which an older secret was sealed with: add it back.`);
      const bytes = Buffer.from(base64, 'base64');
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.id}:`),
    signer(purpose) {
      const secrets = parsed.map(({ key }) => deriveSecret(key, purpose));
      return {
        sign: (text) => hmac(secrets[0]!, text),
        isValid: (text, signature) =>
          signature.length >= MIN_SIGNATURE_BYTES &&
          secrets.some((secret) => {
            const expected = hmac(secret, text).subarray(0, signature.length);
            return expected.length === signature.length && timingSafeEqual(expected, signature);
          }),
      };
    },
  };
}

function deriveSecret(key: Buffer, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32)).toString('base64url');
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function parseKey(text: string): { id: string; key: Buffer } {
  const [id = '', base64 = ''] = text.trim().split(':');
  const key = Buffer.from(base64, 'base64');
  if (!/^[\w-]+$/.test(id) || key.length !== 32) {
    throw new Error('ENCRYPTION_KEYS is not <id>:<base64 of 32 random bytes>. Make one: openssl rand -base64 32');
  }
  return { id, key };
}
