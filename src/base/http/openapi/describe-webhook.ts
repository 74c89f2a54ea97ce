import type { ObjectSchema } from 'joi';
import type { Described } from './headers.ts';
import { toJsonSchema, type Components } from './to-json-schema.ts';

/** A request that a store's server is sent. */
export interface DescribedWebhook {
  /** The name of the event. */
  name: string;
  /** In generated code: `onInvoiceCreated`. */
  id: string;
  summary: string;
  description: string;
  body: ObjectSchema<unknown>;
  example: unknown;
}

const HEX = '[0-9a-f]{64}';
const BASE64 = '[A-Za-z0-9+/]+={0,2}';

/** The headers that come with every event, by name. */
const HEADERS: Record<string, { pattern: string; description: string; isOptional?: true }> = {
  'X-Service-Signature': {
    pattern: `^sha256=${HEX}$`,
    description: "HMAC-SHA256 of the body's bytes, keyed with the webhook's secret as text, `whsec_` included.",
  },
  'X-Service-Signature-Previous': {
    pattern: `^sha256=${HEX}$`,
    description: 'The same with the secret before, while a rotation overlaps.',
    isOptional: true,
  },
  'webhook-id': { pattern: '^evt_\\d+$', description: 'The same for every attempt and every redelivery of an event.' },
  'webhook-timestamp': { pattern: '^\\d+$', description: 'The second of this attempt, counted from 1970.' },
  'webhook-signature': {
    pattern: `^v1,${BASE64}( v1,${BASE64})*$`,
    description: 'Standard Webhooks: a signature of id, timestamp and body for each secret that is valid.',
  },
};

/** Describes a webhook for OpenAPI: the request, and the answers that mean something. */
export function describeWebhook(webhook: DescribedWebhook, components: Components): Described {
  const { id, summary, description, body, example } = webhook;
  return {
    post: {
      operationId: id,
      tags: ['Webhooks'],
      summary,
      description,
      // The signature says who sends it.
      security: [],
      parameters: Object.entries(HEADERS).map(([name, { pattern, isOptional, ...header }]) => ({
        ...{ name, in: 'header', required: !isOptional, ...header },
        schema: { type: 'string', pattern },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: toJsonSchema(body, components), example } },
      },
      responses: {
        '2XX': { description: 'The event has arrived. The body of the answer does not matter.' },
        410: { description: 'The webhook is gone: it is switched off, and nothing more is sent to it.' },
        default: { description: "A failure: the event is sent again, by the store's retry policy." },
      },
    },
  };
}
