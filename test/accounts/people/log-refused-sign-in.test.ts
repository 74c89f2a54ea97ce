import { expect, test } from '@jest/globals';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { logRefusedSignIn } from '../../../src/accounts/people/log-refused-sign-in.ts';

test('a refused sign-in is a line with where it came from and whom it was for, but not what was typed', () => {
  const lines: string[] = [];
  const log = createLogger('api', 'info', { write: (line: string) => void lines.push(line) });
  const refuse = (account: string, code = 'credentials_wrong') =>
    logRefusedSignIn(log, { address: '203.0.113.7', account, code });
  refuse('Maria.Secreta@store.example ');
  refuse('maria.secreta@store.example', 'too_many_sign_ins');
  refuse('my password, in the wrong field');
  const [first, again, other] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({ level: 40, from: '203.0.113.7', code: 'credentials_wrong' });
  // printf maria.secreta@store.example | sha256sum | cut -c-16
  expect(first!.account_hash).toBe('469c89d628bbc738');
  expect(again).toMatchObject({ account_hash: first!.account_hash, code: 'too_many_sign_ins' });
  expect(other!.account_hash).not.toBe(first!.account_hash);
  expect(lines.join('')).not.toMatch(/secreta|password/i);
});
