import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import {
  createdWithin,
  given,
  listPage,
  listPageBy,
  type Page,
  type PageQuery,
  type TimeRange,
} from '../../base/http/list-page.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { Refund, type RefundState } from '../../invoices/refund.entity.ts';

/** @throws ApiError 404 when the store has no such refund, also when another store or environment has it */
export async function findRefund(
  em: EntityManager,
  { store, refundId }: { store: Store; refundId: number },
): Promise<Refund> {
  const refund = await em.findOne(Refund, { id: refundId, ...store });
  if (!refund) throw notFound('refund', refundId);
  return refund;
}

/** @throws ApiError 404 when the store has no such invoice */
export async function listRefunds(
  em: EntityManager,
  { store, invoiceId, query }: { store: Store; invoiceId: number; query: PageQuery & TimeRange },
): Promise<Page<Refund>> {
  await findInvoice(em, { store, invoiceId });
  return listPage(em, Refund, { ...store, invoiceId, ...createdWithin(query) }, query);
}

export interface ListAllRefundsQuery extends PageQuery, TimeRange {
  invoice_id?: number;
  payment_id?: number;
  payout_id?: number;
  status?: RefundState;
}

/** The refunds of a store, across its invoices, the newest first. */
export function listAllRefunds(
  em: EntityManager,
  { store, query }: { store: Store; query: ListAllRefundsQuery },
): Promise<Page<Refund>> {
  const created = createdWithin(query);
  const { invoice_id: invoiceId, payment_id: paymentId, payout_id: payoutId, status: state } = query;
  const where = { ...store, ...given({ invoiceId, paymentId, payoutId, state }), ...created } as FilterQuery<Refund>;
  if (created.createdAt) return listPageBy(em, Refund, where, { property: 'createdAt', query });
  return listPage(em, Refund, where, query);
}
