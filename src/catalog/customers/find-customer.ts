import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { Customer } from './customer.entity.ts';

/**
 * The customer, managed by `em`; with `lock`, for change in the transaction of `em`.
 *
 * @throws ApiError 404 when the store has no such customer, also when another store or environment has it
 */
export async function findCustomer(
  em: EntityManager,
  { store, customerId, lock = false }: { store: Store; customerId: number; lock?: boolean },
): Promise<Customer> {
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const customer = await em.findOne(Customer, { id: customerId, ...store }, options);
  if (!customer) throw notFound('customer', customerId);
  return customer;
}
