import { describe, expect, test } from '@jest/globals';
import { createKeyedLimiter } from '../../../src/base/concurrency/keyed-limiter.ts';

describe('the places under a key', () => {
  test('are as many as they are, for each key apart', async () => {
    const limiter = createKeyedLimiter({ places: 2, patienceMs: 5 });
    const places = await Promise.all([1, 1, 1, 2].map((key) => limiter.acquire(key)));
    expect(places.map((place) => place !== null)).toEqual([true, true, false, true]);
  });

  test('go from hand to hand, in order, and giving one back twice frees no second', async () => {
    const limiter = createKeyedLimiter({ places: 1, patienceMs: 1_000 });
    const first = (await limiter.acquire(1))!;
    const order: string[] = [];
    const second = limiter.acquire(1).then((place) => (order.push('second'), place!));
    const third = limiter.acquire(1).then((place) => (order.push('third'), place!));
    first();
    first();
    (await second)();
    expect(order).toEqual(['second']);
    (await third)();
    expect(order).toEqual(['second', 'third']);
    expect(await limiter.acquire(1)).not.toBeNull();
  });

  test('a caller who waits in vain leaves the line', async () => {
    const limiter = createKeyedLimiter({ places: 1, patienceMs: 5 });
    const first = (await limiter.acquire(1))!;
    expect(await limiter.acquire(1)).toBeNull();
    first();
    expect(await limiter.acquire(1)).not.toBeNull();
  });
});
