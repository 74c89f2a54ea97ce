import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { createdWithin, given, listPage, type Page } from '../../base/http/list-page.ts';
import { Coupon } from './coupon.entity.ts';
import type { ListCouponsQuery } from './coupon.schema.ts';

export function listCoupons(
  em: EntityManager,
  { store, query }: { store: Store; query: ListCouponsQuery },
): Promise<Page<Coupon>> {
  const { code, active } = query;
  const filters = given({ code: code?.toUpperCase(), active }) as { code?: string; active?: boolean };
  return listPage(em, Coupon, { ...store, ...filters, ...createdWithin(query) }, query);
}
