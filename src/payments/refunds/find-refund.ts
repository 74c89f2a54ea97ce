import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { createdWithin, listPage, type Page, type PageQuery, type TimeRange } from '../../base/http/list-page.ts';
import { findInvoice } from '../../invoices/find-invoice.ts';
import { Refund } from '../../invoices/refund.entity.ts';

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
