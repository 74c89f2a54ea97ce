import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { conflict } from '../../base/errors/errors.ts';
import { mergeMetadata } from '../../base/metadata/metadata.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Customer } from './customer.entity.ts';
import type { UpdateCustomerBody } from './customer.schema.ts';
import { requireKnown } from './erased.ts';
import { findCustomer } from './find-customer.ts';

/**
 * Sets what is given and leaves the rest. @throws ApiError 404; 409 `customer_erased`, or `customer_subscribed` when it
 * is to be archived
 */
export async function updateCustomer(
  { em, clock }: { em: EntityManager; clock: Clock },
  { store, customerId, changes }: { store: Store; customerId: number; changes: UpdateCustomerBody },
): Promise<Customer> {
  const now = await clock.now(store);
  return inTransaction(em, async (tx) => {
    const customer = await findCustomer(tx, { store, customerId, lock: true });
    requireKnown(customer);
    const { metadata, external_reference: externalReference, accepts_reminders: acceptsReminders, ...rest } = changes;
    // Another address may take mail.
    const hasMoved = rest.email !== undefined && rest.email !== customer.email;
    if (hasMoved && customer.reminderStop === 'bounced') customer.reminderStop = null;
    if (acceptsReminders !== undefined) customer.reminderStop = stopOf(customer, acceptsReminders);
    if (customer.active && rest.active === false) await checkUnsubscribed(tx, customer);
    Object.assign(customer, rest, { updatedAt: now });
    if (externalReference !== undefined) customer.externalReference = externalReference;
    if (metadata) customer.metadata = mergeMetadata(customer.metadata, metadata);
    await tx.flush();
    return customer;
  });
}

/** A reason that is there already stays: it says more. */
function stopOf({ reminderStop }: Customer, acceptsReminders: boolean): Customer['reminderStop'] {
  return acceptsReminders ? null : (reminderStop ?? 'store');
}

/** An archived customer gets no new invoices; a subscription would go on making them. */
async function checkUnsubscribed(tx: EntityManager, { id: customerId }: Customer): Promise<void> {
  // Subscriptions are a floor above: their table is asked, and not their code.
  const [subscription] = await tx.execute<{ id: string }[]>(
    `select id from subscriptions where customer_id = ? and status not in ('canceled', 'ended') order by id limit 1`,
    [customerId],
  );
  if (!subscription) return;
  const why = `Customer ${customerId} has subscription ${subscription.id}: cancel it first.`;
  throw conflict('customer_subscribed', why);
}
