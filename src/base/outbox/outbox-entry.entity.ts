import { defineEntity, p } from '@mikro-orm/postgresql';
import { currentTraceparent } from '../telemetry/scope.ts';

/** Whom an entry is about. */
export const OUTBOX_SUBJECTS = ['invoice', 'subscription', 'delivery', 'customer', 'clock'] as const;
export type OutboxSubject = (typeof OUTBOX_SUBJECTS)[number];

/**
 * "Tell this workflow that the record has changed": an invoice's, a subscription's, that of a delivery which has one
 * of its own, that of a customer who was erased, or the one that advances the clock of a company's sandbox.
 * Written in the transaction of the change, deleted once Temporal has taken the signal. Times are real time: they are
 * leases, not business, and PostgreSQL's, whose clock is the same for all who write and look.
 */
export const OutboxEntrySchema = defineEntity({
  name: 'OutboxEntry',
  tableName: 'outbox',
  indexes: [
    { name: 'outbox_claimable', properties: ['isBulk', 'claimableAt', 'id'] },
    { name: 'outbox_store', properties: ['isBulk', 'companyId', 'environment', 'claimableAt', 'id'] },
    { name: 'outbox_set_aside', expression: 'create index outbox_set_aside on outbox (id) where refusal is not null' },
    {
      name: 'outbox_bulk_subject',
      expression: 'create unique index outbox_bulk_subject on outbox (subject_type, subject_id) where is_bulk',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** `customer`: their gateway is to forget them. `clock`: the id is the company's. */
    subjectType: p.enum(OUTBOX_SUBJECTS).$type<OutboxSubject>(),
    subjectId: p.bigint('number'),
    /**
     * The store of the entry, so that stores take turns. PostgreSQL finds the store where the writer does not name it
     * (migration 0018).
     */
    companyId: p.bigint('number').defaultRaw('0'),
    environment: p.text().default(''),
    /**
     * An entry of many that a single act ordered: it waits for all other entries, and a subject has at most one of
     * them.
     */
    isBulk: p.boolean().default(false),
    /** The number of signals that Temporal did not take. */
    tries: p.integer().default(0),
    /** Goes up when what it is for changes once more: who has told the news of before does not delete it. */
    revision: p.integer().default(0),
    /** Why Temporal refused it for good; it waits for an operator then, and is claimable never. Null for all others. */
    refusal: p.text().strictNullable().default(null),
    /** A dispatcher that takes the entry moves this on; if it dies, another takes it then. */
    claimableAt: p.datetime(3).defaultRaw('now()'),
    /**
     * The time since which the entry waits to be told. An entry that was put off when it was made has a time that lies
     * ahead.
     */
    createdAt: p.datetime(3).defaultRaw('now()'),
    /**
     * The span that wrote the entry, by W3C Trace Context, so that its trace goes on in the workflow; null without one.
     */
    traceparent: p
      .string()
      .length(55)
      .$type<string | null>()
      .strictNullable()
      .onCreate(() => currentTraceparent()),
  },
});

export class OutboxEntry extends OutboxEntrySchema.class {}
OutboxEntrySchema.setClass(OutboxEntry);
