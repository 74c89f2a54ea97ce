import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Stripe } from 'stripe';
import { GatewayCustomer } from '../gateway-customer.entity.ts';
import { GatewayUnavailableError, type Payer } from '../payment-gateway.ts';
import { callStripe, isMissing } from './call-stripe.ts';
import { keyOf, markOf, type OurMark } from './ids.ts';

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

/**
 * Notes that the store has deleted a customer at Stripe: the next charge makes another. Until then the charges are
 * found under the customer who was deleted.
 */
export async function noteDeletedCustomer(
  { em, name: gateway, accountId }: Whose,
  { customerId, gatewayCustomerId }: { customerId: number; gatewayCustomerId: string },
): Promise<void> {
  const whose = { gateway, accountId, customerId, gatewayCustomerId };
  await em.fork().nativeUpdate(GatewayCustomer, whose, { digest: TOLD_NOTHING });
}

/** The digest of a customer about whom Stripe must be told anew. */
const TOLD_NOTHING = '';

/**
 * Makes the payer at Stripe at their first charge, and brings Stripe's data up to date when ours have changed. A payer
 * has one customer at Stripe, however many first charges there are at one time: a charge whose answer is lost is looked
 * for among the charges of that customer.
 *
 * @param keyNumber the number of the idempotency key, which the caller raises after a `KeyUsedUpError`
 * @returns Stripe's id
 */
export async function ensureCustomer(context: CustomerContext, payer: Payer, keyNumber: number): Promise<string> {
  const { em, stripe, name: gateway, accountId, mark } = context;
  const { customerId } = payer;
  const told = detailsOf(payer);
  const digest = createHash('sha256').update(JSON.stringify(told)).digest('base64url');
  const known = await findCustomer(context, customerId);
  if (known?.digest === digest) return known.gatewayCustomerId;

  const params = { ...told, metadata: markOf(mark, { customerId }) };
  if (known && (await update(stripe, known.gatewayCustomerId, params))) {
    const { gatewayCustomerId } = known;
    const whose = { gateway, accountId, customerId, gatewayCustomerId };
    await em.fork().nativeUpdate(GatewayCustomer, whose, { digest });
    return gatewayCustomerId;
  }
  const former = known?.gatewayCustomerId ?? null;
  const what = ['customer', customerId, digest, ...(former === null ? [] : ['after', former])].join('-');
  const idempotencyKey = keyOf(mark, what, keyNumber);
  const { id: made } = await callStripe(() => stripe.customers.create(params, { idempotencyKey }));
  const kept = await keepFirst(context, { customerId, digest, made, former });
  // Another charge has made the customer meanwhile, with other data, or the payer is erased: this copy is nobody's.
  if (kept !== made) await deleteCustomer(stripe, made);
  if (kept === null) throw new GatewayUnavailableError('The payer was erased while Stripe was told of them.');
  return kept;
}

/** Keeps the customer who was made, unless another was kept since `former` was read. @returns who is kept, or null */
async function keepFirst(
  context: Whose,
  { customerId, digest, made, former }: { customerId: number; digest: string; made: string; former: string | null },
): Promise<string | null> {
  await context.em.fork().execute(
    `insert into gateway_customers as kept (gateway, account_id, customer_id, gateway_customer_id, digest)
     values (?, ?, ?, ?, ?)
     on conflict (gateway, account_id, customer_id) do update
       set gateway_customer_id = excluded.gateway_customer_id, digest = excluded.digest
       where kept.gateway_customer_id = ?`,
    [context.name, context.accountId, customerId, made, digest, former],
  );
  const kept = await findCustomer(context, customerId);
  return kept?.gatewayCustomerId ?? null;
}

/** Deletes a customer with their cards. A customer whom Stripe does not have counts as deleted. */
export async function deleteCustomer(stripe: Stripe, id: string): Promise<void> {
  try {
    await callStripe(() => stripe.customers.del(id));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** @returns false where the store has deleted the customer at Stripe */
async function update(stripe: Stripe, id: string, params: Stripe.CustomerUpdateParams): Promise<boolean> {
  try {
    await callStripe(() => stripe.customers.update(id, params));
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
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
