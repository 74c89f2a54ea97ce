import { nameOfStore, type Store } from '../base/environment.ts';

/** Requests under way in a worker process, to one host of a store and to all receivers of a store. */
const MOST_OF_HOST = 16;
const MOST_OF_STORE = 64;
/** After this many requests in a row without an answer, the host is left alone. */
const SILENT_IN_A_ROW = 3;
/** A host that did not answer for so long is silent; one that refuses a connection at once holds no place. */
const SILENT_MS = 2_000;
/** The host is left alone for so long, twice as long each time, and then asked by a single request. */
const REST_MS = { first: 5_000, longest: 60_000 };
/** Hosts that nobody asks any more are forgotten beyond these. */
const MOST_KNOWN = 10_000;

/** A place for one request. */
export interface ReceiverPlace {
  /** @param outcome whether the receiver answered, whatever it said; null where nothing was sent */
  release(outcome: { answered: boolean; durationMs: number } | null): void;
}

export interface ReceiverPlaces {
  /** A place for a request of this store to this address; null where there is none now. */
  take(store: Store, url: string): ReceiverPlace | null;
  /** Remembers where an endpoint is, as its last attempt knew it. */
  learn(endpointId: number, store: Store, url: string): void;
  /** Whether `take` would find no place for an endpoint; false where nobody knows yet where the endpoint is. */
  isFullFor(endpointId: number): boolean;
}

interface Host {
  underWay: number;
  silentInARow: number;
  restsUntil: number;
  restMs: number;
}

/**
 * Bounds what a store has under way at its receivers, so that forty webhooks on a host that hangs hold a few places of
 * a worker and not six hundred. A host that does not answer is left alone after seconds (a circuit breaker), for its
 * store alone: another store with a webhook on the same host finds out for itself.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function createReceiverPlaces({ now = () => performance.now() }: { now?: () => number } = {}): ReceiverPlaces {
  const hosts = new Map<string, Host>();
  const stores = new Map<string, number>();
  const endpoints = new Map<number, { store: Store; url: string }>();

  const hostOf = (key: string): Host => {
    const known = hosts.get(key);
    if (known) return known;
    if (hosts.size >= MOST_KNOWN) {
      for (const [one, { underWay, restsUntil }] of hosts) if (underWay === 0 && restsUntil <= now()) hosts.delete(one);
    }
    const host: Host = { underWay: 0, silentInARow: 0, restsUntil: -Infinity, restMs: REST_MS.first };
    hosts.set(key, host);
    return host;
  };

  const look = (store: Store, url: string): { whose: string; host: Host; ofStore: number; isFull: boolean } => {
    const whose = nameOfStore(store);
    const host = hostOf(`${whose} ${new URL(url).origin}`);
    const ofStore = stores.get(whose) ?? 0;
    const isSilent = host.silentInARow >= SILENT_IN_A_ROW;
    const mostOfHost = isSilent ? 1 : MOST_OF_HOST;
    const isFull = ofStore >= MOST_OF_STORE || host.underWay >= mostOfHost || (isSilent && host.restsUntil > now());
    return { whose, host, ofStore, isFull };
  };

  return {
    learn(endpointId, store, url) {
      if (endpoints.size >= MOST_KNOWN) endpoints.clear();
      endpoints.set(endpointId, { store, url });
    },
    isFullFor(endpointId) {
      const known = endpoints.get(endpointId);
      return known !== undefined && look(known.store, known.url).isFull;
    },
    take(store, url) {
      const { whose, host, ofStore, isFull } = look(store, url);
      if (isFull) return null;
      host.underWay += 1;
      stores.set(whose, ofStore + 1);
      return {
        release(outcome) {
          host.underWay -= 1;
          const left = stores.get(whose)! - 1;
          if (left > 0) stores.set(whose, left);
          else stores.delete(whose);
          if (outcome === null) return;
          if (outcome.answered) return void Object.assign(host, { silentInARow: 0, restMs: REST_MS.first });
          if (outcome.durationMs < SILENT_MS) return;
          host.silentInARow += 1;
          // Requests that were under way together end together: they are one reason to rest longer.
          if (host.silentInARow < SILENT_IN_A_ROW || host.restsUntil > now()) return;
          host.restsUntil = now() + host.restMs;
          host.restMs = Math.min(host.restMs * 2, REST_MS.longest);
        },
      };
    },
  };
}
