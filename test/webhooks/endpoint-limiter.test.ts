import { describe, expect, test } from '@jest/globals';
import { createEndpointLimiter } from '../../src/webhooks/endpoint-limiter.ts';

describe('the places at an endpoint', () => {
  test('are as many as they are, for each endpoint apart', async () => {
    const limiter = createEndpointLimiter({ perEndpoint: 2, patienceMs: 5 });
    const places = await Promise.all([1, 1, 1, 2].map((endpointId) => limiter.acquire(endpointId)));
    expect(places.map((place) => place !== null)).toEqual([true, true, false, true]);
  });

  test('go from hand to hand, in order, and giving one back twice frees no second', async () => {
    const limiter = createEndpointLimiter({ perEndpoint: 1, patienceMs: 1_000 });
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

  test('one who waits in vain leaves the line', async () => {
    const limiter = createEndpointLimiter({ perEndpoint: 1, patienceMs: 5 });
    const first = (await limiter.acquire(1))!;
    expect(await limiter.acquire(1)).toBeNull();
    first();
    expect(await limiter.acquire(1)).not.toBeNull();
  });
});
