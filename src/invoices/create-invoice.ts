import type { Company } from '../accounts/companies/company.entity.ts';
import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { METHODS } from '../banking/payment-method.ts';
import type { SecretBox } from '../base/crypto/secret-box.ts';
import type { Store } from '../base/environment.ts';
import { checkCardChoice, findSavedCard } from '../catalog/cards/find-saved-card.ts';
import type { Coupon } from '../catalog/coupons/coupon.entity.ts';
import { checkCoupon, discountOfCoupon, lockCoupon, redeemCoupon } from '../catalog/coupons/redeem-coupon.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { inTransaction } from '../base/db/transaction.ts';
import { gatewayNotConfigured, invalidFields, type FieldError } from '../base/errors/errors.ts';
import { checkChargeable, checkChoosable } from './check-chargeable.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import type { Clock } from '../base/time/clock.ts';
import { checkMethods } from './check-terms.ts';
import { draftInvoice, type CreateInvoiceInput } from './draft-invoice.ts';
import { storeToday } from './due-dates.ts';
import { issueDraft, type IssuedInvoice } from './issue-invoice.ts';
import { savedCardToCharge } from './card-to-charge.ts';
import {
  archivedReference,
  erasedReference,
  priceLines,
  productIdsOf,
  subtotalOf,
  unknownReference,
} from './price-lines.ts';
import { openSale } from './open-sale.ts';

/** An invoice just made, with what it was made of: whoever shows it reads nothing again. */
export interface CreatedInvoice extends IssuedInvoice {
  company: Company;
  customer: Customer;
  /** The store's calendar day. */
  today: string;
}

/**
 * Creates an invoice at its products' present prices, as `issueInvoice` does.
 *
 * @throws ApiError 422 naming each customer or product that the store does not have, terms that do not fit,
 *   what the gateway needs of the customer, a coupon or saved card that is not to be had, and
 *   `gateway_not_configured`
 */
export async function createInvoice(
  { em, clock, gateways, secrets }: { em: EntityManager; clock: Clock; gateways: GatewayRegistry; secrets: SecretBox },
  { store, input }: { store: Store; input: CreateInvoiceInput },
): Promise<CreatedInvoice> {
  const { customerId, products, paymentMethod: method, couponCode = null, savedCardId = null } = input;
  if (couponCode !== null && input.discount) throw couponOrDiscount();
  checkCardChoice({ takesCard: METHODS[method].takesCardToken, savedCardId, cardToken: null });
  checkMethods(input);
  return inTransaction(em, async (tx) => {
    // Before the turns that the sale takes: docs/decisions/0024-order-of-locks.md.
    const coupon = couponCode === null ? null : await lockCouponOfSale(tx, { store, customerId, code: couponCode });
    const sale = await openSale(tx, {
      store,
      customerId,
      productIds: productIdsOf(products),
      method,
    });
    const at = await clock.now(store, sale.clockAt);
    const gateway = gateways.collecting(store, sale.gatewayAccount);
    if (!gateway) throw gatewayNotConfigured(method);
    const { company, customer, turn, schedule } = sale;
    const errors = customerProblems(customer, customerId);
    const lines = priceLines(sale.products, products, errors);
    if (errors.length > 0 || !customer) throw invalidFields(errors);

    const today = storeToday(at, company);
    if (coupon) await checkCoupon(tx, coupon, { customerId, subtotalCents: subtotalOf(lines), today });
    const saved = savedCardId === null ? null : await findSavedCard(tx, { store, customerId, savedCardId, gateway });
    const agreed = coupon ? { ...input, discount: discountOfCoupon(coupon) } : input;
    const terms = { store, company, terms: agreed, coupon, lines, schedule, at };
    const draft = draftInvoice(terms);
    checkChargeable(gateway, customer, draft, { named: agreed, today });
    await checkChoosable(tx, gateways, customer, draft, { named: agreed, today });
    const card = saved ? savedCardToCharge(secrets, saved) : null;
    const issued = await issueDraft(tx, { ...terms, draft, customer, turn, gateway: gateway.name, card });
    if (coupon) await redeemCoupon(tx, coupon, { customerId, invoiceId: issued.invoice.id, at });
    return { ...issued, company, customer, today };
  });
}

/** The customer is locked first, as the sale locks it. */
async function lockCouponOfSale(
  tx: EntityManager,
  { store, customerId, code }: { store: Store; customerId: number; code: string },
): Promise<Coupon> {
  await tx.findOne(Customer, { id: customerId, ...store }, { lockMode: LockMode.PESSIMISTIC_READ });
  return lockCoupon(tx, { store, code });
}

/** Two discounts of one sale. */
export function couponOrDiscount(): Error {
  const message = 'coupon and discount exclude each other: leave one of them out.';
  return invalidFields([{ field: 'coupon', code: 'not_allowed', message }]);
}

/** Finds the reason why a store cannot sell to a customer: unknown, archived or erased. */
export function customerProblems(customer: Customer | null, customerId: number): FieldError[] {
  if (!customer) return [unknownReference('customer_id', 'customer', customerId)];
  if (customer.erasedAt) return [erasedReference('customer_id', 'customer', customerId)];
  return customer.active ? [] : [archivedReference('customer_id', 'customer', customerId)];
}
