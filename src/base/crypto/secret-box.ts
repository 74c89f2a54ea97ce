import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { parseKeys } from './encryption-keys.ts';

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
  /** Encrypts bytes for one purpose, with a key that follows from the first of the keys. */
  bytes(purpose: string): BytesBox;
}

/** As a secret box, of bytes; whoever keeps them keeps the id of the key beside. */
export interface BytesBox {
  seal(bytes: Uint8Array): { keyId: string; bytes: Uint8Array };
  /** @throws Error when the key is unknown, or the bytes were altered or made for another purpose */
  open(keyId: string, bytes: Uint8Array): Uint8Array;
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

/** @param keys in the clear, `<id>:<base64 of 32 bytes>[,…]`; the first seals, every one of them opens. */
export function createSecretBox(keys: string): SecretBox {
  const parsed = parseKeys(keys).map(({ id, service, bytes: key }) => {
    if (service !== null) throw new Error(`The key "${id}" is wrapped by ${service}: openSecretBox unwraps it.`);
    return { id, key: createSecretKey(key) };
  });
  const current = parsed[0]!;
  const byId = new Map(parsed.map((entry) => [entry.id, entry.key]));
  const keyOf = (id: string): KeyObject => {
    const key = byId.get(id);
    if (key) return key;
    throw new Error(`ENCRYPTION_KEYS has no key "${id}", which an older secret was sealed with: add it back.`);
  };
  return {
    seal(text, context) {
      return `${current.id}:${encrypt(current.key, Buffer.from(text, 'utf8'), context).toString('base64')}`;
    },
    open(sealed, context) {
      const [id = '', base64 = ''] = sealed.split(':');
      return decrypt(keyOf(id), Buffer.from(base64, 'base64'), context).toString('utf8');
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.id}:`),
    bytes(purpose) {
      const derived = new Map(parsed.map(({ id, key }) => [id, deriveKey(key, purpose)]));
      return {
        seal: (bytes) => ({ keyId: current.id, bytes: encrypt(derived.get(current.id)!, bytes, purpose) }),
        open(keyId, bytes) {
          keyOf(keyId);
          return decrypt(derived.get(keyId)!, Buffer.from(bytes), purpose);
        },
      };
    },
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

/** Nonce, ciphertext and tag. */
function encrypt(key: KeyObject, bytes: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, bytes: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

function deriveKey(key: KeyObject, purpose: string): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', key, Buffer.alloc(0), purpose, 32)));
}

function deriveSecret(key: KeyObject, purpose: string): string {
  return deriveKey(key, purpose).export().toString('base64url');
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
