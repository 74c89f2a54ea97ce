import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { Company } from '../../accounts/companies/company.entity.ts';
import { payersOrigin } from '../../accounts/companies/checkout-domain.ts';
import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { readSettings } from '../../accounts/companies/read-settings.ts';
import type { StoreSettings } from '../../accounts/companies/store-settings.entity.ts';
import type { SecretBox } from '../../base/crypto/secret-box.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { PayerMailer } from '../../base/mail/mailer.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { amountDueCents } from '../../invoices/amount-due.ts';
import { checkoutUrlOf, logoUrlOf } from '../../invoices/checkout-url.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { endOfQuiet, mayBeReminded } from '../../invoices/next-reminder.ts';
import { PayerMessage } from '../../invoices/payer-message.entity.ts';
import { Refund } from '../../invoices/refund.entity.ts';
import { scheduleOf } from './change-schedule.ts';
import type { MessageOutcome, ShortMessageSender } from './message-outcome.ts';
import { messageIdOf, unsubscribeUrlOf } from './message-token.ts';
import { openTwilioAccount } from './twilio-account.ts';
import { toE164 } from './twilio.ts';
import { languageFor, writeMessage, type MessageFacts } from './write-message.ts';

/** A message that could not be sent for this long is of no use. */
const LATEST_MS = 24 * 3_600_000;

export interface SendMessageDeps {
  em: EntityManager;
  clock: Clock;
  secrets: SecretBox;
  /** Null where no mail server is set. */
  mailer: PayerMailer | null;
  shortMessages: ShortMessageSender;
  publicUrl: string;
  log: Logger;
}

/** A message that is to be tried again: its channel did not take it, or these are quiet hours. */
export class MessageWaitsError extends Error {
  override name = 'MessageWaitsError';
  /** Real time; null: as the caller retries. */
  readonly retryAfterMs: number | null;

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * Sends a message, at most once: it is marked before it is handed over. A process that finds it marked does not know
 * how that ended, and sends it no more. Before each attempt the record is asked whether there still is a reason to.
 *
 * In a sandbox nobody is written to: the message counts as sent, and its text can be read.
 *
 * @throws MessageWaitsError
 */
export async function sendMessage(deps: SendMessageDeps, messageId: number): Promise<void> {
  const begun = await begin(deps, messageId);
  if (!begun) return;
  const outcome = await handOver(deps, begun);
  if (outcome.status !== 'sent') deps.log.info({ message_id: messageId, ...outcome }, 'a message was not sent');
  await settle(deps, messageId, outcome);
  if (outcome.status === 'unavailable') throw new MessageWaitsError(outcome.why);
}

/** All that a message is made of. */
interface Subject {
  message: PayerMessage;
  invoice: Invoice;
  company: Company;
  customer: Customer;
  settings: StoreSettings;
  refund: Refund | null;
  /** As `findLogoVersion` has it. */
  logoVersion: string | null;
  now: Date;
}

/** @returns null where the message has come to its end, or there is no reason to send it any more */
async function begin({ em, clock }: SendMessageDeps, messageId: number): Promise<Subject | null> {
  return inTransaction(em, async (tx) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE as const };
    const message = await tx.findOne(PayerMessage, messageId, lock);
    if (!message) return null;
    const now = await clock.now(message);
    const end = (state: PayerMessage['state'], reason: string | null = null): null => {
      Object.assign(message, { state, reason, updatedAt: now, ...(state === 'sent' && { sentAt: now }) });
      return null;
    };
    if (message.state === 'sending') return end('unknown', 'interrupted');
    if (message.state !== 'queued') return null;
    const subject = await readSubject(tx, message, now);
    const reason = reasonToSkip(subject) ?? (await reasonOfLater(tx, message));
    if (reason) return end('skipped', reason);
    const quietUntil =
      message.kind === 'reminder' && endOfQuiet(now, scheduleOf(subject.settings), subject.company.timeZone);
    if (quietUntil) {
      throw new MessageWaitsError(
        `Quiet hours until ${quietUntil.toISOString()}`,
        quietUntil.getTime() - now.getTime(),
      );
    }
    if (message.environment === 'sandbox') return end('sent', 'simulated');
    Object.assign(message, { state: 'sending', attempts: message.attempts + 1, updatedAt: now });
    return subject;
  });
}

export async function readSubject(tx: EntityManager, message: PayerMessage, now: Date): Promise<Subject> {
  const invoice = await tx.findOneOrFail(Invoice, message.invoiceId);
  return {
    ...{ message, invoice, now },
    company: await tx.findOneOrFail(Company, message.companyId),
    customer: await tx.findOneOrFail(Customer, invoice.customerId),
    settings: await readSettings(tx, message),
    refund: message.refundId === null ? null : await tx.findOneOrFail(Refund, message.refundId),
    logoVersion: await findLogoVersion(tx, message.companyId),
  };
}

/** A code; null where the message is to be sent. */
function reasonToSkip({ message, invoice, company, customer, settings, now }: Subject): string | null {
  if (customer.erasedAt) return 'erased';
  if (company.suspendedAt) return 'store_suspended';
  if (now.getTime() - message.sendAt.getTime() > LATEST_MS) return 'too_late';
  if (message.channel !== 'email' && customer.phone === null) return 'no_phone';
  if (customer.reminderStop === 'bounced' && message.channel === 'email') return 'bounced';
  if (customer.reminderStop === 'complained') return 'complained';
  if (message.kind === 'receipt') return invoice.paidAt ? null : 'not_paid';
  if (message.kind === 'refund_notice') return null;
  if (customer.reminderStop !== null) return customer.reminderStop;
  if (message.step !== null && !settings.reminderSchedule?.isOn) return 'switched_off';
  if (invoice.dueDate !== message.dueDate) return 'due_date_changed';
  if (invoice.remindersHeldAt) return 'held';
  return mayBeReminded(invoice) ? null : invoice.amountDisputedCents > 0 ? 'disputed' : 'not_owed';
}

/** After an outage, the last of several reminders by one channel is enough. */
async function reasonOfLater(
  tx: EntityManager,
  { id, invoiceId, kind, channel }: PayerMessage,
): Promise<string | null> {
  if (kind !== 'reminder') return null;
  const later = await tx.count(PayerMessage, { invoiceId, kind, channel, state: { $ne: 'skipped' }, id: { $gt: id } });
  return later > 0 ? 'overtaken' : null;
}

/** The words of a message, as it would be sent now. */
export function wordsOf(
  { message, invoice, company, customer, settings, refund, logoVersion, now }: Subject,
  { publicUrl }: { publicUrl: string },
): ReturnType<typeof writeMessage> {
  const today = storeToday(now, company);
  const origin = payersOrigin(company, publicUrl);
  const amounts = { reminder: amountDueCents(invoice, today), receipt: invoice.amountPaidCents };
  const facts: MessageFacts = {
    ...{ kind: message.kind, channel: message.channel, step: message.step, company, today },
    payerName: customer.name ?? '',
    invoiceId: invoice.id,
    description: invoice.description,
    amountCents:
      message.kind === 'refund_notice' ? (refund?.amountCents ?? invoice.amountRefundedCents) : amounts[message.kind],
    dueDate: message.dueDate ?? invoice.dueDate,
    link: checkoutUrlOf(invoice, origin),
    logoUrl: logoVersion && logoUrlOf(invoice, origin, logoVersion),
    unsubscribeUrl: message.kind === 'reminder' ? unsubscribeUrlOf(message, publicUrl) : null,
  };
  const language = languageFor(customer, settings.reminderSchedule);
  return writeMessage(facts, { language, words: settings.reminderWords });
}

/** No transaction is open while another server is waited for. */
async function handOver(
  { mailer, shortMessages, secrets, publicUrl }: SendMessageDeps,
  subject: Subject,
): Promise<MessageOutcome> {
  const { message, customer, company, settings } = subject;
  const { subject: title, text, html, template } = wordsOf(subject, { publicUrl });
  if (message.channel !== 'email') {
    const account = openTwilioAccount(secrets, settings);
    if (!account) return { status: 'refused', reason: 'no_provider', stop: null };
    const to = toE164(customer.phone!);
    if (!to) return { status: 'refused', reason: 'invalid_number', stop: null };
    return shortMessages.send(account, { channel: message.channel, to, text, template });
  }
  if (!mailer) return { status: 'refused', reason: 'no_mail_server', stop: null };
  const replyTo = settings.reminderSchedule?.replyTo ?? null;
  const outcome = await mailer.sendOnce({
    ...{ to: customer.email!, subject: title, text, html: html! },
    fromName: company.name,
    ...(replyTo !== null && { replyTo }),
    messageId: messageIdOf(message, publicUrl),
    headers: headersOf(message, publicUrl),
  });
  if (outcome.status === 'sent') return { status: 'sent', providerId: null };
  if (outcome.status !== 'refused') return outcome;
  return { ...outcome, stop: outcome.reason === 'bounced' ? 'bounced' : null };
}

/** RFC 8058: a mail program shows a button that opts out. RFC 3834: no machine answers. */
function headersOf(message: PayerMessage, publicUrl: string): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(message.kind === 'reminder' && {
      'List-Unsubscribe': `<${unsubscribeUrlOf(message, publicUrl)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

const STATES: Readonly<Record<MessageOutcome['status'], PayerMessage['state']>> = {
  sent: 'sent',
  refused: 'failed',
  unavailable: 'queued',
  unknown: 'unknown',
};

async function settle({ em, clock }: SendMessageDeps, messageId: number, outcome: MessageOutcome): Promise<void> {
  await inTransaction(em, async (tx) => {
    const message = await tx.findOneOrFail(PayerMessage, messageId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another process took it for lost, or a report came sooner.
    if (message.state !== 'sending') return;
    const now = await clock.now(message);
    message.state = STATES[outcome.status];
    message.updatedAt = now;
    if (outcome.status === 'sent') Object.assign(message, { sentAt: now, providerId: outcome.providerId });
    if (outcome.status === 'unknown') message.reason = 'connection_lost';
    if (outcome.status !== 'refused') return;
    message.reason = outcome.reason;
    if (outcome.stop) await stopReminders(tx, message, outcome.stop);
  });
}

/** Ends the reminders of the payer of a message. */
export async function stopReminders(
  tx: EntityManager,
  { invoiceId }: Pick<PayerMessage, 'invoiceId'>,
  stop: NonNullable<Customer['reminderStop']>,
): Promise<void> {
  const { customerId } = await tx.findOneOrFail(Invoice, invoiceId);
  const customer = await tx.findOneOrFail(Customer, customerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (customer.erasedAt || customer.reminderStop === stop) return;
  customer.reminderStop = stop;
}
