import type { EntityManager } from '@mikro-orm/postgresql';
import { GatewayAccount } from '../gateways/gateway-account.entity.ts';

/** The ids of the accounts of all stores, a page at a time, ascending. */
export async function listGatewayAccounts(
  em: EntityManager,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const options = { orderBy: { id: 'asc' as const }, limit, fields: ['id' as const] };
  const accounts = await em.fork().find(GatewayAccount, { id: { $gt: after } }, options);
  return accounts.map(({ id }) => id);
}
