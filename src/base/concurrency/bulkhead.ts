export interface Bulkhead {
  /**
   * Runs `work` at once, or not at all.
   *
   * @param key whom it calls: an endpoint, the gateway of a store
   * @param group of whom the call is: a store with many endpoints; none is bounded by its key alone
   * @param holder the task that waits for the call: its calls hold one place together; absent: the call itself
   * @param work is given what times the call itself: that we are slow says nothing of whom we call
   * @returns null where it was not run: too much is under way, or the last call of this key was slow or went wrong
   */
  run<T>(
    whom: { key: string; group?: string | undefined; holder?: object | undefined },
    work: (timed: Timed) => Promise<T>,
    isWell: (result: T) => boolean,
  ): Promise<T | null>;
}

export type Timed = <R>(call: () => Promise<R>) => Promise<R>;

export interface BulkheadOptions {
  /** Tasks at once, all keys together. */
  places: number;
  /** Tasks with a slow call that hold no place: a call that hangs takes no place from those that are done soon. */
  placesOfSlow?: number;
  /** Calls at once. */
  placesPerKey: number;
  /** Tasks at once, and calls of all these together. */
  placesPerGroup: number;
  callsPerGroup: number;
  /** A call that takes longer was slow. */
  slowMs: number;
  /** After a call that was slow or went wrong, nothing more is tried for its key for this long. */
  restMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

const MAX_RESTING = 1_000;

/**
 * Bounds what a process tries on the spot, for work that holds a place which others need while it lasts: only what is
 * likely to be done soon is tried at all, and whoever is slow holds few places, once.
 */
export function createBulkhead({
  places,
  placesOfSlow = 0,
  placesPerKey,
  placesPerGroup,
  callsPerGroup,
  slowMs,
  restMs,
  now = () => performance.now(),
}: BulkheadOptions): Bulkhead {
  const underWay = new Map<string, number>();
  const restsUntil = new Map<string, number>();
  const holders = new Map<object, { calls: number; isSlow: boolean; name: string | null }>();
  let [quick, slow] = [0, 0];

  const enter = (name: string): void => void underWay.set(name, (underWay.get(name) ?? 0) + 1);
  const leave = (name: string): void => {
    const left = underWay.get(name)! - 1;
    if (left > 0) underWay.set(name, left);
    else underWay.delete(name);
  };
  const countOf = (what: string, group: string | undefined): number =>
    group === undefined ? 0 : (underWay.get(`${what} ${group}`) ?? 0);
  const enterHolder = (holder: object, group: string | undefined): void => {
    const known = holders.get(holder);
    if (known) return void (known.calls += 1);
    const name = group === undefined ? null : `tasks of ${group}`;
    holders.set(holder, { calls: 1, isSlow: false, name });
    if (name !== null) enter(name);
    quick += 1;
  };
  const noteSlow = (holder: object): void => {
    const known = holders.get(holder)!;
    if (known.isSlow) return;
    known.isSlow = true;
    quick -= 1;
    slow += 1;
  };
  const leaveHolder = (holder: object): void => {
    const known = holders.get(holder)!;
    known.calls -= 1;
    if (known.calls > 0) return;
    holders.delete(holder);
    if (known.name !== null) leave(known.name);
    if (known.isSlow) slow -= 1;
    else quick -= 1;
  };
  const hasPlace = (holder: object, group: string | undefined): boolean =>
    holders.has(holder) ||
    (quick + Math.max(0, slow - placesOfSlow) < places && countOf('tasks of', group) < placesPerGroup);
  const mayRun = (key: string, group: string | undefined, holder: object): boolean => {
    const rests = restsUntil.get(key);
    if (rests !== undefined && rests <= now()) restsUntil.delete(key);
    // Keys that nobody asks for any more: of webhooks that were deleted.
    if (restsUntil.size > MAX_RESTING)
      for (const [one, until] of restsUntil) if (until <= now()) restsUntil.delete(one);
    const ofKey = underWay.get(`key ${key}`) ?? 0;
    const isBounded = ofKey < placesPerKey && countOf('calls of', group) < callsPerGroup;
    return !restsUntil.has(key) && hasPlace(holder, group) && isBounded;
  };

  return {
    async run({ key, group, holder = {} }, work, isWell) {
      if (!mayRun(key, group, holder)) return null;
      const names = [`key ${key}`, ...(group === undefined ? [] : [`calls of ${group}`])];
      enterHolder(holder, group);
      names.forEach(enter);
      const rest = (): void => void restsUntil.set(key, now() + restMs);
      const timed: Timed = async (call) => {
        // A call that hangs is known to be slow before it ends.
        const timer = setTimeout(() => {
          rest();
          noteSlow(holder);
        }, slowMs);
        return call().finally(() => clearTimeout(timer));
      };
      try {
        const result = await work(timed);
        if (!isWell(result)) rest();
        return result;
      } catch (error) {
        rest();
        throw error;
      } finally {
        leaveHolder(holder);
        names.forEach(leave);
      }
    },
  };
}
