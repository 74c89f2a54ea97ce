import { defineEntity, p } from '@mikro-orm/postgresql';
import { ownedByStore } from '../accounts/companies/owned-by-store.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import type { Metadata } from '../base/metadata/metadata.ts';
import { SUBSCRIPTION_METHODS, type SubscriptionMethod } from '../banking/payment-method.ts';
import { SUBSCRIPTION_INTERVALS, type SubscriptionInterval } from './schedule.ts';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription-status.ts';

export const CANCELLATION_REASONS = ['requested', 'unpaid'] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/**
 * The agreement by which a customer pays again and again. Dates are `YYYY-MM-DD`, calendar days of the store; a step
 * that is planned for a day happens at the store's renewal time. Only `changeSubscription` writes to it.
 */
export const SubscriptionSchema = defineEntity({
  name: 'Subscription',
  tableName: 'subscriptions',
  indexes: [
    { name: 'subscriptions_store', properties: ['companyId', 'environment', 'id'] },
    { name: 'subscriptions_status', properties: ['companyId', 'environment', 'status', 'id'] },
    { name: 'subscriptions_customer', properties: ['customerId', 'id'] },
    {
      name: 'subscriptions_coupon',
      expression: 'create index subscriptions_coupon on subscriptions (coupon_id, id) where coupon_id is not null',
    },
    {
      name: 'subscriptions_saved_card',
      expression:
        'create index subscriptions_saved_card on subscriptions (saved_card_id) where saved_card_id is not null',
    },
    { name: 'subscriptions_reference', properties: ['companyId', 'environment', 'externalReference', 'id'] },
    {
      name: 'subscriptions_step',
      expression: 'create index subscriptions_step on subscriptions (next_step_at) where next_step_at is not null',
    },
    {
      name: 'subscriptions_sandbox_step',
      expression:
        "create index subscriptions_sandbox_step on subscriptions (company_id, next_step_at) where environment = 'sandbox' and next_step_at is not null",
    },
    {
      name: 'subscriptions_waiting',
      expression:
        'create index subscriptions_waiting on subscriptions (company_id, environment) where next_step_at is not null',
    },
  ],
  checks: [
    { name: 'subscriptions_interval_count', expression: 'interval_count > 0' },
    {
      name: 'subscriptions_anchor',
      expression: 'anchor_day > 0 and anchor_day < 32',
    },
    { name: 'subscriptions_cycles', expression: 'cycles_made >= 0 and (cycles is null or cycles > 0)' },
    { name: 'subscriptions_days_before_due', expression: 'days_before_due >= 0' },
  ],
  properties: {
    ...ownedByStore(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id'),
    status: p.enum(SUBSCRIPTION_STATUSES).$type<SubscriptionStatus>(),
    /** Counts the changes; the newest news is the one with the highest version. */
    version: p.integer(),
    /** Counts the events; each carries the number it got. */
    eventSequence: p.integer(),
    paymentMethod: p.enum(SUBSCRIPTION_METHODS).$type<SubscriptionMethod>(),
    interval: p.enum(SUBSCRIPTION_INTERVALS).$type<SubscriptionInterval>(),
    intervalCount: p.integer(),
    /** Weekday (1 for Monday) or day of the month. */
    anchorDay: p.integer(),
    /** The due date that the others are counted from: the first one, or the first after the rhythm was changed. */
    originDate: p.date(),
    startDate: p.date(),
    /** The day on which the trial is over; null without one. */
    trialEndsOn: p.date().strictNullable(),
    /** When the next cycle begins and its charge is due: the end of the last one, unless a pause lies between them. */
    nextDueDate: p.date(),
    /**
     * The day from which the next cycle may be charged; a rhythm that is changed takes its first due date from here.
     */
    chargeableFrom: p.date(),
    /** The end of the last cycle that was made; before the first, the first due date. */
    periodEndsOn: p.date(),
    /** The number of cycles in all; null: no end by number. */
    cycles: p.integer().strictNullable(),
    /** The number of cycles that have been made. */
    cyclesMade: p.integer().default(0),
    /** No cycle begins after this day; null: no end by date. */
    endDate: p.date().strictNullable(),
    /** The days before its due date on which a Pix or boleto invoice is made. */
    daysBeforeDue: p.integer(),
    /** The gateway's token of the card on file, sealed. Never a card number. */
    cardToken: p.text().strictNullable(),
    /** Instead: a saved card of the customer, which is the card on file while it is saved. */
    savedCardId: p.bigint('number').strictNullable(),
    /** The coupon that takes something off its invoices, and its code. */
    couponId: p.bigint('number').strictNullable(),
    couponCode: p.text().strictNullable(),
    /**
     * Another card that the payer submitted, sealed, and the attempt that says whether it is good: then it is on file.
     */
    offeredCardToken: p.text().strictNullable(),
    offeredAttemptId: p.bigint('number').strictNullable(),
    /** Since when its charges may be debited (`pix_automatic`); null while no payer has agreed. */
    authorizedAt: p.datetime(3).strictNullable(),
    description: p.text().strictNullable(),
    externalReference: p.text().strictNullable(),
    metadata: p.json<Metadata>().defaultRaw(`'{}'::jsonb`),
    /** When the pause began; null while there is none. */
    pausedAt: p.datetime(3).strictNullable(),
    /** The day on which the pause ends by itself; null: when the store says so. */
    resumesOn: p.date().strictNullable(),
    /** Canceled when the next cycle would begin. */
    cancelAtPeriodEnd: p.boolean().default(false),
    /** Since when the attempts of a charge are spent; null while none are. */
    pastDueSince: p.datetime(3).strictNullable(),
    /** The day on which a subscription that is past due is canceled; null: it is kept. */
    givesUpOn: p.date().strictNullable(),
    canceledAt: p.datetime(3).strictNullable(),
    cancellationReason: p.enum(CANCELLATION_REASONS).$type<CancellationReason>().strictNullable(),
    endedAt: p.datetime(3).strictNullable(),
    /** The moment of its next step, for the sweep that finds subscriptions whose workflow was lost; null: none. */
    nextStepAt: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export class Subscription extends SubscriptionSchema.class {}
SubscriptionSchema.setClass(Subscription);
