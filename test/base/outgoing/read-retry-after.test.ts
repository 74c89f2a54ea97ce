import { describe, expect, test } from '@jest/globals';
import { readRetryAfter } from '../../../src/base/outgoing/read-retry-after.ts';

const NOW = new Date('2026-11-06T08:49:37.500Z');
const read = (header: string | string[] | undefined, statusCode = 429) => readRetryAfter({ statusCode, header }, NOW);

describe('the Retry-After of a receiver', () => {
  test.each([
    ['1', 1],
    ['120', 120],
    [' 120 ', 120],
    ['0', 1],
    ['86400', 86_400],
    ['86401', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 06 Nov 2026 08:50:37 GMT', 60],
    ['Friday, 06-Nov-26 08:50:37 GMT', 60],
    ['Fri Nov  6 08:50:37 2026', 60],
    ['Fri, 06 Nov 2026 08:49:38 GMT', 1],
    ['Thu, 05 Nov 2026 08:49:37 GMT', 1],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400],
  ])('%j asks for %i seconds', (header, seconds) => {
    expect(read(header)).toBe(seconds);
    expect(read(header, 503)).toBe(seconds);
  });

  test.each([
    '',
    '-1',
    '+5',
    '1.5',
    '0x10',
    '1e3',
    '5 minutes',
    'soon',
    '2026-11-06T08:50:37Z',
    'Fri, 06 Nov 2026 08:50:37 BRT',
    'Fri, 99 Nov 2026 99:50:37 GMT',
    '٥',
  ])('%j asks for nothing', (header) => {
    expect(read(header)).toBeNull();
  });

  test('counts only once, and only with 429 and 503', () => {
    expect(read(undefined)).toBeNull();
    expect(read(['5', '6'])).toBeNull();
    for (const status of [200, 301, 400, 408, 500, 502, 504]) expect(read('5', status)).toBeNull();
  });
});
