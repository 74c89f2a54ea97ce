import type { EntityManager } from '@mikro-orm/postgresql';
import { GatewayAccount } from '../../gateways/gateway-account.entity.ts';

/**
 * The ids of the accounts of all stores, a page at a time, ascending. A key that is refused opens no books: it is left
 * out.
 */
export async function listGatewayAccounts(
  em: EntityManager,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const options = { orderBy: { id: 'asc' as const }, limit, fields: ['id' as const] };
  const taken = { $or: [{ failure: null }, { failure: { $ne: 'key_refused' as const } }] };
  const accounts = await em.fork().find(GatewayAccount, { id: { $gt: after }, ...taken }, options);
  return accounts.map(({ id }) => id);
}
