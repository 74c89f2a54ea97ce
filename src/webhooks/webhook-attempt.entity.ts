import { defineEntity, p } from '@mikro-orm/postgresql';
import { WebhookDelivery } from './webhook-delivery.entity.ts';

export const ATTEMPT_OUTCOMES = ['succeeded', 'failed', 'interrupted'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** A request to a receiver, as it went. */
export const WebhookAttemptSchema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempts',
  uniques: [{ name: 'webhook_attempts_number', properties: ['deliveryId', 'number'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    deliveryId: () => p.manyToOne(WebhookDelivery).mapToPk().fieldName('delivery_id'),
    /** 1 for the first attempt. */
    number: p.integer(),
    outcome: p.enum(ATTEMPT_OUTCOMES).$type<AttemptOutcome>(),
    /** When it began; null where the worker died before it could say. */
    startedAt: p.datetime(3).strictNullable(),
    durationMs: p.integer().strictNullable(),
    statusCode: p.integer().strictNullable(),
    /** Where it went; a webhook's URL may change between attempts. Null where nobody saw the attempt end. */
    url: p.text().strictNullable(),
    requestHeaders: p.json<Record<string, string>>().strictNullable(),
    responseHeaders: p.json<Record<string, string | string[]>>().strictNullable(),
    /** The first 4 KiB of the answer, as text. */
    responseBody: p.text().strictNullable(),
    /** The failure, in words. */
    error: p.text().strictNullable(),
  },
});

export class WebhookAttempt extends WebhookAttemptSchema.class {}
WebhookAttemptSchema.setClass(WebhookAttempt);
