import { describe, expect, test } from '@jest/globals';
import { createReceiverPlaces, type ReceiverPlace } from '../../src/webhooks/receiver-places.ts';

const STORE = { companyId: 1, environment: 'sandbox' } as const;
const OTHER = { companyId: 2, environment: 'sandbox' } as const;
const HOST = 'https://shop.example/hooks/';
const HUNG = { answered: false, durationMs: 10_000 };
const ANSWERED = { answered: true, durationMs: 20 };

function start() {
  let ms = 0;
  const places = createReceiverPlaces({ now: () => ms });
  const takeAll = (store: typeof STORE | typeof OTHER, url: (number: number) => string): ReceiverPlace[] => {
    const taken: ReceiverPlace[] = [];
    for (;;) {
      const place = places.take(store, url(taken.length));
      if (!place) return taken;
      taken.push(place);
    }
  };
  return { places, takeAll, pass: (more: number) => void (ms += more) };
}

describe('the places of receivers', () => {
  test('are sixteen at a host of a store, however many webhooks it has there', () => {
    const { takeAll } = start();
    expect(takeAll(STORE, (number) => `${HOST}${number}`)).toHaveLength(16);
    // Another store with a webhook on the same host has its own.
    expect(takeAll(OTHER, (number) => `${HOST}${number}`)).toHaveLength(16);
  });

  test('are known to be full for an endpoint once somebody knows where the endpoint is', () => {
    const { takeAll, places } = start();
    const taken = takeAll(STORE, () => HOST);
    expect(places.isFullFor(5)).toBe(false);
    places.learn(5, STORE, HOST);
    places.learn(6, OTHER, HOST);
    expect([places.isFullFor(5), places.isFullFor(6)]).toEqual([true, false]);
    taken[0]!.release(ANSWERED);
    expect(places.isFullFor(5)).toBe(false);
    // Asking takes no place.
    expect(takeAll(STORE, () => HOST)).toHaveLength(1);
  });

  test('are 64 of a store, however many hosts it has', () => {
    const { takeAll, places } = start();
    const taken = takeAll(STORE, (number) => `https://shop-${number}.example/`);
    expect(taken).toHaveLength(64);
    taken[0]!.release(ANSWERED);
    expect(places.take(STORE, 'https://shop-65.example/')).not.toBeNull();
  });

  test('are none at a host that hangs, after three requests; then it is asked by one, less and less often', () => {
    const { takeAll, places, pass } = start();
    const url = (): string => HOST;
    const taken = takeAll(STORE, url);
    pass(10_000);
    for (const place of taken) place.release(HUNG);
    for (const rest of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      expect(places.take(STORE, HOST)).toBeNull();
      pass(rest - 1);
      expect(places.take(STORE, HOST)).toBeNull();
      pass(1);
      const [probe, ...more] = takeAll(STORE, url);
      expect(more).toEqual([]);
      probe!.release(HUNG);
    }
    pass(60_000);
    places.take(STORE, HOST)!.release(ANSWERED);
    expect(takeAll(STORE, url)).toHaveLength(16);
  });

  test('are left to a host that refuses quickly, or answers with a failure', () => {
    const { takeAll } = start();
    for (let round = 0; round < 5; round += 1) {
      for (const place of takeAll(STORE, () => HOST)) place.release({ answered: false, durationMs: 5 });
      for (const place of takeAll(STORE, () => HOST)) place.release({ answered: true, durationMs: 9_000 });
    }
    expect(takeAll(STORE, () => HOST)).toHaveLength(16);
  });
});
