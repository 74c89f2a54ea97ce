import { defineEntity, p } from '@mikro-orm/postgresql';
import { ENVIRONMENTS, type Environment } from '../../base/environment.ts';
import { Company } from './company.entity.ts';
import type { ReminderSchedule, ReminderWords } from './reminder-schedule.ts';

export const RETRY_STRATEGIES = ['fixed', 'exponential'] as const;
export type RetryStrategy = (typeof RETRY_STRATEGIES)[number];

export const ATTACK_MODES = ['auto', 'on', 'off'] as const;
export type AttackMode = (typeof ATTACK_MODES)[number];

/** The settings that a store has for one environment: a sandbox is tried out without a change in production. */
export const StoreSettingsSchema = defineEntity({
  name: 'StoreSettings',
  tableName: 'store_settings',
  uniques: [{ name: 'store_settings_store', properties: ['companyId', 'environment'] }],
  indexes: [
    {
      name: 'store_settings_replanned',
      expression:
        'create index store_settings_replanned on store_settings (replanned_at) where replanned_until is not null',
    },
  ],
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    companyId: () => p.manyToOne(Company).mapToPk().fieldName('company_id').deleteRule('cascade'),
    environment: p.enum(ENVIRONMENTS).$type<Environment>(),
    /** Retries after the first attempt of a webhook delivery. */
    webhookRetries: p.integer().default(3),
    webhookRetryIntervalSeconds: p.integer().default(300),
    webhookRetryStrategy: p.enum(RETRY_STRATEGIES).$type<RetryStrategy>().default('fixed'),
    /** An exponential schedule grows to this. */
    webhookRetryMaxIntervalSeconds: p.integer().default(86_400),
    /** The address that is told when a webhook or the gateway keeps failing. */
    alertEmail: p.text().strictNullable(),
    /** The address whose reader agreed to be told. Another one gets nothing but the question. */
    confirmedAlertEmail: p.text().strictNullable(),
    /** Null: the store never asked for reminders. */
    reminderSchedule: p.json<ReminderSchedule>().strictNullable(),
    /** Apart from the schedule, which each change of an invoice reads. */
    reminderWords: p.json<ReminderWords>().strictNullable(),
    /**
     * Invoices up to this id have been planned by the present schedule; null: all of them; below zero: none, one number
     * less for each change that came in between. The moment is that of the store's last turn.
     */
    replannedUntil: p.bigint('number').strictNullable(),
    replannedAt: p.datetime(3).strictNullable(),
    /** The store's account with Twilio, sealed JSON. */
    twilioAccount: p.text().strictNullable(),
    /** When payers solve a challenge before a card: while cards are being tried, always, or never. */
    attackMode: p.enum(ATTACK_MODES).$type<AttackMode>().default('auto'),
    /** An attack that was noticed lasts until then. */
    attackUntil: p.datetime(3).strictNullable(),
  },
  checks: [
    {
      name: 'store_settings_retries',
      expression:
        'webhook_retries >= 0 and webhook_retry_interval_seconds > 0 and webhook_retry_max_interval_seconds > 0',
    },
  ],
});

export class StoreSettings extends StoreSettingsSchema.class {}
StoreSettingsSchema.setClass(StoreSettings);
