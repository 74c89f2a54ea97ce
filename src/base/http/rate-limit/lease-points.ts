/** The share of a limit that a process spends at once, and the most that it does: small limits are spent one by one. */
const SHARE_AT_ONCE = 1 / 100;
const MOST_AT_ONCE = 50;
/** Beyond these, leases whose window is over are forgotten. */
const MOST_KNOWN = 10_000;

/** The rest of a limit after a part of it was spent. */
export interface Spent {
  limit: number;
  remaining: number;
  /** Milliseconds until the window ends and all of it may be spent again. */
  resetMs: number;
  exceeded: boolean;
}

/** The shared counter of a limit. */
export interface Counter {
  points: number;
  /** Spends points of a key; where fewer are left, the key counts as exceeded until they are given back. */
  spend: (key: string, points: number) => Promise<Spent>;
  giveBack: (key: string, points: number) => Promise<void>;
}

/** Points that this process has spent beforehand, in the window that ends at `endsAt` by `performance.now()`. */
interface Lease {
  spent: Spent;
  left: number;
  endsAt: number;
}

/** Spends a limit in blocks, so that a request of a busy store seldom asks the shared counter. */
export interface PointLeases {
  /** Spends a point of a key. All processes together are given no more points than the limit has. */
  spend(counter: Counter, key: string): Promise<Spent>;
  /** Points of a key that the shared counter counts as spent, and nobody has used. */
  unusedOf(key: string): number;
}

export function createPointLeases(): PointLeases {
  const leases = new Map<string, Lease>();
  const renewals = new Map<string, Promise<Lease>>();

  const renew = async ({ points, spend, giveBack }: Counter, key: string): Promise<Lease> => {
    let size = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(points * SHARE_AT_ONCE)));
    let spent = await spend(key, size);
    if (spent.exceeded && size > 1) {
      await giveBack(key, size);
      size = 1;
      spent = await spend(key, size);
    }
    const lease = { spent, left: spent.exceeded ? 0 : size, endsAt: performance.now() + spent.resetMs };
    if (leases.size >= MOST_KNOWN) {
      for (const [one, { endsAt }] of leases) if (endsAt <= performance.now()) leases.delete(one);
    }
    leases.set(key, lease);
    return lease;
  };
  const current = (key: string): Lease | null => {
    const lease = leases.get(key);
    return lease && performance.now() < lease.endsAt ? lease : null;
  };

  return {
    async spend(counter, key) {
      for (;;) {
        const known = current(key);
        const isOver = known !== null && known.left === 0 && known.spent.remaining === 0;
        const isKnown = known?.spent.limit === counter.points && (known.left > 0 || isOver);
        const lease = isKnown ? known : await renewal(counter, key);
        const { spent } = lease;
        const resetMs = Math.max(0, lease.endsAt - performance.now());
        // Nobody has a point left before the window ends: nobody need be asked.
        if (spent.exceeded || (isKnown && isOver)) return { ...spent, exceeded: true, resetMs };
        // Others who waited for the same renewal may have used it up.
        if (lease.left === 0) continue;
        lease.left -= 1;
        return { ...spent, remaining: spent.remaining + lease.left, resetMs };
      }
    },
    unusedOf: (key) => current(key)?.left ?? 0,
  };

  function renewal(counter: Counter, key: string): Promise<Lease> {
    const running = renewals.get(key) ?? renew(counter, key).finally(() => renewals.delete(key));
    renewals.set(key, running);
    return running;
  }
}
