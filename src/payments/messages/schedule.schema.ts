import {
  MESSAGE_CHANNELS,
  MESSAGE_LANGUAGES,
  type MessageChannel,
  type MessageLanguage,
} from '../../accounts/companies/reminder-schedule.ts';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/payment-method.ts';
import { answerObject, shown } from '../../base/http/answer.ts';
import { fields } from '../../base/http/fields.ts';
import { joi } from '../../base/http/joi.ts';
import { TIME_OF_DAY } from '../../base/time/time-of-day.ts';
import { MESSAGE_KINDS, type MessageKind } from '../../invoices/payer-message.entity.ts';
import { PLACEHOLDERS } from './placeholders.ts';

/** The most steps of a schedule. */
export const MOST_STEPS = 20;
/** A step is so many days after the due date at most. */
export const MOST_DAYS_AFTER = 180;

export interface WordsBody {
  subject: string | null;
  text: string;
  whatsapp_template: string | null;
}

export type WordsByLanguage = Partial<Record<MessageLanguage, WordsBody>>;

export interface StepBody {
  name: string;
  days: number;
  time: string;
  channel: MessageChannel;
  payment_methods: PaymentMethod[];
  words: WordsByLanguage;
}

export interface TwilioBody {
  account_sid: string;
  auth_token: string;
  sms_from: string | null;
  whatsapp_from: string | null;
}

export interface ReminderScheduleBody {
  enabled?: boolean;
  language?: MessageLanguage;
  business_days_only?: boolean;
  quiet_hours?: { from: string; until: string } | null;
  reply_to?: string | null;
  receipts?: boolean;
  refund_notices?: boolean;
  receipt_words?: WordsByLanguage;
  refund_notice_words?: WordsByLanguage;
  twilio?: TwilioBody | null;
  steps?: StepBody[];
}

/** Lines and paragraphs, and no other control characters. */
// eslint-disable-next-line no-control-regex -- they are what it is about
const TEXT = /^[^\x00-\x09\x0B-\x1F\x7F-\x9F]*$/;

/** The ids and numbers of Twilio. */
export const TWILIO_PATTERNS = {
  accountSid: /^AC[0-9a-fA-F]{32}$/,
  template: /^HX[0-9a-fA-F]{32}$/,
  /** E.164. */
  number: /^\+[1-9]\d{7,14}$/,
  numberOrService: /^(\+[1-9]\d{7,14}|MG[0-9a-fA-F]{32})$/,
};

const time = joi
  .text()
  .pattern(TIME_OF_DAY)
  .messages({ 'string.pattern.base': '{#label} must be a time of day, HH:MM' })
  .description('`HH:MM` in the time zone of the store.');

const words = joi
  .object<WordsBody>({
    subject: fields
      .line(200)
      .allow(null)
      .default(null)
      .description("Only of an e-mail; the platform's where it is null."),
    text: joi
      .text()
      .max(2000)
      .pattern(TEXT)
      .messages({ 'string.pattern.base': '{#label} must have no control characters but line breaks' })
      .required(),
    whatsapp_template: joi
      .text()
      .pattern(TWILIO_PATTERNS.template)
      .allow(null)
      .default(null)
      .messages({ 'string.pattern.base': '{#label} must be the id of a template of Twilio, HX and 32 digits' })
      .description('Its places are `{{1}}` first name, `{{2}}` store, `{{3}}` amount, `{{4}}` due date, `{{5}}` link.'),
  })
  .component('MessageWordsInput');

const wordsByLanguage = joi
  .object<WordsByLanguage>(Object.fromEntries(MESSAGE_LANGUAGES.map((language) => [language, words])))
  .description(
    `The store's own words; the platform's where a language has none. Placeholders: ${Object.entries(PLACEHOLDERS)
      .map(([name, meaning]) => `\`{{${name}}}\` ${meaning}`)
      .join('; ')}.`,
  );

const step = joi
  .object<StepBody>({
    name: joi
      .text()
      .pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      .max(40)
      .required()
      .messages({
        'string.pattern.base': '{#label} must be lower-case words and digits with dashes, like three-days-before',
      })
      .description('An invoice gets one reminder of a name for a due date, also when the hour or the words change.'),
    days: joi
      .number()
      .integer()
      .min(-60)
      .max(MOST_DAYS_AFTER)
      .required()
      .description('Days after the due date; negative: before it; 0: on it.'),
    time: time.default('09:00'),
    channel: joi
      .string()
      .valid(...MESSAGE_CHANNELS)
      .default('email'),
    payment_methods: joi
      .array<PaymentMethod>()
      .items(joi.string().valid(...PAYMENT_METHODS))
      .unique()
      .max(PAYMENT_METHODS.length)
      .default([])
      .description('Invoices of these methods; empty: of all.'),
    words: wordsByLanguage.default({}),
  })
  .component('ReminderStepInput');

const twilio = joi
  .object<TwilioBody>({
    account_sid: joi
      .text()
      .pattern(TWILIO_PATTERNS.accountSid)
      .required()
      .messages({ 'string.pattern.base': '{#label} must be the id of an account of Twilio, AC and 32 digits' }),
    auth_token: joi
      .text()
      .pattern(/^[\x21-\x7E]{16,100}$/)
      .required()
      .messages({ 'string.pattern.base': '{#label} must be the token of an account of Twilio' })
      .description('Kept encrypted, and never shown again.'),
    sms_from: joi.text().pattern(TWILIO_PATTERNS.numberOrService).allow(null).default(null).messages({
      'string.pattern.base': '{#label} must be a number in E.164, like +5511912345678, or a messaging service',
    }),
    whatsapp_from: joi
      .text()
      .pattern(TWILIO_PATTERNS.number)
      .allow(null)
      .default(null)
      .messages({ 'string.pattern.base': '{#label} must be a number in E.164, like +5511912345678' }),
  })
  .component('TwilioAccountInput');

export const updateScheduleSchema = joi
  .object<ReminderScheduleBody>({
    enabled: fields.boolean.description('Whether payers are written to at all. Off until the store switches it on.'),
    language: joi
      .string()
      .valid(...MESSAGE_LANGUAGES)
      .description('The language of customers who have none.'),
    business_days_only: fields.boolean.description(
      'A step on another day moves: to the business day before where it lies before the due date, and after it otherwise.',
    ),
    quiet_hours: joi
      .object({ from: time.required(), until: time.required() })
      .allow(null)
      .description('No reminder is sent in these hours, which may pass midnight.'),
    reply_to: joi
      .string()
      .email({ tlds: false, allowUnicode: false })
      .max(254)
      .allow(null)
      .description("The address at which a payer's answer arrives."),
    receipts: fields.boolean.description('An e-mail for each payment that settles an invoice.'),
    refund_notices: fields.boolean.description('An e-mail for each refund.'),
    receipt_words: wordsByLanguage,
    refund_notice_words: wordsByLanguage,
    twilio: twilio.allow(null).description('The account by which SMS and WhatsApp messages go; null removes it.'),
    steps: joi
      .array<StepBody>()
      .items(step)
      .max(MOST_STEPS)
      .description('All steps: they take the place of those before.'),
  })
  .component('UpdateReminderSchedule');

const shownWords = answerObject('MessageWords', {
  subject: shown.textOrNull,
  text: joi.string().allow(''),
  whatsapp_template: shown.textOrNull,
});
const shownByLanguage = joi.object(Object.fromEntries(MESSAGE_LANGUAGES.map((language) => [language, shownWords])));

const shownStep = answerObject('ReminderStep', {
  name: shown.text,
  days: joi.number().integer(),
  time: shown.text,
  channel: joi.string().valid(...MESSAGE_CHANNELS),
  payment_methods: joi.array().items(joi.string().valid(...PAYMENT_METHODS)),
  words: shownByLanguage,
});

export const scheduleSchema = answerObject('ReminderSchedule', {
  enabled: shown.flag,
  language: joi.string().valid(...MESSAGE_LANGUAGES),
  business_days_only: shown.flag,
  quiet_hours: answerObject('QuietHours', { from: shown.text, until: shown.text }).allow(null),
  reply_to: shown.textOrNull,
  receipts: shown.flag,
  refund_notices: shown.flag,
  receipt_words: shownByLanguage,
  refund_notice_words: shownByLanguage,
  twilio: answerObject('TwilioAccount', {
    account_sid: shown.text,
    sms_from: shown.textOrNull,
    whatsapp_from: shown.textOrNull,
  }).allow(null),
  steps: joi.array().items(shownStep),
});

export interface PreviewBody {
  kind: MessageKind;
  step?: string;
  language?: MessageLanguage;
  invoice_id?: number;
}

export const previewSchema = joi
  .object<PreviewBody>({
    kind: joi
      .string()
      .valid(...MESSAGE_KINDS)
      .default('reminder'),
    step: joi.text().max(40).description('The step of a reminder; the first one unless given.'),
    language: joi
      .string()
      .valid(...MESSAGE_LANGUAGES)
      .description("The schedule's own unless given."),
    invoice_id: fields.id.description('Written for this invoice; for a made-up one unless given.'),
  })
  .component('PreviewMessage');

export const writtenMessageSchema = answerObject('WrittenMessage', {
  subject: shown.text,
  text: shown.text,
  html: shown.textOrNull.description('Of an e-mail.'),
});
