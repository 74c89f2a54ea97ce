import { describe, expect, test } from '@jest/globals';
import { createPointLeases, type Counter } from '../../../src/base/http/rate-limit/lease-points.ts';

/** A counter that several processes share. */
function sharedCounter(points: number, resetMs = 60_000) {
  let used = 0;
  const asked: number[] = [];
  const counter: Counter = {
    points,
    spend(_key, count) {
      asked.push(count);
      used += count;
      const exceeded = used > points;
      return Promise.resolve({ limit: points, remaining: exceeded ? 0 : points - used, resetMs, exceeded });
    },
    giveBack(_key, count) {
      used -= count;
      return Promise.resolve();
    },
  };
  return { counter, asked, used: () => used };
}

describe('points that are leased', () => {
  test('of a large limit are spent a hundredth at once, and what remains is told exactly', async () => {
    const { counter, asked } = sharedCounter(600);
    const leases = createPointLeases();
    const remaining: number[] = [];
    for (let request = 0; request < 13; request += 1) remaining.push((await leases.spend(counter, 'a')).remaining);
    expect(remaining).toEqual(Array.from({ length: 13 }, (_, index) => 599 - index));
    expect(asked).toEqual([6, 6, 6]);
    expect(leases.unusedOf('a')).toBe(5);
    expect(leases.unusedOf('b')).toBe(0);
  });

  test('of a small limit are spent one by one', async () => {
    const { counter, asked } = sharedCounter(120);
    const leases = createPointLeases();
    for (let request = 0; request < 5; request += 1) await leases.spend(counter, 'a');
    expect(asked).toEqual([1, 1, 1, 1, 1]);
  });

  test('of two processes together are as many as the limit, whoever asks last', async () => {
    const { counter, used } = sharedCounter(650);
    const processes = [createPointLeases(), createPointLeases()];
    let allowed = 0;
    for (let request = 0; request < 700; request += 1) {
      const { exceeded } = await processes[request % 2]!.spend(counter, 'a');
      if (!exceeded) allowed += 1;
    }
    expect(allowed).toBe(650);
    // The other one has found out for itself that none is left.
    expect(used()).toBe(651);
  });

  test('are asked for once by requests that come together', async () => {
    const { counter, asked } = sharedCounter(5_000);
    const leases = createPointLeases();
    const answers = await Promise.all(Array.from({ length: 120 }, () => leases.spend(counter, 'a')));
    expect(new Set(answers.map(({ remaining }) => remaining)).size).toBe(120);
    expect(asked).toEqual([50, 50, 50]);
  });

  test('end with their window', async () => {
    const { counter, asked } = sharedCounter(600, 0);
    const leases = createPointLeases();
    await leases.spend(counter, 'a');
    await leases.spend(counter, 'a');
    expect(asked).toEqual([6, 6]);
    expect(leases.unusedOf('a')).toBe(0);
  });
});
