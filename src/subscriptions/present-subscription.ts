import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { Customer } from '../catalog/customers/customer.entity.ts';
import { presentCustomer } from '../catalog/customers/present-customer.ts';
import { reader } from '../base/db/transaction.ts';
import { Invoice } from '../invoices/invoice.entity.ts';
import { subtotalOf } from '../invoices/price-lines.ts';
import { presentItem } from '../invoices/present-invoice.ts';
import { fromCents } from '../base/money/money.ts';
import type { Mandate } from '../payments/mandates/mandate.entity.ts';
import { readLatestMandates } from '../payments/mandates/read-mandates.ts';
import { authorizationUrlOf, presentMandate } from './present-mandate.ts';
import { issueMoment, upcomingDueDate } from './next-step.ts';
import { hasCard } from './card-on-file.ts';
import { readCouponCyclesLeft } from './subscription-coupon.ts';
import { SubscriptionCycle } from './subscription-cycle.entity.ts';
import { SubscriptionItem } from './subscription-item.entity.ts';
import type { Subscription } from './subscription.entity.ts';

interface PresentDeps {
  em: EntityManager;
  /** Where payers reach their pages. */
  publicUrl: string;
}

/** A subscription as the API shows it. */
export async function presentSubscription(
  deps: PresentDeps,
  subscription: Subscription,
): Promise<Record<string, unknown>> {
  const [presented] = await presentSubscriptions(deps, [subscription]);
  return presented!;
}

/** Subscriptions of one store as the API shows them: seven queries beside their own, whatever their number, and
 * two more where there are coupons. */
export async function presentSubscriptions(
  { em, publicUrl }: PresentDeps,
  subscriptions: Subscription[],
): Promise<Record<string, unknown>[]> {
  const [first] = subscriptions;
  if (!first) return [];
  const tx = reader(em);
  const ids = subscriptions.map(({ id }) => id);
  const company = await tx.findOneOrFail(Company, first.companyId);
  const customers = await tx.find(Customer, { id: [...new Set(subscriptions.map(({ customerId }) => customerId))] });
  const items = await tx.find(SubscriptionItem, { subscriptionId: ids }, { orderBy: { position: 'asc' } });
  const latest = await readLatestCycles(tx, ids);
  const mandates = await readLatestMandates(tx, ids);
  const couponCycles = await readCouponCyclesLeft(tx, subscriptions);
  const presentedCycles = await presentCycles(tx, [...latest.values()]);

  const customerById = new Map(customers.map((customer) => [customer.id, customer]));
  const itemsOf = Map.groupBy(items, ({ subscriptionId }) => subscriptionId);
  const cycleById = new Map(presentedCycles.map((cycle) => [cycle.id, cycle]));
  return subscriptions.map((subscription) =>
    render(subscription, {
      company,
      customer: customerById.get(subscription.customerId)!,
      items: itemsOf.get(subscription.id) ?? [],
      mandate: mandates.get(subscription.id) ?? null,
      publicUrl,
      couponCyclesLeft: couponCycles.get(subscription.id) ?? null,
      latestCycle: cycleById.get(latest.get(subscription.id)?.id) ?? null,
    }),
  );
}

/** Cycles of one store as the API shows them. */
export async function presentCycles(
  em: EntityManager,
  cycles: SubscriptionCycle[],
): Promise<Record<string, unknown>[]> {
  const ids = cycles.map(({ invoiceId }) => invoiceId);
  const invoices = await reader(em).find(Invoice, { id: ids }, { fields: ['id', 'status', 'totalCents'] });
  const invoiceById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return cycles.map((cycle) => {
    const { id: invoice_id, status: invoice_status, totalCents } = invoiceById.get(cycle.invoiceId)!;
    return {
      id: cycle.id,
      number: cycle.number,
      period_start: cycle.dueDate,
      period_end: cycle.periodEnd,
      status: cycle.state,
      invoice_id,
      invoice_status,
      total: fromCents(totalCents),
      failures: cycle.failures,
      next_attempt_at: cycle.nextAttemptAt,
      created_at: cycle.createdAt,
    };
  });
}

/** Reads the latest cycles by subscription. Where two have one due date, the charged cycle counts. */
async function readLatestCycles(tx: EntityManager, subscriptionIds: number[]): Promise<Map<number, SubscriptionCycle>> {
  const rows = await tx.execute<{ id: string }[]>(
    `select latest.id from unnest(?::bigint[]) as wanted (id) cross join lateral (
       select id from subscription_cycles where subscription_id = wanted.id
       order by due_date desc, state in ('dropped', 'surplus'), id desc limit 1) as latest`,
    [`{${subscriptionIds.join()}}`],
  );
  const cycles = await tx.find(SubscriptionCycle, { id: rows.map(({ id }) => Number(id)) });
  return new Map(cycles.map((cycle) => [cycle.subscriptionId, cycle]));
}

interface Parts {
  company: Company;
  customer: Customer;
  items: SubscriptionItem[];
  latestCycle: Record<string, unknown> | null;
  mandate: Mandate | null;
  publicUrl: string;
  couponCyclesLeft: number | null;
}

function render(
  subscription: Subscription,
  { company, customer, items, latestCycle, mandate, publicUrl, couponCyclesLeft }: Parts,
): Record<string, unknown> {
  const nextDueDate = upcomingDueDate(subscription);
  const isPlanned = nextDueDate !== null && !subscription.pausedAt;
  return {
    id: subscription.id,
    status: subscription.status,
    customer: presentCustomer(customer),
    products: items.map(presentItem),
    total: fromCents(subtotalOf(items)),
    payment_method: subscription.paymentMethod,
    authorization: mandate && presentMandate(mandate),
    authorization_url: mandate && authorizationUrlOf(mandate, publicUrl),
    has_card: hasCard(subscription),
    saved_card_id: subscription.savedCardId,
    coupon: subscription.couponCode,
    coupon_id: subscription.couponId,
    coupon_cycles_left: couponCyclesLeft,
    interval: subscription.interval,
    interval_count: subscription.intervalCount,
    anchor_day: subscription.anchorDay,
    start_date: subscription.startDate,
    trial_ends_on: subscription.trialEndsOn,
    cycles: subscription.cycles,
    cycles_made: subscription.cyclesMade,
    end_date: subscription.endDate,
    days_before_due: subscription.daysBeforeDue,
    next_due_date: nextDueDate,
    next_invoice_at: isPlanned ? issueMoment(nextDueDate, subscription, company) : null,
    latest_cycle: latestCycle,
    paused_at: subscription.pausedAt,
    resume_date: subscription.resumesOn,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    past_due_since: subscription.pastDueSince,
    gives_up_on: subscription.givesUpOn,
    canceled_at: subscription.canceledAt,
    cancellation_reason: subscription.cancellationReason,
    ended_at: subscription.endedAt,
    description: subscription.description,
    external_reference: subscription.externalReference,
    metadata: subscription.metadata,
    environment: subscription.environment,
    created_at: subscription.createdAt,
    updated_at: subscription.updatedAt,
  };
}
