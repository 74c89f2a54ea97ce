import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { StripeServer } from '../../support/stripe-server.ts';

/** A call of the gateway's, as it was answered. */
export interface CallbackLine {
  at: number;
  eventId: string;
  type: string;
  /** By the mark on what it tells of. */
  attempt: string | null;
  what: string;
  /** Null where no answer came. */
  status: number | null;
}

export interface Endpoint {
  url: string;
  secret: string;
}

/** Calls the platform back about everything that happens at the gateway, as often as it takes. */
export interface Courier {
  lines: readonly CallbackLine[];
  /** Whether each event that has happened was acknowledged. */
  isDone(): boolean;
  stop(): Promise<void>;
}

/** A callback to an endpoint about an event: in an honest gateway the event itself, once, at once. */
export interface PlannedCallback {
  event: Stripe.Event;
  afterMs: number;
  what: string;
  /** Another secret than the endpoint's. */
  secret?: string;
  /** The signature of the event on other bytes. */
  tamper?: (body: string) => string;
  /** Sent until it is answered so. */
  expects: (status: number) => boolean;
}

export type Conduct = (event: Stripe.Event) => PlannedCallback[];

export const HONEST: Conduct = (event) => [{ event, afterMs: 0, what: 'told', expects: isAcknowledged }];

export function isAcknowledged(status: number): boolean {
  return status === 200;
}

const LOOK_MS = 20;
const AGAIN_MS = 300;
const ANSWER_MS = 60_000;

/** @param endpointOf where what happens at a store is told, by the store's mark */
export function startCourier(
  stripe: StripeServer,
  endpointOf: (store: string) => Endpoint | undefined,
  conduct: Conduct = HONEST,
): Courier {
  const lines: CallbackLine[] = [];
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let read = 0;

  const send = async ({ url, secret }: Endpoint, callback: PlannedCallback): Promise<void> => {
    const { event, afterMs, what, tamper, expects } = callback;
    await sleep(afterMs, undefined, { signal: stopping.signal });
    const attempt = marksOf(event)?.fatura_attempt ?? null;
    for (;;) {
      const { body, headers } = stripe.signed(event, { secret: callback.secret ?? secret });
      const status = await post(url, { body: tamper?.(body) ?? body, headers }, stopping.signal);
      lines.push({ at: Date.now(), eventId: event.id, type: event.type, attempt, what, status });
      if (status !== null && expects(status)) return;
      await sleep(AGAIN_MS, undefined, { signal: stopping.signal });
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      for (; read < stripe.events.length; read += 1) {
        const event = stripe.events[read]!;
        const endpoint = endpointOf(marksOf(event)?.fatura_store ?? '');
        if (!endpoint) continue;
        for (const callback of conduct(event)) {
          const sent = send(endpoint, callback)
            // It was told to stop.
            .catch(() => undefined)
            .finally(() => underWay.delete(sent));
          underWay.add(sent);
        }
      }
      await sleep(LOOK_MS);
    }
  };
  const running = run();
  return {
    lines,
    isDone: () => underWay.size === 0 && read === stripe.events.length,
    async stop() {
      stopping.abort();
      await Promise.all([running, ...underWay]);
    },
  };
}

/** The product's marks on the subject of an event. */
function marksOf({ data: { object } }: Stripe.Event): Stripe.Metadata | null {
  return 'metadata' in object ? (object.metadata ?? null) : null;
}

async function post(
  url: string,
  { body, headers }: { body: string; headers: Record<string, string> },
  stopping: AbortSignal,
): Promise<number | null> {
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)]);
    const response = await fetch(url, { method: 'POST', body, headers, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
