import { createHash } from 'node:crypto';

/** Chance that can be had again: a seed and a name give the same numbers, whatever others have drawn meanwhile. */
export interface Chance {
  /** Chance of its own for whoever has this name. */
  of(name: string): Chance;
  happens(probability: number): boolean;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  one<T>(list: readonly T[]): T;
  /** All of them, in an order of its own. */
  shuffled<T>(list: readonly T[]): T[];
  /** At least one of them, in an order of its own. */
  some<T>(list: readonly T[]): T[];
}

export function createChance(seed: number, name = ''): Chance {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE();
  // Mulberry32: small, and good enough to choose among faults.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((one, other) => one.order - other.order)
      .map(({ item }) => item);
  return {
    of: (who) => createChance(seed, `${name}/${who}`),
    happens: (probability) => next() < probability,
    between,
    one: (list) => list[between(0, list.length - 1)]!,
    shuffled,
    some: (list) => shuffled(list).slice(0, between(1, list.length)),
  };
}
