import { defineEntity, p } from '@mikro-orm/postgresql';
import { WebhookEndpoint } from '../../webhooks/webhook-endpoint.entity.ts';
import { SandboxInbox } from './sandbox-inbox.entity.ts';

/**
 * The results of checking one of our two signatures. `previous`: right, with the secret before the last rotation;
 * `old`: right, but made too long ago; `unchecked`: there is no webhook, so no secret, to check it with.
 */
export const FINDINGS = ['valid', 'previous', 'old', 'wrong', 'missing', 'unchecked'] as const;
export type Finding = (typeof FINDINGS)[number];

/** A request that came to an inbox, and what its signatures turned out to be when it came. */
export const SandboxMessageSchema = defineEntity({
  name: 'SandboxMessage',
  tableName: 'sandbox_messages',
  indexes: [{ name: 'sandbox_messages_inbox', properties: ['inboxId', 'id'] }],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    inboxId: () => p.manyToOne(SandboxInbox).mapToPk().fieldName('inbox_id').deleteRule('cascade'),
    headers: p.json<Record<string, string>>(),
    /** Up to 64 KiB, as text. */
    body: p.text(),
    /** The event that the body says it tells of. */
    event: p.text().strictNullable(),
    statusCode: p.integer(),
    /** Null where nothing could be verified: it is not signed, or no webhook has the inbox's URL. */
    verified: p.boolean().strictNullable(),
    /** The webhook whose secret made a signature of it. */
    webhookId: () => p.manyToOne(WebhookEndpoint).mapToPk().fieldName('webhook_id').strictNullable(),
    serviceSignature: p.enum(FINDINGS).$type<Finding>(),
    standardSignature: p.enum(FINDINGS).$type<Finding>(),
    receivedAt: p.datetime(3),
  },
});

export class SandboxMessage extends SandboxMessageSchema.class {}
SandboxMessageSchema.setClass(SandboxMessage);
