/** The number of calls to one service that may be under way, as the service itself shows by its answers. */
export interface AdaptiveWindow {
  /** At least 1. */
  readonly size: number;
  /** Milliseconds until the next call: more than 0 only where the service does not answer. */
  readonly restsFor: number;
  /** A call was answered after `ms`. */
  answered(ms: number): void;
  /** A call was not answered. */
  failed(): void;
}

export interface AdaptiveWindowOptions {
  most: number;
  /** An answer that takes longer is no reason to ask for more at once. */
  slowMs: number;
  /** While nothing is answered, a single call is made this often. */
  restMs: number;
  /** Milliseconds of a clock that only goes forward. */
  now?: () => number;
}

/** The calls that were under way together fail together, and count once. */
const SAME_FAILURE_MS = 250;

/**
 * Grows by one with each quick answer and halves with each failure, as TCP does (additive increase, multiplicative
 * decrease): a service that is slow after an outage is asked for what it can do, and not for what it could do before.
 */
export function createAdaptiveWindow({
  most,
  slowMs,
  restMs,
  now = () => performance.now(),
}: AdaptiveWindowOptions): AdaptiveWindow {
  let size = most;
  let failedAt = -Infinity;
  let restsUntil = -Infinity;
  return {
    get size() {
      return size;
    },
    get restsFor() {
      return Math.max(0, restsUntil - now());
    },
    answered(ms) {
      restsUntil = -Infinity;
      if (ms < slowMs) size = Math.min(most, size + 1);
    },
    failed() {
      if (now() - failedAt < SAME_FAILURE_MS) return;
      failedAt = now();
      size = Math.max(1, Math.floor(size / 2));
      if (size === 1) restsUntil = now() + restMs;
    },
  };
}
