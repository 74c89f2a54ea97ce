import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addDays } from '../calendar/business-day.ts';
import { Company } from '../companies/company.entity.ts';
import type { Store } from '../companies/environment.ts';
import { Customer } from '../customers/customer.entity.ts';
import { gatewayNotConfigured, invalidFields, type FieldError } from '../errors/errors.ts';
import { formatDecimal, MAX_AMOUNT_CENTS, multiply, sum } from '../money/money.ts';
import type { GatewayRegistry } from '../payments/gateways/gateway-registry.ts';
import { newAttempt } from '../payments/new-attempt.ts';
import type { PaymentMethod } from '../payments/payment-method.ts';
import { Product } from '../products/product.entity.ts';
import { OutboxEntry } from '../temporal/outbox-entry.entity.ts';
import type { Clock } from '../time/clock.ts';
import { recordInvoiceEvents } from './change-invoice.ts';
import { nextDeadlineAt } from './deadline.ts';
import { boletoInstants, storeToday } from './due-dates.ts';
import { InvoiceItem } from './invoice-item.entity.ts';
import { Invoice } from './invoice.entity.ts';

/** Five years: well within the cycle in which a boleto's due factor means one date (FEBRABAN, 9,000 days). */
const MAX_DUE_DAYS = 1_826;

export interface CreateInvoiceInput {
  customerId: number;
  products: { productId: number; quantity: number }[];
  paymentMethod: PaymentMethod;
  dueDate: string | null;
  description: string | null;
  externalReference: string | null;
}

/**
 * Creates an invoice with its `invoice.created` event in one transaction. It waits for neither Temporal nor a gateway:
 * the outbox entry starts the workflow, which registers the charge.
 *
 * @throws ApiError 422 naming each customer or product that the store does not have, and `gateway_not_configured`
 */
export async function createInvoice(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, input }: { store: Store; input: CreateInvoiceInput },
): Promise<Invoice> {
  const gateway = gateways.forStore(store);
  if (!gateway) throw gatewayNotConfigured();
  const now = await clock.now(store);

  return em.fork().transactional(async (tx) => {
    const company = await tx.findOneOrFail(Company, store.companyId);
    const dueDate = chooseDueDate(input, company, now);
    const lines = await priceLines(tx, store, input);

    const boleto = input.paymentMethod === 'boleto' && dueDate ? boletoInstants(dueDate, company) : null;
    const invoice = tx.create(Invoice, {
      ...store,
      customerId: input.customerId,
      status: 'open',
      version: 1,
      eventSequence: 0,
      paymentMethod: input.paymentMethod,
      // 144 random bits: the address of the payer's page cannot be guessed or counted through.
      checkoutHash: randomBytes(18).toString('base64url'),
      totalCents: sum(lines.map((line) => line.amountCents)),
      amountPaidCents: 0,
      amountRefundedCents: 0,
      description: input.description,
      externalReference: input.externalReference,
      dueDate,
      pixExpiresAt: null,
      overdueAt: boleto?.overdueAt ?? null,
      expiresAt: boleto?.expiresAt ?? null,
      abandonmentAt: new Date(now.getTime() + company.abandonmentSeconds * 1000),
      nextDeadlineAt: null,
      paidAt: null,
      createdAt: now,
      updatedAt: now,
    });
    invoice.nextDeadlineAt = nextDeadlineAt(invoice);
    await tx.flush();

    for (const [position, { product, quantity }] of lines.entries()) {
      const { id: productId, name, priceCents: unitPriceCents } = product;
      tx.create(InvoiceItem, { invoiceId: invoice.id, productId, position, name, quantity, unitPriceCents });
    }
    // A card is charged when the payer submits it; Pix and boleto are registered at once.
    if (input.paymentMethod !== 'card') newAttempt(tx, { invoice, number: 1, gateway: gateway.name, at: now });
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

function chooseDueDate(input: CreateInvoiceInput, company: Company, now: Date): string | null {
  const today = storeToday(now, company);
  if (input.dueDate && input.dueDate < today) {
    const message = `due_date ${input.dueDate} is in the past: give ${today} or later.`;
    throw invalidFields([{ field: 'due_date', code: 'in_the_past', message }]);
  }
  const latest = addDays(today, MAX_DUE_DAYS);
  if (input.dueDate && input.dueDate > latest) {
    const message = `due_date ${input.dueDate} is too far away: give ${latest} or earlier.`;
    throw invalidFields([{ field: 'due_date', code: 'too_far', message }]);
  }
  if (input.dueDate || input.paymentMethod !== 'boleto') return input.dueDate;
  return addDays(today, company.boletoDueDays);
}

interface Line {
  product: Product;
  quantity: number;
  amountCents: number;
}

/** The lines with the products' present names and prices; two queries whatever their number. */
async function priceLines(tx: EntityManager, store: Store, input: CreateInvoiceInput): Promise<Line[]> {
  const customer = await tx.findOne(Customer, { id: input.customerId, ...store });
  const ids = [...new Set(input.products.map((line) => line.productId))];
  const products = new Map((await tx.find(Product, { id: ids, ...store })).map((product) => [product.id, product]));

  const errors: FieldError[] = [];
  if (!customer) errors.push(unknownReference('customer_id', 'customer', input.customerId));
  const lines = input.products.flatMap(({ productId, quantity }, index): Line[] => {
    const product = products.get(productId);
    if (product) return [{ product, quantity, amountCents: multiply(product.priceCents, quantity) }];
    errors.push(unknownReference(`products[${index}].product_id`, 'product', productId));
    return [];
  });
  if (errors.length > 0) throw invalidFields(errors);
  if (lines.reduce((total, line) => total + line.amountCents, 0) > MAX_AMOUNT_CENTS) {
    const message = `The total is more than ${formatDecimal(MAX_AMOUNT_CENTS)}: lower a quantity or split the invoice.`;
    throw invalidFields([{ field: 'products', code: 'total_too_large', message }]);
  }
  return lines;
}

function unknownReference(field: string, what: string, id: number): FieldError {
  return { field, code: 'not_found', message: `${field}: this store has no ${what} ${id}.` };
}
