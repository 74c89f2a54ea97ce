import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { inTransaction } from '../db/transaction.ts';
import { mergeMetadata } from '../metadata/metadata.ts';
import type { Clock } from '../time/clock.ts';
import type { Customer } from './customer.entity.ts';
import type { UpdateCustomerBody } from './customer.schema.ts';
import { findCustomer } from './find-customer.ts';

/** Sets what is given and leaves the rest. @throws ApiError 404 */
export async function updateCustomer(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, customerId, changes }: { store: Store; customerId: number; changes: UpdateCustomerBody },
): Promise<Customer> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const customer = await findCustomer(tx, { store, customerId, lock: true });
    const { metadata, external_reference: externalReference, ...rest } = changes;
    Object.assign(customer, rest, { updatedAt: now });
    if (externalReference !== undefined) customer.externalReference = externalReference;
    if (metadata) customer.metadata = mergeMetadata(customer.metadata, metadata);
    await tx.flush();
    return customer;
  });
}
