import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/app/open-database.ts';
import { openSecretBox } from '../../src/base/crypto/open-secret-box.ts';
import { createSecretBox } from '../../src/base/crypto/secret-box.ts';
import { mailContext, queueMail } from '../../src/base/mail/queue-mail.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startLocalKms, type LocalKms } from '../support/local-kms.ts';
import { spawnAdmin } from '../support/run-admin.ts';
import { TEST_KEYS } from '../support/world.ts';

const TO = 'ana@example.com';

describe('an encryption key that a key service wraps', () => {
  let kms: LocalKms;
  let database: TestDatabase;
  const before = { ...process.env };
  beforeAll(async () => {
    [kms, database] = await Promise.all([startLocalKms(), createTestDatabase()]);
    Object.assign(process.env, kms.env);
  });
  afterAll(async () => {
    for (const name of Object.keys(kms.env)) delete process.env[name];
    Object.assign(process.env, before);
    await Promise.all([kms.stop(), database.drop()]);
  });

  /** A command as an operator runs it, with the settings of the key service. */
  const admin = (encryptionKeys: string, ...args: string[]) => {
    const config = { databaseUrl: database.url, encryptionKeys, temporal: { address: 'x:1' }, stripeApiUrl: undefined };
    return spawnAdmin({ config: config as Parameters<typeof spawnAdmin>[0]['config'], settings: kms.env }, ...args);
  };
  async function newKey(id: string): Promise<string> {
    const { output } = await admin('', 'new-key', '--id', id, '--service', 'aws-kms', '--service-key', kms.key);
    return (output as { encryption_key: string }).encryption_key;
  }

  test('is made by a command, opens in each process what another sealed, and is never printed in the clear', async () => {
    const key = await newKey('k2');
    expect(key).toMatch(/^k2:aws-kms:[A-Za-z0-9+/]{64,}=*$/);
    const sealed = (await openSecretBox(key)).seal('secret', 'here');
    expect(sealed).toMatch(/^k2:/);
    expect((await openSecretBox(`${TEST_KEYS},${key}`)).open(sealed, 'here')).toBe('secret');
    expect(await newKey('k2')).not.toBe(key);
  });

  test('takes the place of a key in the clear: rotate-encryption seals everything anew', async () => {
    const orm = await openDatabase({ databaseUrl: database.url, poolSize: 1 });
    await orm.em.fork().transactional((tx) => {
      const mail = { to: TO, subject: 'A link', text: 'https://x.example' };
      queueMail(tx, createSecretBox(TEST_KEYS), { ...mail, expiresAt: new Date(Date.now() + 3_600_000) });
      return Promise.resolve();
    });
    await orm.close();
    const key = await newKey('k3');
    const { output, error } = await admin(`${key},${TEST_KEYS}`, 'rotate-encryption');
    expect([error, output]).toEqual(['', expect.objectContaining({ mails: { resealed: 1, unreadable: 0 } })]);
    const [row] = await database.query<{ content: string }>('select content from mails');
    expect((await openSecretBox(key)).open(row!.content, mailContext(TO))).toContain('https://x.example');
  });

  test('is bound to its id: the wrapped bytes open under no other', async () => {
    const stolen = (await newKey('k4')).replace(/^k4:/, 'k5:');
    await expect(openSecretBox(stolen)).rejects.toThrow(/aws-kms does not unwrap the key "k5"/);
  });

  test('of a service that is away or unknown is refused by its name, and so is a text that is no key', async () => {
    const key = await newKey('k6');
    process.env.AWS_ENDPOINT_URL_KMS = `http://127.0.0.1:${await freePort()}`;
    await expect(openSecretBox(key)).rejects.toThrow(/aws-kms does not unwrap the key "k6".*ECONNREFUSED/);
    process.env.AWS_ENDPOINT_URL_KMS = kms.env.AWS_ENDPOINT_URL_KMS;
    await expect(openSecretBox(key.replace('aws-kms', 'gcp-kms'))).rejects.toThrow(/Known services: aws-kms/);
    await expect(openSecretBox('k7:c2hvcnQ=')).rejects.toThrow(/ENCRYPTION_KEYS is not <id>/);
  });

  test('is not asked for where an option is missing or wrong', async () => {
    const answers = await Promise.all([
      admin('', 'new-key'),
      admin('', 'new-key', '--id', 'k:8'),
      admin('', 'new-key', '--id', 'k8', '--service', 'gcp-kms'),
      admin('', 'new-key', '--id', 'k8', '--service', 'aws-kms'),
      admin('', 'new-key', '--id', 'k8', '--service', 'aws-kms', '--service-key', 'alias/nobody'),
    ]);
    expect(answers.map(({ exitCode, error }) => [exitCode, error.trim()])).toEqual([
      [1, '--id is missing: give it a value.'],
      [1, '--id is "k:8": give letters, digits, - and _.'],
      [1, '--service is "gcp-kms": give one of aws-kms.'],
      [1, '--service-key is missing: give it a value.'],
      [1, expect.stringMatching(/alias\/nobody/)],
    ]);
  });
});
