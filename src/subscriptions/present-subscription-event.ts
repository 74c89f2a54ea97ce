import type { EntityManager } from '@mikro-orm/postgresql';
import type { Company } from '../accounts/companies/company.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { subtotalOf } from '../invoices/price-lines.ts';
import { fromCents } from '../base/money/money.ts';
import { upcomingDueDate } from './next-step.ts';
import { SubscriptionItem } from './subscription-item.entity.ts';
import type { Subscription } from './subscription.entity.ts';
import type { SubscriptionStatus } from './subscription-status.ts';

/** The `data` that every subscription event carries. */
export async function presentSubscriptionEvent(
  tx: EntityManager,
  {
    subscription,
    company,
    previousStatus,
  }: { subscription: Subscription; company: Company; previousStatus: SubscriptionStatus | null },
): Promise<Record<string, unknown>> {
  const customer = await tx.findOneOrFail(Customer, subscription.customerId);
  const items = await tx.find(SubscriptionItem, { subscriptionId: subscription.id });
  return {
    subscription_id: subscription.id,
    status: subscription.status,
    previous_status: previousStatus,
    total: fromCents(subtotalOf(items)),
    payment_method: subscription.paymentMethod,
    interval: subscription.interval,
    interval_count: subscription.intervalCount,
    next_due_date: upcomingDueDate(subscription),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    external_reference: subscription.externalReference,
    metadata: subscription.metadata,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    store: { id: company.id, name: company.name },
  };
}
