import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { ReceivedBy } from '../banking/payment-method.ts';
import type { Store } from '../base/environment.ts';
import { notFound } from '../base/errors/errors.ts';
import {
  createdWithin,
  given,
  listPage,
  listPageBy,
  within,
  type Page,
  type PageQuery,
  type TimeRange,
} from '../base/http/list-page.ts';
import { toCents } from '../base/money/money.ts';
import { Payment } from '../invoices/payment.entity.ts';

export interface ListReceivedPaymentsQuery extends PageQuery, TimeRange, TimeRange<'paid_at'> {
  invoice_id?: number;
  method?: ReceivedBy;
  gateway?: string;
  payout_id?: number;
  end_to_end_id?: string;
  amount?: number;
}

/**
 * The money of a store, across its invoices, the newest first; of a range of times by that time. With one filter the
 * cost depends on the length of the page, and not on the length of the list.
 */
export function listReceivedPayments(
  em: EntityManager,
  { store, query }: { store: Store; query: ListReceivedPaymentsQuery },
): Promise<Page<Payment>> {
  const paid = within(query, 'paid_at', 'paidAt');
  const created = createdWithin(query);
  const where = {
    ...store,
    ...given({
      invoiceId: query.invoice_id,
      method: query.method,
      gateway: query.gateway,
      payoutId: query.payout_id,
      endToEndId: query.end_to_end_id,
      amountCents: query.amount === undefined ? undefined : toCents(query.amount),
    }),
    ...paid,
    ...created,
  } as FilterQuery<Payment>;
  if (paid.paidAt) return listPageBy(em, Payment, where, { property: 'paidAt', query });
  if (created.createdAt) return listPageBy(em, Payment, where, { property: 'createdAt', query });
  return listPage(em, Payment, where, query);
}

/** @throws ApiError 404 when the store has no such payment, also when another store or environment has it */
export async function findPayment(
  em: EntityManager,
  { store, paymentId }: { store: Store; paymentId: number },
): Promise<Payment> {
  const payment = await em.findOne(Payment, { id: paymentId, ...store });
  if (!payment) throw notFound('payment', paymentId);
  return payment;
}
