import type { EntityManager } from '@mikro-orm/postgresql';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { GatewayCustomer } from '../gateways/gateway-customer.entity.ts';
import type { GatewayRegistry } from '../gateways/gateway-registry.ts';
import { GatewayAccountError, type PaymentGateway } from '../gateways/payment-gateway.ts';

/** The outcome of asking gateways to forget a customer. */
export interface ForgottenPayer {
  forgotten: number;
  /** At accounts that the store has left: nobody here can ask them. */
  outOfReach: number;
}

/**
 * Has the gateway delete a customer who was erased, and the cards that it keeps for them. A customer who was deleted
 * before counts as forgotten, so asking again is harmless.
 *
 * @throws GatewayUnavailableError for a failure that a retry can mend
 */
export async function forgetPayer(
  { em, gateways }: { em: EntityManager; gateways: GatewayRegistry },
  { customerId }: { customerId: number },
): Promise<ForgottenPayer> {
  const result = { forgotten: 0, outOfReach: 0 };
  const customer = await em.fork().findOneOrFail(Customer, customerId);
  if (!customer.erasedAt) return result;
  const { companyId, environment } = customer;
  for (const known of await em.fork().find(GatewayCustomer, { customerId }, { orderBy: { id: 'asc' } })) {
    const whose = { companyId, environment, gatewayAccountId: known.accountId };
    const gateway = await reach(() => gateways.open(em, known.gateway, whose));
    if (gateway) await gateway.forgetPayer?.(known.gatewayCustomerId);
    result[gateway ? 'forgotten' : 'outOfReach'] += 1;
    await em.fork().nativeDelete(GatewayCustomer, { id: known.id });
  }
  return result;
}

async function reach(open: () => Promise<PaymentGateway>): Promise<PaymentGateway | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof GatewayAccountError && error.failure === 'not_configured') return null;
    throw error;
  }
}
