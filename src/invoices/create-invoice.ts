import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { gatewayNotConfigured, invalidFields, type FieldError } from '../base/errors/errors.ts';
import { checkChargeable } from './check-chargeable.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { Clock } from '../base/time/clock.ts';
import { draftInvoice, type CreateInvoiceInput } from './draft-invoice.ts';
import { storeToday } from './due-dates.ts';
import { issueDraft, type IssuedInvoice } from './issue-invoice.ts';
import { archivedReference, erasedReference, priceLines, unknownReference } from './price-lines.ts';
import { openSale } from './open-sale.ts';

/** An invoice just made, with what it was made of: whoever shows it reads nothing again. */
export interface CreatedInvoice extends IssuedInvoice {
  customer: Customer;
  /** The store's calendar day. */
  today: string;
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
): Promise<CreatedInvoice> {
  return inTransaction(em, async (tx) => {
    const { customerId, products, paymentMethod: method } = input;
    const at = await clock.now(store);
    const sale = await openSale(tx, {
      store,
      customerId,
      productIds: products.map(({ productId }) => productId),
      method,
    });
    const gateway = gateways.collecting(store, sale.gatewayAccount);
    if (!gateway) throw gatewayNotConfigured(method);
    const { company, customer, turn, schedule } = sale;
    const errors = customerProblems(customer, customerId);
    const lines = priceLines(sale.products, products, errors);
    if (errors.length > 0 || !customer) throw invalidFields(errors);

    const terms = { store, company, terms: input, lines, schedule, at };
    const draft = draftInvoice(terms);
    const today = storeToday(at, company);
    checkChargeable(gateway, customer, draft, { named: input, today });
    const issued = await issueDraft(tx, { ...terms, draft, customer, turn, gateway: gateway.name });
    return { ...issued, customer, today };
  });
}

/** Finds the reason why a store cannot sell to a customer: unknown, archived or erased. */
export function customerProblems(customer: Customer | null, customerId: number): FieldError[] {
  if (!customer) return [unknownReference('customer_id', 'customer', customerId)];
  if (customer.erasedAt) return [erasedReference('customer_id', 'customer', customerId)];
  return customer.active ? [] : [archivedReference('customer_id', 'customer', customerId)];
}
