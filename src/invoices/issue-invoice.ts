import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Company } from '../companies/company.entity.ts';
import type { Store } from '../companies/environment.ts';
import { inIdOrder } from '../db/in-id-order.ts';
import { newAttempt } from '../payments/new-attempt.ts';
import type { PaymentAttempt } from '../payments/payment-attempt.entity.ts';
import { OutboxEntry } from '../temporal/outbox-entry.entity.ts';
import { amountsOf } from './amount-due.ts';
import { quote } from './amounts.ts';
import { recordInvoiceEvents } from './change-invoice.ts';
import { checkDiscountEnd, checkTerms, chooseDueDate, chooseLateFees } from './check-terms.ts';
import type { CreateInvoiceInput } from './create-invoice.ts';
import { nextDeadlineAt } from './deadline.ts';
import { instantsOf, storeToday } from './due-dates.ts';
import { Invoice } from './invoice.entity.ts';
import { createItems, subtotalOf, type Line } from './price-lines.ts';

export interface NewInvoice {
  store: Store;
  company: Company;
  /** Of the gateway that collects it. */
  gateway: string;
  terms: Omit<CreateInvoiceInput, 'products'>;
  lines: Line[];
  /** The subscription that makes it, and the card that it is charged to at once, if it has one on file. */
  subscription?: { id: number; sealCardToken: ((invoiceId: number) => string) | null };
  /** The moment it is made, in the store's time. */
  at: Date;
}

/**
 * Makes an invoice with its `invoice.created` event, in the caller's transaction. It waits for neither Temporal nor a
 * gateway: the outbox entry starts the workflow, which registers the charge.
 *
 * @throws ApiError 422 for terms that do not fit
 */
export async function issueInvoice(tx: EntityManager, input: NewInvoice): Promise<Invoice> {
  const { store, company, lines, at } = input;
  await inIdOrder(tx, store, 'invoices');
  const invoice = draftInvoice(tx, input);
  await tx.flush();
  createItems(tx, invoice.id, lines);
  beginCharge(tx, invoice, input);
  await recordInvoiceEvents({
    tx,
    invoice,
    company,
    at,
    previousStatus: null,
    events: [{ type: 'invoice.created', details: {} }],
  });
  tx.create(OutboxEntry, { invoiceId: invoice.id, claimableAt: new Date() });
  return invoice;
}

/** Pix and boleto are registered at once; a card when the payer submits it, or when one is on file. */
function beginCharge(
  tx: EntityManager,
  invoice: Invoice,
  { company, gateway, subscription, at }: NewInvoice,
): PaymentAttempt | null {
  const sealCardToken = subscription?.sealCardToken;
  if (invoice.paymentMethod === 'card' && !sealCardToken) return null;
  const attempt = newAttempt(tx, { invoice, company, number: 1, gateway, at, isOffSession: Boolean(sealCardToken) });
  if (sealCardToken) attempt.cardToken = sealCardToken(invoice.id);
  return attempt;
}

function draftInvoice(
  tx: EntityManager,
  { store, company, terms: input, lines, subscription, at: now }: NewInvoice,
): Invoice {
  const dueDate = chooseDueDate(input, company, now);
  const lateFees = chooseLateFees(input, company);
  const terms = { ...input, ...lateFees, dueDate, subtotalCents: subtotalOf(lines) };
  checkTerms(terms);
  checkDiscountEnd(input.discount, storeToday(now, company));
  const invoice = tx.create(Invoice, {
    ...store,
    customerId: input.customerId,
    subscriptionId: subscription?.id ?? null,
    paymentMethod: input.paymentMethod,
    installments: input.installments,
    discount: input.discount,
    ...lateFees,
    description: input.description,
    externalReference: input.externalReference,
    metadata: input.metadata,
    ...amountsOf(quote(terms, storeToday(now, company))),
    ...instantsOf({ paymentMethod: input.paymentMethod, dueDate }, company),
    status: 'open',
    version: 1,
    eventSequence: 0,
    // 144 random bits: the address of the payer's page cannot be guessed or counted through.
    checkoutHash: randomBytes(18).toString('base64url'),
    amountPaidCents: 0,
    amountRefundedCents: 0,
    dueDate,
    pixExpiresAt: null,
    abandonmentAt: new Date(now.getTime() + company.abandonmentSeconds * 1000),
    nextDeadlineAt: null,
    checkoutOpenedAt: null,
    checkoutStartedAt: null,
    lastActedAt: null,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
  });
  invoice.nextDeadlineAt = nextDeadlineAt(invoice);
  return invoice;
}
