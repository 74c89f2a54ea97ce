import { describe, expect, test } from '@jest/globals';
import { setTimeout } from 'node:timers/promises';
import { createBulkhead, type Bulkhead } from '../../../src/base/concurrency/bulkhead.ts';
import { eventually } from '../../support/eventually.ts';

const WELL = (): boolean => true;

function openTries(options: Partial<Parameters<typeof createBulkhead>[0]> = {}) {
  let at = 0;
  const tries = createBulkhead({
    places: 3,
    placesPerKey: 2,
    placesPerGroup: 2,
    callsPerGroup: 3,
    slowMs: 20,
    restMs: 1_000,
    now: () => at,
    ...options,
  });
  return { tries, pass: (ms: number) => void (at += ms) };
}

/** Work that is under way until it is let go. */
function hold(tries: Bulkhead, key: string, group?: string): { ended: Promise<string | null>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { ended: tries.run({ key, group }, () => promise, WELL), letGo: () => resolve('done') };
}

const runs = (tries: Bulkhead, key: string, group?: string): Promise<string | null> =>
  tries.run({ key, group }, () => Promise.resolve('done'), WELL);

describe('a bulkhead', () => {
  test('run at once and answer with what came of them', async () => {
    const { tries } = openTries();
    expect(await runs(tries, 'a')).toBe('done');
  });

  test('a key has no more calls under way than its places, and a place that is given back is free', async () => {
    const { tries } = openTries();
    const held = [hold(tries, 'a'), hold(tries, 'a')];
    expect(await runs(tries, 'a')).toBeNull();
    expect(await runs(tries, 'b')).toBe('done');
    held[0]!.letGo();
    expect(await held[0]!.ended).toBe('done');
    expect(await runs(tries, 'a')).toBe('done');
    held[1]!.letGo();
  });

  test('a group has no more tasks under way than its places, by however many keys', async () => {
    const { tries } = openTries();
    const held = [hold(tries, 'a', 'one'), hold(tries, 'b', 'one')];
    expect(await runs(tries, 'c', 'one')).toBeNull();
    expect(await runs(tries, 'c', 'other')).toBe('done');
    held[0]!.letGo();
    await held[0]!.ended;
    expect(await runs(tries, 'c', 'one')).toBe('done');
    held[1]!.letGo();
  });

  test('all keys together no more than all places', async () => {
    const { tries } = openTries();
    const held = ['a', 'b', 'c'].map((key) => hold(tries, key));
    expect(await runs(tries, 'd')).toBeNull();
    for (const { letGo } of held) letGo();
    await Promise.all(held.map(({ ended }) => ended));
    expect(await runs(tries, 'd')).toBe('done');
  });

  test('the calls of one task hold one place together, until the last of them ends', async () => {
    const { tries } = openTries({ places: 1 });
    const holder = {};
    const first = Promise.withResolvers<string>();
    const held = tries.run({ key: 'a', holder }, () => first.promise, WELL);
    expect(await tries.run({ key: 'b', holder }, () => Promise.resolve('done'), WELL)).toBe('done');
    expect(await runs(tries, 'c')).toBeNull();
    first.resolve('done');
    await held;
    expect(await runs(tries, 'c')).toBe('done');
  });

  test('a group has no more calls under way than it may have, by however few tasks', async () => {
    const { tries } = openTries();
    const [holder, other] = [{}, {}];
    const { promise, resolve } = Promise.withResolvers<string>();
    const call = (key: string, of: object) => tries.run({ key, group: 'one', holder: of }, () => promise, WELL);
    const held = [call('a', holder), call('b', holder), call('c', other)];
    expect(await call('d', holder)).toBeNull();
    expect(await runs(tries, 'd', 'another')).toBe('done');
    resolve('done');
    expect(await Promise.all(held)).toEqual(['done', 'done', 'done']);
    expect(await call('d', holder)).toBe('done');
  });

  test('tasks whose calls hang have places of their own, and after these the common ones', async () => {
    const { tries } = openTries({ places: 1, placesOfSlow: 1 });
    const hang = (key: string): { ended: Promise<string | null>; letGo: () => void } => {
      const { promise, resolve } = Promise.withResolvers<string>();
      return {
        ended: tries.run({ key }, (timed) => timed(() => promise), WELL),
        letGo: () => resolve('done'),
      };
    };
    const first = hang('a');
    expect(await runs(tries, 'well')).toBeNull();
    await eventually(
      () => runs(tries, 'well'),
      (result) => result === 'done',
    );
    const second = hang('b');
    await setTimeout(40);
    expect(await runs(tries, 'well')).toBeNull();
    first.letGo();
    await first.ended;
    expect(await runs(tries, 'well')).toBe('done');
    second.letGo();
    await second.ended;
    expect(await runs(tries, 'well')).toBe('done');
  });

  test('after one that went wrong its key rests, and others do not', async () => {
    const { tries, pass } = openTries();
    expect(
      await tries.run(
        { key: 'a' },
        () => Promise.resolve('refused'),
        (result) => result !== 'refused',
      ),
    ).toBe('refused');
    expect(await runs(tries, 'a')).toBeNull();
    expect(await runs(tries, 'b')).toBe('done');
    pass(1_000);
    expect(await runs(tries, 'a')).toBe('done');
  });

  test('a call that throws gives its place back, and its key rests', async () => {
    const { tries, pass } = openTries({ places: 1 });
    await expect(tries.run({ key: 'a' }, () => Promise.reject(new Error('no')), WELL)).rejects.toThrow('no');
    expect(await runs(tries, 'a')).toBeNull();
    expect(await runs(tries, 'b')).toBe('done');
    pass(1_000);
    expect(await runs(tries, 'a')).toBe('done');
  });

  test('a call that hangs is known to be slow while it hangs; our own slowness is not held against anybody', async () => {
    const { tries } = openTries({ placesPerKey: 3 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = tries.run({ key: 'a' }, (timed) => timed(() => promise), WELL);
    const ours = tries.run(
      { key: 'b' },
      async (timed) => (await promise) + (await timed(() => Promise.resolve(''))),
      WELL,
    );
    await setTimeout(40);
    expect(await runs(tries, 'a')).toBeNull();
    resolve('done');
    expect([await slow, await ours]).toEqual(['done', 'done']);
    expect(await runs(tries, 'b')).toBe('done');
  });
});
