import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { Customer } from '../../catalog/customers/customer.entity.ts';
import { reader } from '../../base/db/transaction.ts';
import type { Page, PageQuery } from '../../base/http/list-page.ts';
import { Invoice } from '../../invoices/invoice.entity.ts';
import type { Mandate } from '../../payments/mandates/mandate.entity.ts';
import { readLatestMandates } from '../../payments/mandates/read-mandates.ts';
import { findSubscription } from '../../subscriptions/find-subscription.ts';
import { listCycles } from '../../subscriptions/list-subscriptions.ts';
import type { SubscriptionCycle } from '../../subscriptions/subscription-cycle.entity.ts';
import { SubscriptionItem } from '../../subscriptions/subscription-item.entity.ts';
import type { Subscription } from '../../subscriptions/subscription.entity.ts';
import { readUnsettledCycles, type UnsettledCycle } from '../../subscriptions/unsettled-cycles.ts';

export interface ListedSubscription {
  subscription: Subscription;
  customer: Pick<Customer, 'id' | 'name'>;
  items: SubscriptionItem[];
}

/** Subscriptions of one store with whom and what they are of: two queries, whatever their number. */
export async function readListed(em: EntityManager, subscriptions: Subscription[]): Promise<ListedSubscription[]> {
  const tx = reader(em);
  const ids = subscriptions.map(({ id }) => id);
  const customerIds = [...new Set(subscriptions.map(({ customerId }) => customerId))];
  const customers = await tx.find(Customer, { id: customerIds }, { fields: ['id', 'name'] });
  const items = await tx.find(SubscriptionItem, { subscriptionId: ids }, { orderBy: { position: 'asc' } });
  const customerById = new Map(customers.map(({ id, name }) => [id, { id, name }]));
  const itemsOf = Map.groupBy(items, ({ subscriptionId }) => subscriptionId);
  return subscriptions.map((subscription) => ({
    subscription,
    customer: customerById.get(subscription.customerId)!,
    items: itemsOf.get(subscription.id) ?? [],
  }));
}

export interface CycleWithInvoice {
  cycle: SubscriptionCycle;
  invoice: Pick<Invoice, 'id' | 'status' | 'totalCents'>;
}

/** Everything that the record has about one subscription, with a page of its cycles. */
export interface SubscriptionRecord extends ListedSubscription {
  /** Cycles whose money has not arrived, by due date. */
  unsettled: UnsettledCycle[];
  /** The newest agreement to debits. */
  mandate: Mandate | null;
  cycles: CycleWithInvoice[];
  page: Page<SubscriptionCycle>;
}

/** @throws ApiError 404 when the store has no such subscription, also when another store or environment has it */
export async function readSubscriptionRecord(
  em: EntityManager,
  { store, subscriptionId, query }: { store: Store; subscriptionId: number; query: PageQuery },
): Promise<SubscriptionRecord> {
  const tx = reader(em);
  const subscription = await findSubscription(tx, { store, subscriptionId });
  const [listed] = await readListed(tx, [subscription]);
  const page = await listCycles(tx, { store, subscriptionId, query });
  const invoiceIds = page.rows.map(({ invoiceId }) => invoiceId);
  const invoices = await tx.find(Invoice, { id: invoiceIds }, { fields: ['id', 'status', 'totalCents'] });
  const invoiceById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return {
    ...listed!,
    unsettled: await readUnsettledCycles(tx, [subscriptionId]),
    mandate: (await readLatestMandates(tx, [subscriptionId])).get(subscriptionId) ?? null,
    cycles: page.rows.map((cycle) => ({ cycle, invoice: invoiceById.get(cycle.invoiceId)! })),
    page,
  };
}

/** The lines of a subscription, in their order. */
export function readItems(em: EntityManager, subscriptionId: number): Promise<SubscriptionItem[]> {
  return reader(em).find(SubscriptionItem, { subscriptionId }, { orderBy: { position: 'asc' } });
}
