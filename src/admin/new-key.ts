import { randomBytes } from 'node:crypto';
import { writeKey } from '../base/crypto/encryption-keys.ts';
import { KEY_SERVICES } from '../base/crypto/open-secret-box.ts';
import { oneOf, readText, type Options } from './read-options.ts';

export const NEW_KEY_OPTIONS = ['id', 'service', 'service-key'];

/**
 * Makes one more key for ENCRYPTION_KEYS: in the clear, or wrapped by a key service. Needs neither database nor
 * settings.
 */
export async function runNewKey(options: Options): Promise<{ encryption_key: string }> {
  const id = readText(options, 'id');
  if (!/^[\w-]+$/.test(id)) throw new Error(`--id is "${id}": give letters, digits, - and _.`);
  if (options.service === undefined) {
    return { encryption_key: writeKey({ id, service: null, bytes: randomBytes(32) }) };
  }
  const names = KEY_SERVICES.map((service) => service.name);
  const name = oneOf(options, 'service', names);
  const wrapped = await KEY_SERVICES[names.indexOf(name)]!.newKey(id, readText(options, 'service-key'));
  return { encryption_key: writeKey({ id, service: name, bytes: Buffer.from(wrapped) }) };
}
