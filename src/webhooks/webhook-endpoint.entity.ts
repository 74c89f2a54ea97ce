import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';

/** Where a store wants to be told, and of what. */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  indexes: [{ name: 'webhook_endpoints_store', properties: ['companyId', 'environment', 'id'] }],
  properties: {
    ...ownedByStore(),
    url: p.text(),
    /** Event names, or `*`. */
    events: p.array().columnType('text[]'),
    description: p.text().strictNullable(),
    /** Encrypted; see `SecretBox`. */
    secret: p.text(),
    /** The secret before the last rotation, encrypted; it signs beside the new one until `previousSecretExpiresAt`. */
    previousSecret: p.text().strictNullable(),
    /** Real time: receivers compare signatures by their own clocks. */
    previousSecretExpiresAt: p.datetime(3).strictNullable(),
    /** Counts the test events of this webhook. */
    eventSequence: p.integer().default(0),
    enabled: p.boolean().default(true),
    /** Why it was switched off by the platform, in a word: `gone` after a 410. Null when its store did, or nobody. */
    disabledReason: p.text().strictNullable(),
    /** Since when no delivery has succeeded although some failed; null while all is well. */
    failingSince: p.datetime(3).strictNullable(),
    /** Deliveries are held since then, as it failed for too long; a probe that succeeds lets them go. */
    pausedAt: p.datetime(3).strictNullable(),
    /** When a held delivery is next tried, to see whether the receiver is back. */
    nextProbeAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** Deleted endpoints stay for the log of their deliveries; nothing is sent to them. */
    deletedAt: p.datetime(3).strictNullable(),
  },
});

export class WebhookEndpoint extends WebhookEndpointSchema.class {}
WebhookEndpointSchema.setClass(WebhookEndpoint);
