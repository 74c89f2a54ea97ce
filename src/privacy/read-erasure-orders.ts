import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';

/** A customer whom gateways are to forget, in what a workflow may know. */
export interface ErasureOrder {
  customerId: number;
  store: Store;
}

/** Reads the orders for those customers that were erased: one query whatever their number. */
export async function readErasureOrders(em: EntityManager, customerIds: number[]): Promise<ErasureOrder[]> {
  const erased = await em
    .fork()
    .find(Customer, { id: customerIds, erasedAt: { $ne: null } }, { orderBy: { id: 'asc' } });
  return erased.map(({ id: customerId, companyId, environment }) => ({
    customerId,
    store: { companyId, environment },
  }));
}
