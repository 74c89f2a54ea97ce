import { describe, expect, test } from '@jest/globals';
import { createLogger } from '../../../src/base/logging/create-logger.ts';
import { withFields } from '../../../src/base/telemetry/scope.ts';

function logInto() {
  const lines: string[] = [];
  return { lines, log: createLogger('test', 'trace', { write: (line: string) => void lines.push(line) }) };
}

const TOKEN = `fatura_live_${'x'.repeat(43)}`;

describe('secrets that somebody logs by mistake', () => {
  test.each([
    ['a token by its name', { token: 'abc-very-secret' }, 'abc-very-secret'],
    ['a token by its looks', { note: `sent with ${TOKEN}` }, TOKEN],
    ['headers', { headers: { authorization: 'Basic c2VjcmV0', 'X-API-TOKEN': 'abc' } }, /c2VjcmV0|abc/],
    ['a CPF', { text: 'of 111.444.777-35' }, '111.444.777-35'],
    ['a CNPJ', { text: 'of 12.ABC.345/01DE-35' }, '12.ABC.345/01DE-35'],
    ['a document', { customer: { name: 'x', document: '11144477735' } }, '11144477735'],
    ['a card', { deep: [{ number: '4111 1111 1111 1111' }] }, '4111'],
    ['a card among words', { text: 'card 5555555555554444 was refused' }, '5555555555554444'],
    ['a security code', { card: { cvv: 12345, exp_month: 12 } }, '12345'],
    ['an address of mail', { text: 'to ana@example.com' }, 'ana@example.com'],
    ['the password of a database', { url: 'postgres://fatura:hunter2@db:5432/fatura' }, 'hunter2'],
    ['an error with a secret in its message', { err: new Error(`refused whsec_${'a'.repeat(32)}`) }, /whsec_a/],
  ])('%s is not in the line', (_what, fields, secret) => {
    const { lines, log } = logInto();
    log.error(fields, 'something happened');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('something happened');
    // A time has digits like any number's.
    expect(lines[0]!.replace(/"time":\d+/, '')).not.toMatch(secret);
    expect(lines[0]).toContain('[redacted]');
  });

  test('ids, times and what operators look for stay as they are', () => {
    const { lines, log } = logInto();
    const fields = {
      ...{
        invoice_id: 4111111111111,
        token_id: 7,
        account_hash: 'a1b2',
        duration_ms: 12.5,
        path: '/api/v1/invoices/17',
      },
      ...{ request_id: 'f1f0c1de-0000-4000-8000-123456789012', at: new Date(0), status: 201, from: '127.0.0.1' },
    };
    log.info(fields, 'request');
    expect(JSON.parse(lines[0]!)).toMatchObject({ ...fields, at: '1970-01-01T00:00:00.000Z' });
  });
});

test('a line says what it is part of, and what it says itself counts', async () => {
  const { lines, log } = logInto();
  await withFields({ request_id: 'one', attempt: 1 }, async () => {
    await new Promise(setImmediate);
    log.info('first');
    withFields({ invoice_id: 7 }, () => log.info({ attempt: 2 }, 'second'));
  });
  log.info('third');
  const [first, second, third] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({ request_id: 'one', attempt: 1 });
  expect(second).toMatchObject({ request_id: 'one', invoice_id: 7, attempt: 2 });
  expect(third).not.toHaveProperty('request_id');
});
