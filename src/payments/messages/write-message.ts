import type { Company } from '../../accounts/companies/company.entity.ts';
import type {
  MessageLanguage,
  MessageWords,
  ReminderSchedule,
  ReminderWords,
} from '../../accounts/companies/reminder-schedule.ts';
import { daysBetween } from '../../base/calendar/calendar-date.ts';
import { readTemplates } from '../../base/http/pages/templates.ts';
import type { MailText } from '../../base/mail/queue-mail.ts';
import type { Cents } from '../../base/money/money.ts';
import { brandColors } from '../../base/text/brand-colors.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { formatsOf } from '../../base/text/formats.ts';
import type { MessageKind, PayerMessage } from '../../invoices/payer-message.entity.ts';
import { DEFAULT_WORDS, MAIL_WORDS, type Occasion } from './default-words.ts';
import { fillPlaceholders, type Placeholder } from './placeholders.ts';

/** All that a message says. */
export interface MessageFacts {
  kind: MessageKind;
  channel: PayerMessage['channel'];
  /** The name of the step of a reminder. */
  step: string | null;
  company: Pick<Company, 'name' | 'brandColor'>;
  payerName: string;
  invoiceId: number;
  description: string | null;
  amountCents: Cents;
  dueDate: string | null;
  /** The calendar day of the store. */
  today: string;
  /** The page of the invoice. */
  link: string;
  /** The picture of the store, to be shown by an e-mail; null: it has none. */
  logoUrl: string | null;
  /** The address by which the payer opts out of reminders; null for other kinds. */
  unsubscribeUrl: string | null;
}

/** A message in words. */
export interface WrittenMessage extends MailText {
  /** Beside the text of an e-mail; null for other channels. */
  html: string | null;
  /** The template at WhatsApp, and what stands in its places `{{1}}`, `{{2}}`, …; null where the store named none. */
  template: { id: string; variables: Record<string, string> } | null;
}

const templates = readTemplates(new URL('.', import.meta.url));

/** The places of a template at WhatsApp, in order. */
const TEMPLATE_PLACES = ['first_name', 'store', 'amount', 'due_date', 'link'] as const satisfies Placeholder[];

/** Writes a message: in the store's own words where there are any in that language, and in the platform's otherwise. */
export function writeMessage(
  facts: MessageFacts,
  { language, words }: { language: MessageLanguage; words: ReminderWords | null },
): WrittenMessage {
  const values = valuesOf(facts, language);
  const { subject, text, template } = chooseWords(facts, { language, words });
  const fill = (pattern: string): string => fillPlaceholders(pattern, values);
  const written = { subject: oneLine(fill(subject)), text: fill(text) };
  if (facts.channel !== 'email') {
    const variables = Object.fromEntries(TEMPLATE_PLACES.map((name, index) => [String(index + 1), values[name]]));
    return { ...written, html: null, template: template === null ? null : { id: template, variables } };
  }
  return { ...asMail(written, { facts, language, values }), template: null };
}

function chooseWords(
  { kind, step, channel, dueDate, today }: MessageFacts,
  { language, words }: { language: MessageLanguage; words: ReminderWords | null },
): { subject: string; text: string; template: string | null } {
  const byDefault = DEFAULT_WORDS[language][kind === 'reminder' ? occasionOf(dueDate, today) : kind];
  const own: MessageWords | undefined = words?.[step ?? kind]?.[language];
  return {
    subject: own?.subject ?? byDefault.subject,
    text: own?.text ?? (channel === 'email' ? byDefault.text : byDefault.short),
    template: own?.whatsappTemplate ?? null,
  };
}

/** By the day on which it is sent: a reminder that is late says what is true then. */
function occasionOf(dueDate: string | null, today: string): Occasion {
  if (dueDate === null) return 'undated';
  if (today === dueDate) return 'on';
  return today < dueDate ? 'before' : 'after';
}

function valuesOf(facts: MessageFacts, language: MessageLanguage): Record<Placeholder, string> {
  const { company, payerName, invoiceId, description, amountCents, dueDate, today, link } = facts;
  const formats = formatsOf(MAIL_WORDS[language].locale);
  const name = oneLine(payerName);
  return {
    name,
    first_name: name.split(' ')[0]!,
    store: oneLine(company.name),
    amount: formats.money(amountCents),
    due_date: dueDate === null ? '' : formats.date(dueDate),
    days: dueDate === null ? '' : String(Math.abs(daysBetween(dueDate, today))),
    description: description === null ? `#${invoiceId}` : cleanText(description),
    invoice: String(invoiceId),
    link,
  };
}

/** A text and a page that say the same. */
function asMail(
  { subject, text }: MailText,
  {
    facts: { kind, company, link, logoUrl, unsubscribeUrl },
    language,
    values,
  }: { facts: MessageFacts; language: MessageLanguage; values: Record<Placeholder, string> },
): MailText & { html: string } {
  const { pay, see, because, unsubscribe } = MAIL_WORDS[language];
  const button = kind === 'reminder' ? pay : see;
  const reason = because(values.store);
  const foot = [`${button}: ${link}`, '--', reason, ...(unsubscribeUrl ? [`${unsubscribe}: ${unsubscribeUrl}`] : [])];
  const html = templates.render('@mail', {
    ...{ language, subject, button, link, logoUrl, reason, unsubscribe, unsubscribeUrl, store: values.store },
    colors: brandColors(company.brandColor),
    paragraphs: text.split(/\n\s*\n/).map((paragraph) => paragraph.split('\n')),
  });
  return { subject, text: `${text}\n\n${foot.join('\n')}`, html };
}

/** A header of a mail has one line. An amount keeps its space that does not break. */
function oneLine(text: string): string {
  return cleanText(text)
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim();
}

/** The language of a payer, and of the store's schedule where the payer has none. */
export function languageFor(
  { language }: { language: MessageLanguage | null },
  schedule: Pick<ReminderSchedule, 'language'> | null,
): MessageLanguage {
  return language ?? schedule?.language ?? 'pt';
}
