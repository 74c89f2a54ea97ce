import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../companies/company.entity.ts';
import type { Store } from '../companies/environment.ts';
import { Customer } from '../customers/customer.entity.ts';
import { inTransaction } from '../db/transaction.ts';
import { gatewayNotConfigured, invalidFields, type FieldError } from '../errors/errors.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { checkChargeable } from '../payments/check-chargeable.ts';
import type { GatewayRegistry } from '../payments/gateways/gateway-registry.ts';
import type { PaymentMethod } from '../payments/payment-method.ts';
import type { Clock } from '../time/clock.ts';
import type { Adjustment, Discount } from './amounts.ts';
import { storeToday } from './due-dates.ts';
import type { Invoice } from './invoice.entity.ts';
import { issueInvoice } from './issue-invoice.ts';
import { archivedReference, priceLines, unknownReference, type Line, type LineInput } from './price-lines.ts';

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
 * Creates an invoice at its products' present prices, as `issueInvoice` does.
 *
 * @throws ApiError 422 naming each customer or product that the store does not have, terms that do not fit,
 *   what the gateway needs of the customer, and `gateway_not_configured`
 */
export async function createInvoice(
  { em, clock, gateways }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry },
  { store, input }: { store: Store; input: CreateInvoiceInput },
): Promise<Invoice> {
  const gateway = await gateways.forStore(em, store);
  if (!gateway) throw gatewayNotConfigured();
  const at = await clock.now(store);

  return inTransaction(em, async (tx) => {
    const company = await tx.findOneOrFail(Company, store.companyId);
    const lines = await resolveLines(tx, store, input);
    const invoice = await issueInvoice(tx, { store, company, gateway: gateway.name, terms: input, lines, at });
    await checkChargeable(tx, gateway, invoice, storeToday(at, company));
    return invoice;
  });
}

/** The priced lines. Whatever is unknown, customer or product, is named at once. */
async function resolveLines(
  tx: EntityManager,
  store: Store,
  { customerId, products }: CreateInvoiceInput,
): Promise<Line[]> {
  const errors = await checkCustomer(tx, { store, customerId });
  const lines = await priceLines(tx, { store, lines: products, errors });
  if (errors.length > 0) throw invalidFields(errors);
  return lines;
}

/** What is wrong with a customer that something is to be sold to: unknown, or archived. */
export async function checkCustomer(
  tx: EntityManager,
  { store, customerId }: { store: Store; customerId: number },
): Promise<FieldError[]> {
  const customer = await tx.findOne(Customer, { id: customerId, ...store });
  if (!customer) return [unknownReference('customer_id', 'customer', customerId)];
  return customer.active ? [] : [archivedReference('customer_id', 'customer', customerId)];
}
