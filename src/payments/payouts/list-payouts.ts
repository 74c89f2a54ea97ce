import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { given, listPage, listPageBy, type Page, type PageQuery } from '../../base/http/list-page.ts';
import { Payout } from '../../invoices/payout.entity.ts';

export interface ListPayoutsQuery extends PageQuery {
  gateway?: string;
  'arrives_on[gte]'?: string;
  'arrives_on[lte]'?: string;
}

/** The payouts of a store, the newest first; of a range of days by the day of their arrival. */
export function listPayouts(
  em: EntityManager,
  { store, query }: { store: Store; query: ListPayoutsQuery },
): Promise<Page<Payout>> {
  const arrives = given({ $gte: query['arrives_on[gte]'], $lte: query['arrives_on[lte]'] });
  const isOfDays = Object.keys(arrives).length > 0;
  const where = {
    ...store,
    ...given({ gateway: query.gateway }),
    ...(isOfDays && { arrivesOn: arrives }),
  } as FilterQuery<Payout>;
  if (isOfDays) return listPageBy(em, Payout, where, { property: 'arrivesOn', query });
  return listPage(em, Payout, where, query);
}

/** @throws ApiError 404 when the store has no such payout, also when another store or environment has it */
export async function findPayout(
  em: EntityManager,
  { store, payoutId }: { store: Store; payoutId: number },
): Promise<Payout> {
  const payout = await em.findOne(Payout, { id: payoutId, ...store });
  if (!payout) throw notFound('payout', payoutId);
  return payout;
}
