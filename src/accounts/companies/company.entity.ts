import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Adjustment } from '../../banking/amounts.ts';
import type { InstallmentInterest } from '../../banking/installments.ts';
import { PLANS, type Plan } from './plans.ts';

/** The fate of a subscription whose charge stays unpaid when its attempts are spent. */
export const DUNNING_ACTIONS = ['keep', 'cancel'] as const;
export type DunningAction = (typeof DUNNING_ACTIONS)[number];

/** A company (store) and the policies that it chose. Durations are in seconds, as its panel shows them. */
export const CompanySchema = defineEntity({
  name: 'Company',
  tableName: 'companies',
  indexes: [
    {
      name: 'companies_checkout_domain',
      expression:
        'create unique index companies_checkout_domain on companies (checkout_domain) where domain_proven_at is not null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    name: p.text(),
    city: p.text(),
    /** The beneficiary, as Pix and boletos name it; null: the name of the store. */
    beneficiaryName: p.text().strictNullable(),
    /** CNPJ or CPF without punctuation, as boletos name the beneficiary. */
    document: p.text().strictNullable(),
    /** How payers reach the store, as their pages say; null: not this way. */
    contactEmail: p.text().strictNullable(),
    contactPhone: p.text().strictNullable(),
    contactWhatsapp: p.text().strictNullable(),
    /** `https://shop.example`: where its payers may return to after they paid. */
    returnOrigins: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /**
     * The store's own domain for the pages of its payers; since when the store has proven that, and since when requests
     * to it come here. Real time.
     */
    checkoutDomain: p.text().strictNullable(),
    domainProvenAt: p.datetime(3).strictNullable(),
    domainLiveAt: p.datetime(3).strictNullable(),
    /** `#rrggbb`: what the checkout is painted with. */
    brandColor: p.text().strictNullable(),
    plan: p.enum(PLANS).$type<Plan>().default('starter'),
    /** Requests a minute in each environment where the plan's number does not fit; null: the plan's. */
    rateLimitPerMinute: p.integer().strictNullable(),
    /** IANA name; due dates begin and end in it. */
    timeZone: p.text().default('America/Sao_Paulo'),
    /** The time during which a Pix code can be paid. */
    pixExpirySeconds: p.integer().default(86_400),
    /** The time after the payer's last act, after which an invoice without an approved charge counts as abandoned. */
    abandonmentSeconds: p.integer().default(86_400),
    /** Days from creation to the due date of a boleto invoice that names none. */
    boletoDueDays: p.integer().default(3),
    /** Days after the due date on which an overdue boleto can still be paid. */
    boletoMaxDaysAfterDue: p.integer().default(30),
    /** Whether a boleto has a Pix code for the same debt beside it. */
    boletoWithPix: p.boolean().default(false),
    /** Whether a payer can still pay an invoice that was abandoned: see `canBeRevived`. */
    paysAfterAbandonment: p.boolean().default(false),
    /** The terms of a boleto that names none; what they come to on a day is told by `invoices/amounts.ts`. */
    defaultFine: p.json<Adjustment>().strictNullable(),
    defaultInterest: p.json<Adjustment>().strictNullable(),
    /** The interest of card payments in parts, of new invoices; null: none. */
    installmentInterest: p.json<InstallmentInterest>().strictNullable(),
    /** The time of day, `HH:MM`, at which subscriptions are charged and their invoices made. */
    renewalTime: p.text().default('06:00'),
    /** Days between a Pix or boleto invoice of a subscription and its due date, where the subscription names none. */
    subscriptionDaysBeforeDue: p.integer().default(5),
    /**
     * When an unpaid charge of a subscription is tried again: days after the one on which it failed first, ascending.
     */
    dunningRetryDays: p.json<number[]>().defaultRaw(`'[1, 3, 7]'::jsonb`),
    /** The action when those attempts are spent, and the days between. */
    dunningAction: p.enum(DUNNING_ACTIONS).$type<DunningAction>().default('keep'),
    dunningGraceDays: p.integer().default(7),
    /** All people of the store must have a second factor, in both environments, from now on. */
    requiresSecondFactor: p.boolean().default(false),
    /** A refund of more asks for the second factor once more; null: none does. */
    refundStepUpCents: p.bigint('number').strictNullable(),
    /** A refund of more waits for an owner who did not ask for it; null: none does. */
    refundApprovalCents: p.bigint('number').strictNullable(),
    /** The most that is refunded on a day of the store, in each environment; null: no bound. */
    refundDayLimitCents: p.bigint('number').strictNullable(),
    /** Since when the store may not use the platform, and why; null while it may. Real time. */
    suspendedAt: p.datetime(3).strictNullable(),
    suspensionReason: p.text().strictNullable(),
    createdAt: p.datetime(3),
  },
  checks: [
    {
      name: 'companies_refund_limits',
      expression: 'refund_step_up_cents >= 0 and refund_approval_cents >= 0 and refund_day_limit_cents >= 0',
    },
    { name: 'companies_brand_color', expression: "brand_color ~ '^#[0-9a-f]{6}$'" },
    { name: 'companies_renewal_time', expression: "renewal_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'" },
    {
      name: 'companies_subscription_days_not_negative',
      expression: 'subscription_days_before_due >= 0 and dunning_grace_days >= 0',
    },
    { name: 'companies_rate_limit_positive', expression: 'rate_limit_per_minute > 0' },
    {
      name: 'companies_durations_positive',
      expression: 'pix_expiry_seconds > 0 and abandonment_seconds > 0',
    },
    {
      name: 'companies_counts_not_negative',
      expression: 'boleto_due_days >= 0 and boleto_max_days_after_due >= 0',
    },
  ],
});

export class Company extends CompanySchema.class {}
CompanySchema.setClass(Company);
