import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/app/config.ts';

const LEAST = { DATABASE_URL: 'postgres://localhost/x', TEMPORAL_ADDRESS: 'localhost:7233' };
const KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;

describe('the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-config-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileWith = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test('take the encryption keys from a file, whose last line may end', () => {
    const env = { ...LEAST, ENCRYPTION_KEYS_FILE: fileWith('keys', `${KEYS}\n`) };
    expect(readConfig(env).encryptionKeys).toBe(KEYS);
  });

  test.each([
    ['ENCRYPTION_KEYS_FILE', { ENCRYPTION_KEYS_FILE: '/nowhere/keys' }, 'ENCRYPTION_KEYS_FILE names /nowhere/keys'],
    ['no keys at all', {}, 'ENCRYPTION_KEYS'],
    [
      'a certificate without its key',
      { ENCRYPTION_KEYS: KEYS, TEMPORAL_TLS_CERT_FILE: fileWith('pem', 'x') },
      'TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE belong together',
    ],
    [
      'a word that is none',
      { ENCRYPTION_KEYS: KEYS, TEMPORAL_PAYLOAD_ENCRYPTION: 'yes' },
      'TEMPORAL_PAYLOAD_ENCRYPTION',
    ],
  ])('say what is wrong with %s, by the name of the variable', (_, env, said) => {
    expect(() => readConfig({ ...LEAST, ...env })).toThrow(said);
  });

  test('speak TLS to Temporal where any of its variables says so', () => {
    const read = (env: Record<string, string>) => readConfig({ ...LEAST, ENCRYPTION_KEYS: KEYS, ...env }).temporal;
    expect(read({}).tls).toBeUndefined();
    expect(read({ TEMPORAL_TLS: 'on' }).tls).toEqual({});
    const files = { TEMPORAL_TLS_CERT_FILE: fileWith('c', 'CERT'), TEMPORAL_TLS_KEY_FILE: fileWith('k', 'KEY') };
    expect(read({ ...files, TEMPORAL_TLS_SERVER_NAME: 'temporal' }).tls).toEqual({
      ...{ certificate: 'CERT', key: 'KEY', serverName: 'temporal' },
    });
    expect(read({ TEMPORAL_API_KEY: 'secret', TEMPORAL_PAYLOAD_ENCRYPTION: 'on' })).toMatchObject({
      ...{ apiKey: 'secret', encryptsPayloads: true },
    });
  });
});
