import { expect, test } from '@jest/globals';
import { growthOf, judge, type Reading } from '../../bench/support/judge-soak.ts';

const FLAT = { heap: 60e6, buffers: 10e6, threadHeaps: 50e6, rss: 300e6 };
const COUNTS = { handles: 40, listeners: 600, connections: 15, prepared: 150 };

/** Readings of six parts with a hundred invoices each, where `each` grows with every invoice. */
function readings(each: Partial<typeof FLAT & typeof COUNTS> = {}, peak = 380e6): Reading[] {
  return Array.from({ length: 6 }, (_, part) => {
    const invoices = (part + 1) * 100;
    const held: Reading['held'] = { ...FLAT, ...COUNTS };
    for (const key of Object.keys(held) as (keyof typeof held)[]) held[key] += invoices * (each[key] ?? 0);
    return { invoices, peak, held };
  });
}

const failed = (all: Reading[]): string[] =>
  judge('API', all)
    .filter(({ isGood }) => !isGood)
    .map(({ name }) => name);

test('a process that holds what it held is well', () => {
  expect(failed(readings())).toEqual([]);
});

test.each([
  ['the call that a listener keeps', { heap: 15_000, listeners: 3 }, ['API: heap', 'API: listeners']],
  ['a buffer of 4 kB', { buffers: 4_096 }, ['API: buffers']],
  ['a handle', { handles: 1 }, ['API: handles']],
  ['a prepared statement', { prepared: 1 }, ['API: prepared']],
])('%s for each invoice is a leak', (_what, each, expected) => {
  expect(failed(readings(each))).toEqual(expected);
});

test('more than 600 MB under load is too much', () => {
  expect(failed(readings({}, 640 * 2 ** 20))).toEqual(['API: RSS under load']);
});

test('a single odd reading does not move the growth', () => {
  const all = readings();
  all[2]!.held.heap += 50e6;
  expect(growthOf(all, ({ heap }) => heap)).toBe(0);
});
