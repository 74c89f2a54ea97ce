import { Webhook as StandardWebhook, WebhookVerificationError } from 'standardwebhooks';
import type { webhooks } from './schema.ts';

/** The name of an event: `invoice.payment_confirmed`. */
export type WebhookEventType = keyof webhooks;

/** The body of a webhook, by the name of its event. */
export type WebhookEventOf<T extends WebhookEventType> =
  webhooks[T]['post']['requestBody']['content']['application/json'];

/** The body of a webhook: `event` tells which one it is, and with that the type of `data`. */
export type WebhookEvent = { [T in WebhookEventType]: WebhookEventOf<T> }[WebhookEventType];

/** A request to a webhook that Fatura did not sign, or signed more than five minutes ago. */
export class FaturaSignatureError extends Error {
  override name = 'FaturaSignatureError';
}

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/**
 * Reads a webhook, and makes sure that Fatura sent it within the last five minutes. An event of a name that this
 * version of the package does not know passes as well: leave the `default` of a `switch` alone.
 *
 * @param body the bytes as they came, or their text, before any parser has touched them
 * @param headers `Headers` of a `Request`, or `request.headers` of Node.js
 * @param secret the secret of the webhook, `whsec_…`; while you rotate it, the old one as well
 * @throws FaturaSignatureError
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string | readonly string[],
): WebhookEvent {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = Object.fromEntries(SIGNED.map((name) => [name, headerOf(headers, name)]));
  const missing = SIGNED.filter((name) => !signed[name]);
  if (missing.length > 0) throw new FaturaSignatureError(`The request has no header ${missing.join(', ')}.`);
  let reason = 'There is no secret to verify the request with.';
  for (const one of typeof secret === 'string' ? [secret] : secret) {
    try {
      new StandardWebhook(one).verify(text, signed);
      return JSON.parse(text) as WebhookEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      reason = error.message;
    }
  }
  throw new FaturaSignatureError(`The request is not accepted: ${reason}.`);
}

function headerOf(headers: Headers | Record<string, string | string[] | undefined>, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
