/** A place; given back when the work has ended. */
export type Release = () => void;

export interface KeyedLimiter<K> {
  /**
   * Waits a while for a place under this key; null when there is none.
   *
   * @param wish otherwise than the limiter has it
   */
  acquire(key: K, wish?: { places?: number; patienceMs?: number }): Promise<Release | null>;
}

/** Bounds the work under way under each key in this process: at most `places` at once, others wait `patienceMs`. */
export function createKeyedLimiter<K>(usual: { places: number; patienceMs: number }): KeyedLimiter<K> {
  const active = new Map<K, number>();
  const waiting = new Map<K, (() => void)[]>();

  const release = (key: K): void => {
    const next = waiting.get(key)?.shift();
    // The place goes from hand to hand; only without a next one does it become free.
    if (next) return next();
    const left = active.get(key)! - 1;
    if (left > 0) active.set(key, left);
    else active.delete(key);
    if (waiting.get(key)?.length === 0) waiting.delete(key);
  };
  const placeAt = (key: K): Release => {
    let held = true;
    return () => {
      if (held) release(key);
      held = false;
    };
  };

  return {
    acquire(key, wish) {
      const { places, patienceMs } = { ...usual, ...wish };
      const taken = active.get(key) ?? 0;
      if (taken < places) {
        active.set(key, taken + 1);
        return Promise.resolve(placeAt(key));
      }
      const queue = waiting.get(key) ?? [];
      waiting.set(key, queue);
      return new Promise((resolve) => {
        const called = (): void => {
          clearTimeout(timer);
          resolve(placeAt(key));
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(called), 1);
          resolve(null);
        }, patienceMs);
        queue.push(called);
      });
    },
  };
}
