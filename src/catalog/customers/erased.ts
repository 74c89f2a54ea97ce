import { conflict, type ApiError } from '../../base/errors/errors.ts';
import type { Customer } from './customer.entity.ts';

/** A customer whose name and address are known, because no erasure has removed them. */
export type KnownCustomer = Customer & { name: string; email: string };

/** Nothing is asked of somebody who was erased, and nothing is written down of them again. */
export function customerErased({ id }: { id: number }): ApiError {
  return conflict('customer_erased', `Customer ${id} was erased: create a new customer.`);
}

/** @throws ApiError 409 `customer_erased` */
export function requireKnown(customer: Customer): KnownCustomer {
  if (!isKnown(customer)) throw customerErased(customer);
  return customer;
}

function isKnown(customer: Customer): customer is KnownCustomer {
  return customer.name !== null && customer.email !== null;
}
