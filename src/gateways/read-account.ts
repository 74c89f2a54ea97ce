import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import type { PaymentMethod } from '../banking/payment-method.ts';
import { GatewayAccount } from './gateway-account.entity.ts';
import { SANDBOX_GATEWAY } from './sandbox/sandbox-gateway.ts';

/** A store's account at a gateway, or null. */
export function findGatewayAccount(
  em: EntityManager,
  { companyId, environment }: Store,
  gateway: string,
): Promise<GatewayAccount | null> {
  return reader(em).findOne(GatewayAccount, { companyId, environment, gateway });
}

/** The account by which a store collects by a method, or null. */
export function findCollectingAccount(
  em: EntityManager,
  { companyId, environment }: Store,
  method: PaymentMethod,
): Promise<GatewayAccount | null> {
  return reader(em).findOne(GatewayAccount, { companyId, environment, collects: { $contains: [method] } });
}

/** The name of the gateway that an account makes a store collect by; null where it has none. */
export function collectingGateway({ environment }: Store, account: GatewayAccount | null): string | null {
  return account?.gateway ?? (environment === 'sandbox' ? SANDBOX_GATEWAY : null);
}

/** The accounts of a store, or of a company in both environments: one at each gateway at most. */
export function gatewayAccountsOf(
  em: EntityManager,
  whose: Store | Pick<Store, 'companyId'>,
): Promise<GatewayAccount[]> {
  const { companyId } = whose;
  const where = 'environment' in whose ? { companyId, environment: whose.environment } : { companyId };
  return reader(em).find(GatewayAccount, where, { orderBy: { id: 'asc' } });
}
