import {
  MESSAGE_LANGUAGES,
  type MessageChannel,
  type MessageLanguage,
  type ReminderWords,
} from '../../accounts/companies/reminder-schedule.ts';
import type { PaymentMethod } from '../../banking/payment-method.ts';
import { ApiError, invalidFields } from '../../base/errors/errors.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../invoices/payer-message.entity.ts';
import type { ReminderScheduleBody, StepBody, WordsByLanguage } from '../../payments/messages/schedule.schema.ts';

export const WHENS = ['before', 'on', 'after'] as const;
export type When = (typeof WHENS)[number];

/** The form of a step, as it was typed. */
export interface StepForm extends WordsForm {
  when: When;
  days?: number;
  time: string;
  channel: MessageChannel;
  methods: PaymentMethod[];
}

type WordsField = `${'subject' | 'text' | 'template'}_${MessageLanguage}`;
/** The words of a message, in each language; a language without a text has the platform's. */
export type WordsForm = Partial<Record<WordsField, string>>;

export function isNotice(name: string): name is NoticeKind {
  return (NOTICE_KINDS as readonly string[]).includes(name);
}

/** @throws ApiError 422 for a subject or template without a text */
export function readWords(form: WordsForm): WordsByLanguage {
  const words: WordsByLanguage = {};
  for (const language of MESSAGE_LANGUAGES) {
    const subject = form[`subject_${language}`] ?? null;
    const text = form[`text_${language}`];
    const template = form[`template_${language}`] ?? null;
    if (text !== undefined) {
      words[language] = { subject, text: text.replaceAll('\r\n', '\n'), whatsapp_template: template };
    } else if (subject !== null || template !== null) {
      throw invalidFields([{ field: `text_${language}`, code: 'any.required', message: 'A subject needs a text.' }]);
    }
  }
  return words;
}

export function presentWords(words: ReminderWords[string] = {}): Record<WordsField, string> {
  const entries = MESSAGE_LANGUAGES.flatMap((language) => [
    [`subject_${language}`, words[language]?.subject ?? ''],
    [`text_${language}`, words[language]?.text ?? ''],
    [`template_${language}`, words[language]?.whatsappTemplate ?? ''],
  ]);
  return Object.fromEntries(entries) as Record<WordsField, string>;
}

/** The days of a step as the API has them. */
function daysOf({ when, days = 0 }: StepForm): number {
  return when === 'on' ? 0 : when === 'before' ? -days : days;
}

/** The address of the form of a new step: no step has such a name. */
export const NEW = '_new';

/**
 * The steps of a schedule with one of them changed, or a new one behind them, which gets a name from its days and its
 * channel.
 *
 * @param name of the step, or `NEW`
 */
export function withStep(steps: StepBody[], { name, form }: { name: string; form: StepForm }): StepBody[] {
  const isNew = name === NEW;
  const changed: StepBody = {
    name: isNew ? nameOf(form, steps) : name,
    ...{ days: daysOf(form), time: form.time, channel: form.channel, payment_methods: form.methods },
    words: readWords(form),
  };
  const all = isNew ? [...steps, changed] : steps.map((step) => (step.name === name ? changed : step));
  return all.sort((a, b) => a.days - b.days || a.time.localeCompare(b.time));
}

function nameOf(form: StepForm, steps: StepBody[]): string {
  const taken = steps.map((step) => step.name);
  const days = Math.abs(daysOf(form));
  const name = [
    ...(days === 0 ? ['on-the-day'] : [`${days}-days-${form.when}`]),
    ...(form.channel === 'email' ? [] : [form.channel]),
  ].join('-');
  let number = 2;
  let free = name;
  while (taken.includes(free)) free = `${name}-${number++}`;
  return free;
}

/**
 * Runs a use case, and names the refused fields as the form has them: `steps[2].words.pt.text` is the Portuguese text
 * of the step that the form is of.
 *
 * @throws ApiError as `work`
 */
export async function withFieldsOfStep<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.length === 0) throw error;
    throw invalidFields(
      error.errors.map(({ field, code, message }) => {
        const [, language, part] = /\.(pt|en|es)\.(\w+)$/.exec(field) ?? [];
        const last = field.split('.').at(-1)!;
        const own = last === 'payment_methods' ? 'methods' : last;
        return { field: language ? `${part}_${language}` : own, code, message };
      }),
    );
  }
}

/** The form of the rules, as it was typed. */
export interface RulesForm {
  enabled: boolean;
  language: MessageLanguage;
  business_days_only: boolean;
  quiet_from?: string;
  quiet_until?: string;
  reply_to?: string;
  receipts: boolean;
  refund_notices: boolean;
}

/** @throws ApiError 422 for quiet hours with one end */
export function readRules(form: RulesForm): ReminderScheduleBody {
  const { quiet_from: from, quiet_until: until, reply_to: replyTo = null, ...rules } = form;
  if ((from === undefined) !== (until === undefined)) {
    const field = from === undefined ? 'quiet_from' : 'quiet_until';
    throw invalidFields([{ field, code: 'any.required', message: 'Quiet hours have a beginning and an end.' }]);
  }
  return { ...rules, reply_to: replyTo, quiet_hours: from === undefined ? null : { from, until: until! } };
}
