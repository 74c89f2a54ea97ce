import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stripe } from 'stripe';
import { GatewayCustomer } from '../gateway-customer.entity.ts';
import type { Payer } from '../payment-gateway.ts';
import { callStripe, isMissing } from './call-stripe.ts';
import { markOf, type OurMark } from './ids.ts';

export interface CustomerContext {
  em: EntityManager;
  stripe: Stripe;
  name: string;
  accountId: string;
  mark: OurMark;
}

type Whose = Pick<CustomerContext, 'em' | 'name' | 'accountId'>;

/** Finds Stripe's id of a payer, or null where Stripe has not heard of them. */
export async function findCustomer({ em, name: gateway, accountId }: Whose, customerId: number) {
  return em.fork().findOne(GatewayCustomer, { gateway, accountId, customerId });
}

/** The store has deleted a customer at Stripe: the next charge makes another. */
export async function forgetCustomer({ em, name: gateway, accountId }: Whose, customerId: number): Promise<void> {
  await em.fork().nativeDelete(GatewayCustomer, { gateway, accountId, customerId });
}

/**
 * Makes the payer at Stripe at their first charge, and brings Stripe's data up to date when ours have changed. A
 * customer that is made twice, after an answer that was lost, costs nobody anything.
 *
 * @returns Stripe's id
 */
export async function ensureCustomer(context: CustomerContext, payer: Payer): Promise<string> {
  const { em, stripe, name: gateway, accountId, mark } = context;
  const { customerId } = payer;
  const told = detailsOf(payer);
  const digest = createHash('sha256').update(JSON.stringify(told)).digest('base64url');
  const known = await findCustomer(context, customerId);
  if (known?.digest === digest) return known.gatewayCustomerId;

  const params = { ...told, metadata: markOf(mark, { customerId }) };
  const updated = known && (await update(stripe, known.gatewayCustomerId, params));
  const gatewayCustomerId = updated ?? (await callStripe(() => stripe.customers.create(params))).id;
  await em
    .fork()
    .upsert(
      GatewayCustomer,
      { gateway, accountId, customerId, gatewayCustomerId, digest },
      { onConflictFields: ['gateway', 'accountId', 'customerId'] },
    );
  return gatewayCustomerId;
}

/** @returns null where the store has deleted the customer at Stripe */
async function update(stripe: Stripe, id: string, params: Stripe.CustomerUpdateParams): Promise<string | null> {
  try {
    return (await callStripe(() => stripe.customers.update(id, params))).id;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function detailsOf({ name, email, phone, address }: Payer) {
  return { name, email, ...(phone ? { phone } : {}), ...(address ? { address: addressOf(address) } : {}) };
}

/** Stripe has two lines for what Brazil writes in four. */
export function addressOf(address: NonNullable<Payer['address']>) {
  const { street, number, complement, district, city, state, zip_code, country } = address;
  return {
    line1: `${street}, ${number}`,
    line2: [complement, district].filter(Boolean).join(', '),
    city,
    state,
    postal_code: zip_code,
    country,
  };
}
