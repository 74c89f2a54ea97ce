import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { notFound } from '../../base/errors/errors.ts';
import { createdWithin, given, listPage, type Page } from '../../base/http/list-page.ts';
import { PaymentLink } from './payment-link.entity.ts';
import type { ListPaymentLinksQuery } from './payment-link.schema.ts';

/**
 * The link, managed by `em`; with `lock`, for change in the transaction of `em`.
 *
 * @throws ApiError 404 when the store has no such link, also when another store or environment has it
 */
export async function findPaymentLink(
  em: EntityManager,
  { store, paymentLinkId, lock = false }: { store: Store; paymentLinkId: number; lock?: boolean },
): Promise<PaymentLink> {
  const options = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } : {};
  const link = await em.findOne(PaymentLink, { id: paymentLinkId, ...store }, options);
  if (!link) throw notFound('payment_link', paymentLinkId);
  return link;
}

export function listPaymentLinks(
  em: EntityManager,
  { store, query }: { store: Store; query: ListPaymentLinksQuery },
): Promise<Page<PaymentLink>> {
  const filters = given({ active: query.active }) as { active?: boolean };
  return listPage(em, PaymentLink, { ...store, ...filters, ...createdWithin(query) }, query);
}
