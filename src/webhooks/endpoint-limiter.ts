/** A place at an endpoint; given back when the request has ended. */
export type Release = () => void;

export interface EndpointLimiter {
  /** Waits a moment for a place at the endpoint; null when there is none: the delivery is to come back later. */
  acquire(endpointId: number): Promise<Release | null>;
}

/**
 * Bounds the requests under way to one endpoint in this process, so that a receiver that is slow or hangs holds no more
 * than its own places. Nobody waits here for long: who waits holds a place of the worker, which all stores share.
 */
export function createEndpointLimiter({ perEndpoint = 16, patienceMs = 500 } = {}): EndpointLimiter {
  const active = new Map<number, number>();
  const waiting = new Map<number, (() => void)[]>();

  const release = (endpointId: number): void => {
    const next = waiting.get(endpointId)?.shift();
    // The place goes from hand to hand; only without a next one does it become free.
    if (next) return next();
    const left = active.get(endpointId)! - 1;
    if (left > 0) active.set(endpointId, left);
    else active.delete(endpointId);
    if (waiting.get(endpointId)?.length === 0) waiting.delete(endpointId);
  };
  const placeAt = (endpointId: number): Release => {
    let held = true;
    return () => {
      if (held) release(endpointId);
      held = false;
    };
  };

  return {
    acquire(endpointId) {
      const taken = active.get(endpointId) ?? 0;
      if (taken < perEndpoint) {
        active.set(endpointId, taken + 1);
        return Promise.resolve(placeAt(endpointId));
      }
      const queue = waiting.get(endpointId) ?? [];
      waiting.set(endpointId, queue);
      return new Promise((resolve) => {
        const called = (): void => {
          clearTimeout(timer);
          resolve(placeAt(endpointId));
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
