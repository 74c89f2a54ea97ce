import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../../accounts/companies/company.entity.ts';
import { payersOrigin } from '../../accounts/companies/checkout-domain.ts';
import { findLogoVersion } from '../../accounts/companies/find-logo.ts';
import { readSettings } from '../../accounts/companies/read-settings.ts';
import type { Store } from '../../base/environment.ts';
import { invalidFields } from '../../base/errors/errors.ts';
import type { Clock } from '../../base/time/clock.ts';
import { addDays } from '../../base/calendar/calendar-date.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { requireKnown } from '../../catalog/customers/erased.ts';
import { amountDueCents } from '../../invoices/amount-due.ts';
import { checkoutUrlOf, logoUrlOf } from '../../invoices/checkout-url.ts';
import { storeToday } from '../../invoices/due-dates.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import { unknownReference } from '../../invoices/price-lines.ts';
import { scheduleOf } from './change-schedule.ts';
import { findMessage } from './list-messages.ts';
import { unsubscribeUrlOf } from './message-token.ts';
import type { PreviewBody } from './schedule.schema.ts';
import { readSubject, wordsOf } from './send-message.ts';
import { languageFor, writeMessage, type MessageFacts, type WrittenMessage } from './write-message.ts';

interface ContentDeps {
  em: EntityManager;
  clock: Clock;
  publicUrl: string;
}

/**
 * The text of a message, as it would be written now: no text is kept.
 *
 * @throws ApiError 404; 409 `customer_erased`
 */
export async function readContent(
  { em, clock, publicUrl }: ContentDeps,
  { store, messageId }: { store: Store; messageId: number },
): Promise<WrittenMessage> {
  const message = await findMessage(em, { store, messageId });
  const subject = await readSubject(em, message, await clock.now(store));
  requireKnown(subject.customer);
  return wordsOf(subject, { publicUrl });
}

/** The invoice of a preview that names none. */
const MADE_UP = {
  ...{ invoiceId: 1001, payerName: 'Maria da Silva', amountCents: 29_980 },
  ...{ description: null, logoUrl: null },
};

/**
 * Writes a message as the present schedule has it, and sends it to nobody.
 *
 * @throws ApiError 409 `customer_erased`; 422 for a step that the schedule does not have, or an unknown invoice
 */
export async function previewMessage(
  { em, clock, publicUrl }: ContentDeps,
  { store, input: { kind, step: name, language, invoice_id: invoiceId } }: { store: Store; input: PreviewBody },
): Promise<WrittenMessage> {
  const settings = await readSettings(em, store);
  const company = await em.findOneOrFail(Company, store.companyId);
  const schedule = scheduleOf(settings);
  const step = kind === 'reminder' ? (schedule.steps.find((one) => !name || one.name === name) ?? null) : null;
  if (kind === 'reminder' && !step) {
    const names = schedule.steps.map((one) => one.name).join(', ');
    const message = name
      ? `step must be one of ${names || 'the schedule, which has none'}.`
      : 'The schedule has no step.';
    throw invalidFields([{ field: 'step', code: 'not_found', message }]);
  }
  const today = storeToday(await clock.now(store), company);
  const invoice = invoiceId === undefined ? null : await em.findOne(Invoice, { id: invoiceId, ...store });
  if (invoiceId !== undefined && !invoice) throw invalidFields([unknownReference('invoice_id', 'invoice', invoiceId)]);
  const customer = invoice && requireKnown(await em.findOneOrFail(Customer, invoice.customerId));
  const days = step?.days ?? 0;
  const logoVersion = await findLogoVersion(em, store.companyId);
  const origin = payersOrigin(company, publicUrl);
  const facts: MessageFacts = {
    ...{ kind, channel: step?.channel ?? 'email', step: step?.name ?? null, company },
    ...(invoice && customer
      ? {
          payerName: customer.name,
          invoiceId: invoice.id,
          description: invoice.description,
          amountCents: amountDueCents(invoice, today) || invoice.totalCents,
          dueDate: invoice.dueDate ?? addDays(today, -days),
          link: checkoutUrlOf(invoice, origin),
          logoUrl: logoVersion && logoUrlOf(invoice, origin, logoVersion),
        }
      : { ...MADE_UP, dueDate: addDays(today, -days), link: `${origin}/checkout/…` }),
    today,
    unsubscribeUrl: kind === 'reminder' ? unsubscribeUrlOf({ token: '…' }, publicUrl) : null,
  };
  const spoken = language ?? languageFor({ language: customer?.language ?? null }, schedule);
  return writeMessage(facts, { language: spoken, words: settings.reminderWords });
}
