import type { KeyService } from './key-service.ts';

const KEY_BYTES = 32;

/** A key of ENCRYPTION_KEYS: 32 bytes in the clear, or as a key service wrapped them. */
export interface EncryptionKey {
  id: string;
  /** The name of the service that wrapped the key; null for a key in the clear. */
  service: string | null;
  bytes: Buffer;
}

/**
 * Reads ENCRYPTION_KEYS: `<id>:<base64 of 32 bytes>` or `<id>:<key service>:<base64 of the wrapped key>`, with commas
 * between them.
 *
 * @throws Error naming the form, and never a key
 */
export function parseKeys(text: string): EncryptionKey[] {
  return text.split(',').map(parseKey);
}

function parseKey(text: string): EncryptionKey {
  const [, id, service = null, base64 = ''] = /^([\w-]+):(?:([a-z-]+):)?([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (id === undefined || (service === null && bytes.length !== KEY_BYTES)) {
    throw new Error(
      'ENCRYPTION_KEYS is not <id>:<base64 of 32 random bytes>, nor <id>:aws-kms:<base64 of a wrapped key>. ' +
        'Make one: openssl rand -base64 32, or admin new-key.',
    );
  }
  return { id, service, bytes };
}

/** Writes a key as `parseKeys` reads it. */
export function writeKey({ id, service, bytes }: EncryptionKey): string {
  return [id, ...(service === null ? [] : [service]), bytes.toString('base64')].join(':');
}

/**
 * Has each wrapped key of ENCRYPTION_KEYS unwrapped by its service, all of them at once.
 *
 * @returns the same keys in the clear, in the same order
 * @throws Error naming the key and the service, where the service is unknown, away, or refuses
 */
export async function unwrapKeys(text: string, services: readonly KeyService[]): Promise<string> {
  const keys = await Promise.all(parseKeys(text).map((key) => unwrapped(key, services)));
  return keys.map(writeKey).join(',');
}

async function unwrapped(key: EncryptionKey, services: readonly KeyService[]): Promise<EncryptionKey> {
  const { id, service: name, bytes } = key;
  if (name === null) return key;
  const service = services.find((each) => each.name === name);
  if (!service) {
    const known = services.map((each) => each.name).join(', ');
    throw new Error(`ENCRYPTION_KEYS: the key "${id}" names the key service "${name}". Known services: ${known}.`);
  }
  const clear = await service.unwrap(id, bytes).catch((error: unknown) => {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new Error(`ENCRYPTION_KEYS: ${name} does not unwrap the key "${id}". ${reason}`, { cause: error });
  });
  if (clear.length !== KEY_BYTES) throw new Error(`ENCRYPTION_KEYS: ${name} unwraps the key "${id}" to no 32 bytes.`);
  return { id, service: null, bytes: Buffer.from(clear) };
}
