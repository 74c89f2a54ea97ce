import type { EntityManager } from '@mikro-orm/postgresql';
import { amountOff, type Adjustment } from '../banking/amounts.ts';
import { addDays } from '../base/calendar/calendar-date.ts';
import type { Invoice } from '../invoices/invoice.entity.ts';
import type { SubscriptionMethod } from '../banking/payment-method.ts';
import type { SubscriptionInterval } from '../subscriptions/schedule.ts';
import { isOver, type SubscriptionStatus } from '../subscriptions/subscription-status.ts';
import type { CheckoutView } from './checkout-view.ts';

interface Row {
  status: SubscriptionStatus;
  method: SubscriptionMethod;
  asks_for_debits: boolean;
  interval: SubscriptionInterval;
  count: number;
  has_end: boolean;
  /** Sums are `numeric`, which the driver gives as text. */
  amount: string;
  /** The discount of a coupon that is for all of its cycles. */
  discount: Adjustment | null;
  first_day: string | null;
  period_end: string | null;
}

/**
 * Reads the terms of the subscription that made an invoice, for its payer: one query, and none for an invoice that no
 * subscription made.
 */
export async function readRenewal(
  tx: EntityManager,
  { id, subscriptionId }: Pick<Invoice, 'id' | 'subscriptionId'>,
): Promise<Pick<CheckoutView, 'renewal' | 'period'>> {
  if (subscriptionId === null) return { renewal: null, period: null };
  const rows = await tx.execute<Row[]>(
    `select subscription.status, subscription.payment_method as method, subscription.interval,
       subscription.interval_count as count, cycle.due_date::text as first_day, cycle.period_end::text,
       exists (select 1 from mandates where subscription_id = subscription.id and journey = 'first_payment'
         and status = 'pending') as asks_for_debits,
       (subscription.cycles is not null or subscription.end_date is not null or subscription.cancel_at_period_end) as has_end,
       (select discount from coupons where id = subscription.coupon_id and cycles is null) as discount,
       (select sum(quantity * unit_price_cents) from subscription_items where subscription_id = subscription.id) as amount
     from subscriptions as subscription left join subscription_cycles as cycle on cycle.invoice_id = ?
     where subscription.id = ?`,
    [id, subscriptionId],
  );
  const row = rows[0]!;
  return {
    renewal: isOver(row)
      ? null
      : {
          amountCents: priceOf(row),
          interval: row.interval,
          intervalCount: row.count,
          hasEnd: row.has_end,
          keepsCard: row.method === 'card',
          asksForDebits: row.asks_for_debits,
        },
    period: row.first_day && row.period_end ? { from: row.first_day, to: addDays(row.period_end, -1) } : null,
  };
}

/** A coupon for some cycles alone does not change the price that the payer agrees to. */
function priceOf({ amount, discount }: Pick<Row, 'amount' | 'discount'>): number {
  const subtotalCents = Number(amount);
  const off = discount ? amountOff(subtotalCents, discount) : 0;
  return off < subtotalCents ? subtotalCents - off : subtotalCents;
}
