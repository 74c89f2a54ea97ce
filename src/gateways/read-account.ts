import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { GatewayAccount } from './gateway-account.entity.ts';

/** The account that a store collects with, or null. */
export function findGatewayAccount(
  em: EntityManager,
  { companyId, environment }: Store,
): Promise<GatewayAccount | null> {
  return reader(em).findOne(GatewayAccount, { companyId, environment });
}

/** The accounts of a company: at most one in each environment. */
export function gatewayAccountsOf(em: EntityManager, companyId: number): Promise<GatewayAccount[]> {
  return reader(em).find(GatewayAccount, { companyId });
}
