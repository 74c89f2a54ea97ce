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
import type { DisputeStatus } from '../../gateways/payment-gateway.ts';
import { Dispute } from '../../invoices/dispute.entity.ts';

export interface ListDisputesQuery extends PageQuery, TimeRange {
  invoice_id?: number;
  status?: DisputeStatus;
}

/** The disputes of a store, across its invoices, the newest first. */
export function listDisputes(
  em: EntityManager,
  { store, query }: { store: Store; query: ListDisputesQuery },
): Promise<Page<Dispute>> {
  const created = createdWithin(query);
  const { invoice_id: invoiceId, status } = query;
  const where = { ...store, ...given({ invoiceId, status }), ...created } as FilterQuery<Dispute>;
  if (created.createdAt) return listPageBy(em, Dispute, where, { property: 'createdAt', query });
  return listPage(em, Dispute, where, query);
}

/** @throws ApiError 404 when the store has no such dispute, also when another store or environment has it */
export async function findDispute(
  em: EntityManager,
  { store, disputeId }: { store: Store; disputeId: number },
): Promise<Dispute> {
  const dispute = await em.findOne(Dispute, { id: disputeId, ...store });
  if (!dispute) throw notFound('dispute', disputeId);
  return dispute;
}
