export interface Bulkhead {
  /**
   * Runs `work` at once, or not at all.
   *
   * @param key whom it calls: an endpoint, the gateway of a store
   * @param group of whom the call is: a store with many endpoints; none is bounded by its key alone
   * @param work is given what times the call itself: that we are slow says nothing of whom we call
   * @returns null where it was not run: too much is under way, or the last call of this key was slow or went wrong
   */
  run<T>(
    whom: { key: string; group?: string | undefined },
    work: (timed: Timed) => Promise<T>,
    isWell: (result: T) => boolean,
  ): Promise<T | null>;
}

export type Timed = <R>(call: () => Promise<R>) => Promise<R>;

export interface BulkheadOptions {
  /** At once, all keys together. */
  places: number;
  placesPerKey: number;
  placesPerGroup: number;
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
  placesPerKey,
  placesPerGroup,
  slowMs,
  restMs,
  now = () => performance.now(),
}: BulkheadOptions): Bulkhead {
  const underWay = new Map<string, number>();
  const restsUntil = new Map<string, number>();
  let total = 0;

  const enter = (name: string): void => void underWay.set(name, (underWay.get(name) ?? 0) + 1);
  const leave = (name: string): void => {
    const left = underWay.get(name)! - 1;
    if (left > 0) underWay.set(name, left);
    else underWay.delete(name);
  };
  const mayRun = (key: string, group: string | undefined): boolean => {
    const rests = restsUntil.get(key);
    if (rests !== undefined && rests <= now()) restsUntil.delete(key);
    // Keys that nobody asks for any more: of webhooks that were deleted.
    if (restsUntil.size > MAX_RESTING)
      for (const [one, until] of restsUntil) if (until <= now()) restsUntil.delete(one);
    const ofGroup = group === undefined ? 0 : (underWay.get(`group ${group}`) ?? 0);
    const ofKey = underWay.get(`key ${key}`) ?? 0;
    return !restsUntil.has(key) && total < places && ofKey < placesPerKey && ofGroup < placesPerGroup;
  };

  return {
    async run({ key, group }, work, isWell) {
      if (!mayRun(key, group)) return null;
      const names = [`key ${key}`, ...(group === undefined ? [] : [`group ${group}`])];
      total += 1;
      names.forEach(enter);
      const rest = (): void => void restsUntil.set(key, now() + restMs);
      const timed: Timed = async (call) => {
        // A call that hangs is known to be slow before it ends.
        const timer = setTimeout(rest, slowMs);
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
        total -= 1;
        names.forEach(leave);
      }
    },
  };
}
