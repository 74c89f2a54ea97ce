import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { Subscription } from './subscription.entity.ts';

export const CYCLE_STATES = ['open', 'retrying', 'unpaid', 'paid', 'canceled', 'dropped', 'surplus'] as const;
/**
 * The state of a cycle's charge. `open`: under way. `retrying`: it failed, and is tried again at `nextAttemptAt`.
 * `unpaid`: its attempts are spent. `canceled`: the store gave its invoice up. `dropped`: it was made early and taken
 * back, because the subscription was paused or canceled before it began; its due date can be charged anew, by a cycle
 * of its own. `surplus`: dropped, and paid although another invoice of its due date was.
 */
export type CycleState = (typeof CYCLE_STATES)[number];

/** States in which the due date of a cycle is free for another one. */
export const NOT_CHARGED = ['dropped', 'surplus'] as const satisfies CycleState[];

/** A period of a subscription, with the invoice that asks for it. */
export const SubscriptionCycleSchema = defineEntity({
  name: 'SubscriptionCycle',
  tableName: 'subscription_cycles',
  uniques: [{ name: 'subscription_cycles_invoice', properties: ['invoiceId'] }],
  indexes: [
    {
      // Exactly one invoice for each cycle, whatever crashes or repeats.
      name: 'subscription_cycles_due',
      expression:
        "create unique index subscription_cycles_due on subscription_cycles (subscription_id, due_date) where state <> 'dropped' and state <> 'surplus'",
    },
    { name: 'subscription_cycles_subscription', properties: ['subscriptionId', 'id'] },
    { name: 'subscription_cycles_latest', properties: ['subscriptionId', 'dueDate'] },
    {
      name: 'subscription_cycles_unsettled',
      expression:
        "create index subscription_cycles_unsettled on subscription_cycles (subscription_id) where state <> 'paid'",
    },
  ],
  checks: [
    { name: 'subscription_cycles_period', expression: 'period_end > due_date' },
    { name: 'subscription_cycles_retrying', expression: "(state = 'retrying') = (next_attempt_at is not null)" },
  ],
  properties: {
    ...ownedByStore(),
    subscriptionId: () => p.manyToOne(Subscription).mapToPk().fieldName('subscription_id'),
    /** 1 for the first one. */
    number: p.integer(),
    /** The first day of its period, on which its charge is due. */
    dueDate: p.date(),
    /** The day after its last one. */
    periodEnd: p.date(),
    invoiceId: () => p.manyToOne(Invoice).mapToPk().fieldName('invoice_id'),
    state: p.enum(CYCLE_STATES).$type<CycleState>(),
    /** The number of failures of its charge since the store last had it tried by hand. */
    failures: p.integer().default(0),
    firstFailedAt: p.datetime(3).strictNullable(),
    /** The number of used days on which the store tries again. */
    retriesUsed: p.integer().default(0),
    /** When its attempts were spent first; set until it is paid or given up. */
    spentAt: p.datetime(3).strictNullable(),
    nextAttemptAt: p.datetime(3).strictNullable(),
    /** When the bank is asked what became of its debit; null where none is under way. */
    asksBankAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class SubscriptionCycle extends SubscriptionCycleSchema.class {}
SubscriptionCycleSchema.setClass(SubscriptionCycle);
