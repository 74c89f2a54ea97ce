import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import type { Store } from '../companies/environment.ts';
import { Customer } from '../customers/customer.entity.ts';
import { inIdOrder } from '../db/in-id-order.ts';
import { inTransaction } from '../db/transaction.ts';
import { gatewayNotConfigured, invalidFields, type FieldError } from '../errors/errors.ts';
import type { Metadata } from '../metadata/metadata.ts';
import type { GatewayRegistry } from '../payments/gateways/gateway-registry.ts';
import { newAttempt } from '../payments/new-attempt.ts';
import type { PaymentMethod } from '../payments/payment-method.ts';
import { OutboxEntry } from '../temporal/outbox-entry.entity.ts';
import type { Clock } from '../time/clock.ts';
import { amountsOf } from './amount-due.ts';
import { quote, type Adjustment, type Discount } from './amounts.ts';
import { recordInvoiceEvents } from './change-invoice.ts';
import { checkDiscountEnd, checkTerms, chooseDueDate, chooseLateFees } from './check-terms.ts';
import { nextDeadlineAt } from './deadline.ts';
import { instantsOf, storeToday } from './due-dates.ts';
import { Invoice } from './invoice.entity.ts';
import {
  archivedReference,
  createItems,
  priceLines,
  subtotalOf,
  unknownReference,
  type Line,
  type LineInput,
} from './price-lines.ts';

export interface CreateInvoiceInput {
  customerId: number;
  products: LineInput[];
  paymentMethod: PaymentMethod;
  dueDate: string | null;
  installments: number;
  discount: Discount | null;
  /** Left out, a boleto has those of the store's settings; null: none. */
  fine?: Adjustment | null;
  interest?: Adjustment | null;
  description: string | null;
  externalReference: string | null;
  metadata: Metadata;
}

/**
 * Creates an invoice with its `invoice.created` event in one transaction. It waits for neither Temporal nor a gateway:
 * the outbox entry starts the workflow, which registers the charge.
 *
 * @throws ApiError 422 naming each customer or product that the store does not have, terms that do not fit, and
 *   `gateway_not_configured`
 */
export async function createInvoice(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, input }: { store: Store; input: CreateInvoiceInput },
): Promise<Invoice> {
  const gateway = gateways.forStore(store);
  if (!gateway) throw gatewayNotConfigured();
  const now = await clock.now(store);

  return inTransaction(em, async (tx) => {
    const company = await tx.findOneOrFail(Company, store.companyId);
    const lines = await resolveLines(tx, store, input);
    await inIdOrder(tx, store, 'invoices');
    const invoice = draftInvoice(tx, { store, company, input, lines, now });
    await tx.flush();
    createItems(tx, invoice.id, lines);
    // A card is charged when the payer submits it; Pix and boleto are registered at once.
    if (input.paymentMethod !== 'card') newAttempt(tx, { invoice, company, number: 1, gateway: gateway.name, at: now });
    await recordInvoiceEvents({
      tx,
      invoice,
      company,
      at: now,
      previousStatus: null,
      events: [{ type: 'invoice.created', details: {} }],
    });
    tx.create(OutboxEntry, { invoiceId: invoice.id, claimableAt: new Date() });
    return invoice;
  });
}

/** The priced lines. Whatever is unknown, customer or product, is named at once. */
async function resolveLines(tx: EntityManager, store: Store, input: CreateInvoiceInput): Promise<Line[]> {
  const { customerId } = input;
  const customer = await tx.findOne(Customer, { id: customerId, ...store });
  const errors: FieldError[] = [];
  if (!customer) errors.push(unknownReference('customer_id', 'customer', customerId));
  else if (!customer.active) errors.push(archivedReference('customer_id', 'customer', customerId));
  const lines = await priceLines(tx, { store, lines: input.products, errors });
  if (errors.length > 0) throw invalidFields(errors);
  return lines;
}

function draftInvoice(
  tx: EntityManager,
  {
    store,
    company,
    input,
    lines,
    now,
  }: { store: Store; company: Company; input: CreateInvoiceInput; lines: Line[]; now: Date },
): Invoice {
  const dueDate = chooseDueDate(input, company, now);
  const lateFees = chooseLateFees(input, company);
  const terms = { ...input, ...lateFees, dueDate, subtotalCents: subtotalOf(lines) };
  checkTerms(terms);
  checkDiscountEnd(input.discount, storeToday(now, company));
  const invoice = tx.create(Invoice, {
    ...store,
    customerId: input.customerId,
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
