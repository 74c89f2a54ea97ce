import { describe, expect, test } from '@jest/globals';
import { spreadOut } from '../../src/subscriptions/next-step.ts';
import type { SubscriptionStep } from '../../src/subscriptions/subscription-news.ts';

const MOMENT = '2030-03-13T09:00:00.000Z';
const RENEWAL: SubscriptionStep = { kind: 'start_cycle', dueDate: '2030-03-13', at: MOMENT };

describe('the steps of a store that are planned for one moment', () => {
  /** Seconds after the moment at which the steps of subscriptions are taken, in their order. */
  const secondsOf = (waiting: number, between = 1): number[] =>
    Array.from({ length: waiting }, (_, index) => spreadOut(RENEWAL, { id: 7_001 + index * between, waiting }))
      .map(({ at }) => (Date.parse(at) - Date.parse(MOMENT)) / 1_000)
      .sort((a, b) => a - b);

  test('are taken at that moment where they are few', () => {
    expect(new Set(secondsOf(100))).toEqual(new Set([0]));
  });

  test.each([
    { waiting: 101, between: 1 },
    { waiting: 1_000, between: 1 },
    { waiting: 1_000, between: 40 },
    { waiting: 1_000, between: 1_000 },
  ])('are taken three a second where they are $waiting, with ids that lie $between apart', ({ waiting, between }) => {
    const seconds = secondsOf(waiting, between);
    for (const [index, second] of seconds.entries()) expect(Math.abs(second - index / 3)).toBeLessThan(4);
  });

  test('are all taken within ten minutes, however many they are', () => {
    const seconds = secondsOf(100_000);
    expect(seconds[0]).toBeGreaterThanOrEqual(0);
    expect(seconds.at(-1)).toBeLessThan(600);
    expect(seconds.at(-1)).toBeGreaterThan(590);
  });

  test('keep all but their moment, and the outcome of a charge waits for nothing', () => {
    expect(spreadOut(RENEWAL, { id: 5, waiting: 1_000 })).toEqual({ ...RENEWAL, at: '2030-03-13T09:00:30.056Z' });
    const outcome: SubscriptionStep = { kind: 'settle_charge', cycleId: 1, at: MOMENT };
    expect(spreadOut(outcome, { id: 5, waiting: 1_000 })).toBe(outcome);
  });
});
