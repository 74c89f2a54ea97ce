import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import {
  MESSAGE_LANGUAGES,
  type MessageWords,
  type ReminderSchedule,
  type ReminderStep,
  type ReminderWords,
} from '../../accounts/companies/reminder-schedule.ts';
import { StoreSettings } from '../../accounts/companies/store-settings.entity.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Store } from '../../base/environment.ts';
import { invalidFields, type FieldError } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { isQuiet } from '../../invoices/next-reminder.ts';
import { MESSAGE_KINDS, NOTICE_KINDS } from '../../invoices/payer-message.entity.ts';
import { PLACEHOLDERS, unknownPlaceholders } from './placeholders.ts';
import type { ReminderScheduleBody, StepBody, WordsByLanguage } from './schedule.schema.ts';
import { openTwilioAccount, sealTwilioAccount } from './twilio-account.ts';

/** The schedule of a store that has chosen nothing yet: the steps that most stores begin with, and nothing is sent. */
const AT_FIRST: Omit<ReminderSchedule, 'since'> = {
  ...{ isOn: false, language: 'pt', businessDaysOnly: true, quietFrom: '20:00', quietUntil: '08:00', replyTo: null },
  ...{ sendsReceipts: true, sendsRefundNotices: true },
  steps: [
    { name: 'three-days-before', days: -3 },
    { name: 'on-the-day', days: 0 },
    { name: 'one-day-after', days: 1 },
    { name: 'one-week-after', days: 7 },
  ].map((step) => ({ ...step, time: '09:00', channel: 'email', methods: [] })),
};

/** The schedule of a store, as it is or as it begins. */
export function scheduleOf({ reminderSchedule }: StoreSettings): Omit<ReminderSchedule, 'since'> {
  return reminderSchedule ?? AT_FIRST;
}

/**
 * Changes how a store writes to its payers. The invoices that are owed are planned anew afterwards, some at a time.
 *
 * @throws ApiError 422 naming each step and each text that does not fit
 */
export async function changeSchedule(
  { em, clock, secrets }: { em: EntityManager; clock: Clock; secrets: SecretBox },
  { store, changes }: { store: Store; changes: ReminderScheduleBody },
): Promise<StoreSettings> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const, refresh: true };
    const settings = await tx.findOneOrFail(StoreSettings, { ...store }, lock);
    const before = scheduleOf(settings);
    const schedule: ReminderSchedule = { ...before, ...rulesOf(changes), since: now.toISOString() };
    const words = wordsOf(changes, settings.reminderWords ?? {});
    if (changes.twilio !== undefined) settings.twilioAccount = sealed(secrets, settings, changes.twilio);
    check({ schedule, words, hasProvider: settings.twilioAccount !== null });
    settings.reminderSchedule = schedule;
    settings.reminderWords = words;
    // From the first invoice on. Another number than that of a turn under way, which then moves on for nobody.
    settings.replannedUntil = Math.min(settings.replannedUntil ?? 0, 0) - 1;
    await tx.flush();
    return settings;
  });
}

function rulesOf(changes: ReminderScheduleBody): Partial<ReminderSchedule> {
  const { enabled, language, business_days_only, quiet_hours, reply_to, receipts, refund_notices, steps } = changes;
  return {
    ...(enabled !== undefined && { isOn: enabled }),
    ...(language !== undefined && { language }),
    ...(business_days_only !== undefined && { businessDaysOnly: business_days_only }),
    ...(quiet_hours !== undefined && { quietFrom: quiet_hours?.from ?? null, quietUntil: quiet_hours?.until ?? null }),
    ...(reply_to !== undefined && { replyTo: reply_to }),
    ...(receipts !== undefined && { sendsReceipts: receipts }),
    ...(refund_notices !== undefined && { sendsRefundNotices: refund_notices }),
    ...(steps !== undefined && { steps: steps.map(toStep) }),
  };
}

function toStep({ name, days, time, channel, payment_methods: methods }: StepBody): ReminderStep {
  return { name, days, time, channel, methods };
}

function wordsOf(
  { steps, receipt_words: receipt, refund_notice_words: refundNotice }: ReminderScheduleBody,
  before: ReminderWords,
): ReminderWords {
  const { receipt: receiptBefore = {}, refund_notice: noticeBefore = {}, ...ofSteps } = before;
  const given = steps?.map(({ name, words }) => [name, toWords(words)] as const);
  return {
    receipt: receipt ? toWords(receipt) : receiptBefore,
    refund_notice: refundNotice ? toWords(refundNotice) : noticeBefore,
    ...(given ? Object.fromEntries(given) : ofSteps),
  };
}

function toWords(words: WordsByLanguage): ReminderWords[string] {
  const entries = Object.entries(words).map(([language, { subject, text, whatsapp_template: whatsappTemplate }]) => [
    language,
    { subject, text, whatsappTemplate } satisfies MessageWords,
  ]);
  return Object.fromEntries(entries) as ReminderWords[string];
}

function sealed(
  secrets: SecretBox,
  settings: StoreSettings,
  twilio: NonNullable<ReminderScheduleBody['twilio']> | null,
): string | null {
  if (twilio === null) return null;
  const { account_sid: accountSid, auth_token: authToken, sms_from: smsFrom, whatsapp_from: whatsappFrom } = twilio;
  return sealTwilioAccount(secrets, settings, { accountSid, authToken, smsFrom, whatsappFrom });
}

/** @throws ApiError 422 */
function check({
  schedule,
  words,
  hasProvider,
}: {
  schedule: ReminderSchedule;
  words: ReminderWords;
  hasProvider: boolean;
}): void {
  const errors: FieldError[] = [];
  const names = schedule.steps.map(({ name }) => name);
  schedule.steps.forEach(({ name, time, channel }, index) => {
    const refuse = (field: string, code: string, why: string): void => {
      errors.push({ field: `steps[${index}].${field}`, code, message: `steps[${index}].${field} ${why}.` });
    };
    if (names.indexOf(name) !== index) refuse('name', 'not_unique', `must be another than that of an earlier step`);
    if (RESERVED.has(name)) refuse('name', 'reserved', `must not be ${name}, which names other words`);
    if (isQuiet(time, schedule)) {
      const { quietFrom, quietUntil } = schedule;
      refuse('time', 'in_quiet_hours', `must lie outside the quiet hours from ${quietFrom} until ${quietUntil}`);
    }
    if (channel !== 'email' && !hasProvider)
      refuse('channel', 'no_provider', `needs an account: give twilio, or use email`);
  });
  errors.push(...names.flatMap((name, index) => checkWords(words[name] ?? {}, `steps[${index}].words`)));
  for (const kind of NOTICE_KINDS) errors.push(...checkWords(words[kind] ?? {}, `${kind}_words`));
  if (errors.length > 0) throw invalidFields(errors);
}

const RESERVED: ReadonlySet<string> = new Set(MESSAGE_KINDS);

function checkWords(words: ReminderWords[string], path: string): FieldError[] {
  return MESSAGE_LANGUAGES.flatMap((language) => {
    const { subject = null, text = '' } = words[language] ?? {};
    const texts = { subject: subject ?? '', text };
    return Object.entries(texts).flatMap(([name, value]) => {
      const unknown = unknownPlaceholders(value);
      if (unknown.length === 0) return [];
      const field = `${path}.${language}.${name}`;
      const known = Object.keys(PLACEHOLDERS).map((one) => `{{${one}}}`);
      const message = `${field} has {{${unknown.join('}}, {{')}}}, which no message knows: use ${known.join(', ')}.`;
      return [{ field, code: 'unknown_placeholder', message }];
    });
  });
}

/** The schedule of a store as the API shows it. */
export function presentSchedule(secrets: SecretBox, settings: StoreSettings): Record<string, unknown> {
  const schedule = scheduleOf(settings);
  const words = settings.reminderWords ?? {};
  const twilio = openTwilioAccount(secrets, settings);
  const { quietFrom, quietUntil } = schedule;
  return {
    enabled: schedule.isOn,
    language: schedule.language,
    business_days_only: schedule.businessDaysOnly,
    quiet_hours: quietFrom === null ? null : { from: quietFrom, until: quietUntil },
    reply_to: schedule.replyTo,
    receipts: schedule.sendsReceipts,
    refund_notices: schedule.sendsRefundNotices,
    receipt_words: presentWords(words.receipt),
    refund_notice_words: presentWords(words.refund_notice),
    twilio: twilio && {
      account_sid: twilio.accountSid,
      sms_from: twilio.smsFrom,
      whatsapp_from: twilio.whatsappFrom,
    },
    steps: presentSteps(settings),
  };
}

/** The steps of a schedule as the API takes and shows them. */
export function presentSteps(settings: StoreSettings): StepBody[] {
  return scheduleOf(settings).steps.map(({ name, days, time, channel, methods }) => ({
    ...{ name, days, time, channel, payment_methods: methods },
    words: presentWords(settings.reminderWords?.[name]),
  }));
}

function presentWords(words: ReminderWords[string] = {}): WordsByLanguage {
  const entries = Object.entries(words).map(([language, { subject, text, whatsappTemplate }]) => [
    language,
    { subject, text, whatsapp_template: whatsappTemplate },
  ]);
  return Object.fromEntries(entries) as WordsByLanguage;
}
