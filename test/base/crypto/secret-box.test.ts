import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createSecretBox } from '../../../src/base/crypto/secret-box.ts';

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

describe('secrets at rest', () => {
  const [older, newer] = [key('k1'), key('k2')];

  test('come back as they were, and never look the same twice', () => {
    const box = createSecretBox(newer);
    const sealed = [box.seal('whsec_é', 'webhook:1'), box.seal('whsec_é', 'webhook:1')];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const text of sealed) expect(box.open(text, 'webhook:1')).toBe('whsec_é');
  });

  test('open with an older key after a rotation, and with no key that is gone', () => {
    const sealed = createSecretBox(older).seal('secret', 'a');
    expect(createSecretBox(`${newer},${older}`).open(sealed, 'a')).toBe('secret');
    expect(createSecretBox(`${newer},${older}`).isCurrent(sealed)).toBe(false);
    expect(createSecretBox(`${older},${newer}`).isCurrent(sealed)).toBe(true);
    expect(() => createSecretBox(newer).open(sealed, 'a')).toThrow(/ENCRYPTION_KEYS has no key "k1"/);
  });

  test('do not open where they were copied to, nor after a change', () => {
    const box = createSecretBox(newer);
    const sealed = box.seal('secret', 'store 1');
    expect(() => box.open(sealed, 'store 2')).toThrow();
    const bytes = Buffer.from(sealed.slice(3), 'base64');
    bytes[14]! ^= 1;
    expect(() => box.open(`k2:${bytes.toString('base64')}`, 'store 1')).toThrow();
    expect(() => box.open('k2:AAAA', 'store 1')).toThrow();
  });

  test('a signature is valid wherever its key is, first or not, and nowhere else', () => {
    const signature = createSecretBox(older).signer('challenges').sign('42');
    for (const keys of [older, `${older},${newer}`, `${newer},${older}`]) {
      expect(createSecretBox(keys).signer('challenges').isValid('42', signature)).toBe(true);
      expect(createSecretBox(keys).signer('challenges').isValid('42', signature.subarray(0, 24))).toBe(true);
    }
    expect(createSecretBox(newer).signer('challenges').isValid('42', signature)).toBe(false);
    const signer = createSecretBox(older).signer('challenges');
    expect(signer.isValid('43', signature)).toBe(false);
    expect(createSecretBox(older).signer('callbacks').isValid('42', signature)).toBe(false);
    expect(signer.isValid('42', signature.subarray(0, 15))).toBe(false);
    expect(signer.isValid('42', Buffer.alloc(0))).toBe(false);
    expect(signer.isValid('42', Buffer.concat([signature, signature]))).toBe(false);
  });

  test('a key that is too short is refused with the remedy', () => {
    expect(() => createSecretBox('k1:c2hvcnQ=')).toThrow(/openssl rand -base64 32/);
    expect(() => createSecretBox('')).toThrow(/ENCRYPTION_KEYS/);
  });
});
