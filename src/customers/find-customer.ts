import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { notFound } from '../errors/errors.ts';
import { Customer } from './customer.entity.ts';

/** @throws ApiError 404 when the store has no such customer, also when another store or environment has it */
export async function findCustomer(
  em: EntityManager,
  { store, customerId }: { store: Store; customerId: number },
): Promise<Customer> {
  const customer = await em.fork().findOne(Customer, { id: customerId, ...store });
  if (!customer) throw notFound('customer', customerId);
  return customer;
}
