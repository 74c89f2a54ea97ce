import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inIdOrder } from '../../base/db/in-id-order.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import type { Clock } from '../../base/time/clock.ts';
import { Customer } from './customer.entity.ts';
import type { CreateCustomerBody } from './customer.schema.ts';

export async function createCustomer(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, input }: { store: Store; input: CreateCustomerBody },
): Promise<Customer> {
  const now = await clock.now(store);
  const { external_reference: externalReference, ...rest } = input;
  return inTransaction(em, async (tx) => {
    await inIdOrder(tx, store, 'customers');
    const customer = tx.create(Customer, {
      ...store,
      ...rest,
      externalReference,
      reminderStop: null,
      active: true,
      erasedAt: null,
      createdAt: now,
      updatedAt: now,
    });
    await tx.flush();
    return customer;
  });
}
