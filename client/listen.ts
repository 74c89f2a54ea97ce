import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { FaturaConnectionError, FaturaRateLimitError, FaturaServerError, type FaturaError } from './errors.ts';
import type { Fatura } from './fatura.ts';
import type { Event } from './index.ts';

/** Seconds that a request for the next events waits for them. */
const WAIT_SECONDS = 5;
const BETWEEN_TRIES_MS = 1_000;
const RECEIVER_TIMEOUT_MS = 10_000;

/** @returns a secret of the form that the API gives to webhooks */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The id of the newest event of the store; null where there is none. */
export async function newestEvent(fatura: Fatura): Promise<number | null> {
  const { data } = await fatura.listEvents({ limit: 1 });
  return data[0]?.id ?? null;
}

/**
 * The events of a store after one, in their order, until the signal is given. While the API cannot be reached it is
 * asked again each second, and goes on after the last event that was read: none is lost, and none comes twice.
 *
 * @param after the id of the last event that is known; null for all
 * @throws FaturaError where asking again would not help: a token that is refused
 */
export async function* eventsAfter(
  fatura: Fatura,
  after: number | null,
  { signal, onInterrupted }: { signal: AbortSignal; onInterrupted: (error: FaturaError) => void },
): AsyncGenerator<Event, void, undefined> {
  let last = after;
  let isInterrupted = false;
  while (!signal.aborted) {
    try {
      const cursor = last === null ? {} : { ending_before: last };
      const begun = performance.now();
      const { data, has_more: hasMore } = await fatura.listEvents(
        { limit: 100, wait: WAIT_SECONDS, ...cursor },
        { signal },
      );
      isInterrupted = false;
      // Without a cursor the newest are read, and there may be older ones.
      if (last === null && hasMore) throw new Error('Name the event to begin after: the store has more than a page.');
      for (const event of data.toReversed()) {
        last = event.id;
        yield event;
      }
      // Others of the store may wait already: the answer then comes at once.
      if (data.length === 0 && performance.now() - begun < BETWEEN_TRIES_MS) await pause(BETWEEN_TRIES_MS);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      if (!isInterrupted) onInterrupted(error);
      isInterrupted = true;
      await pause(BETWEEN_TRIES_MS);
    }
  }
}

function isPassing(error: unknown): error is FaturaError {
  const kinds = [FaturaConnectionError, FaturaServerError, FaturaRateLimitError];
  return kinds.some((Kind) => error instanceof Kind);
}

/**
 * Sends an event to a receiver as Fatura would, signed with the secret. @returns its status, or why there is none
 */
export async function forward(event: Event, { url, secret }: { url: string; secret: string }): Promise<string> {
  const body = JSON.stringify(event);
  const id = `evt_${event.id}`;
  const now = new Date();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new StandardWebhook(secret).sign(id, now, body),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RECEIVER_TIMEOUT_MS),
    });
    await response.body?.cancel();
    return String(response.status);
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error && cause.message ? cause.message : message;
  }
}
