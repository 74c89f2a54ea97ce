import type { EntityManager } from '@mikro-orm/postgresql';
import { fallsDue, methodsOf } from '../banking/payment-method.ts';
import { daysBetween } from '../base/calendar/calendar-date.ts';
import type { Customer } from '../catalog/customers/customer.entity.ts';
import { requireKnown } from '../catalog/customers/erased.ts';
import { gatewayNotConfigured, invalidFields } from '../base/errors/errors.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { CollectingGateway, GatewayRegistry } from '../gateways/gateway-registry.ts';

type Chargeable = Pick<Invoice, 'paymentMethod' | 'totalCents' | 'dueDate'>;
type Choosable = Chargeable & Pick<Invoice, 'companyId' | 'environment' | 'paymentMethods'>;
/** The terms that a request names. */
type NamedTerms = Partial<Pick<Invoice, 'discount' | 'fine' | 'interest'>>;

/**
 * Whether the gateway could take the charge, as far as that can be said beforehand: an invoice that nobody could pay is
 * refused when it is made.
 *
 * @param named terms that the gateway could not register are refused; those of the store's settings are not, as the
 *   gateway does without them
 * @param today the store's calendar day
 * @throws ApiError 422 naming what is missing, and of whom
 */
export function checkChargeable(
  gateway: CollectingGateway,
  customer: Customer,
  invoice: Chargeable,
  { named, today }: { named: NamedTerms; today: string },
): void {
  const payer = payerOf(customer);
  const { paymentMethod: method, totalCents: amountCents, dueDate } = invoice;
  const { discount = null, fine = null, interest = null } = named;
  const isDue = dueDate !== null && fallsDue(invoice);
  const due = isDue ? { date: dueDate, inDays: daysBetween(today, dueDate) } : null;
  const errors = gateway.problemsOf({ method, amountCents, due, terms: { discount, fine, interest }, payer });
  if (errors.length > 0) throw invalidFields(errors);
}

/**
 * As `checkChargeable`, for the methods that a payer may choose instead of the one that is charged now: a method that
 * could not be charged is not offered.
 *
 * @throws ApiError 422 naming what is missing, `gateway_not_configured` among it
 */
export async function checkChoosable(
  tx: EntityManager,
  gateways: Pick<GatewayRegistry, 'forStore'>,
  customer: Customer,
  invoice: Choosable,
  about: { named: NamedTerms; today: string },
): Promise<void> {
  for (const paymentMethod of methodsOf(invoice)) {
    if (paymentMethod === invoice.paymentMethod) continue;
    const gateway = await gateways.forStore(tx, invoice, paymentMethod);
    if (!gateway) throw gatewayNotConfigured(paymentMethod);
    checkChargeable(gateway, customer, { ...invoice, paymentMethod }, about);
  }
}

/** A customer as a gateway sees it. @throws ApiError 409 `customer_erased` */
export function payerOf(customer: Customer) {
  const { id: customerId, name, email, document, phone, address } = requireKnown(customer);
  return { customerId, name, email, document, phone, address };
}
