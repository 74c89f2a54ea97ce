import Stripe from 'stripe';

export interface SignedEvent {
  body: string;
  headers: Record<string, string>;
}

/** The bytes of a webhook and its headers, as Stripe sends them; `timestamp` is in seconds. */
export function signed(
  event: Stripe.Event,
  { secret, timestamp }: { secret: string; timestamp?: number },
): SignedEvent {
  const body = JSON.stringify(event, null, 2);
  const header = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: timestamp ?? Math.floor(Date.now() / 1000),
  });
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': header,
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
  };
}

/** Posts events one after the other, and tells how each was answered. */
export async function deliver(
  url: string,
  events: readonly Stripe.Event[],
  signing: { secret: string; timestamp?: number },
): Promise<number[]> {
  const statuses: number[] = [];
  for (const event of events) {
    const response = await fetch(url, { method: 'POST', ...signed(event, signing) });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}
