import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../base/environment.ts';
import { reader } from '../base/db/transaction.ts';
import { createdWithin, given, listPage, listPageBy, within, type Page } from '../base/http/list-page.ts';
import { findPaidBy } from './find-paid-by.ts';
import { Invoice } from './invoice.entity.ts';
import type { ListInvoicesQuery } from './invoice.schema.ts';

/**
 * An invoice that was made this much later than a moment has a higher id than all from before it: a request is over in
 * a minute, and a renewal's invoice bears the moment its step was asked for, which is up to six hours before it is
 * made.
 */
const LATER_MS = 24 * 3_600_000;

export async function listInvoices(
  em: EntityManager,
  { store, query }: { store: Store; query: ListInvoicesQuery },
): Promise<Page<Invoice>> {
  const {
    status,
    customer_id,
    subscription_id,
    payment_link_id,
    coupon_id,
    payment_method,
    external_reference,
    end_to_end_id,
  } = query;
  const paid = end_to_end_id === undefined ? null : await findPaidBy(em, store, end_to_end_id);
  const filters = given({
    status,
    customerId: customer_id,
    subscriptionId: subscription_id,
    paymentLinkId: payment_link_id,
    couponId: coupon_id,
    paymentMethod: payment_method,
    externalReference: external_reference,
  });
  const due = given({ $gte: query['due_date[gte]'], $lte: query['due_date[lte]'] });
  const settled = within(query, 'paid_at', 'paidAt');
  const where = {
    ...store,
    ...filters,
    ...settled,
    ...(Object.keys(due).length > 0 ? { dueDate: due } : {}),
    ...createdWithin(query),
    ...(paid ? { id: { $in: paid.map(({ invoiceId }) => invoiceId) } } : {}),
  } as FilterQuery<Invoice>;
  // A range of moments of payment is listed in their order: see `listPageBy`.
  if (settled.paidAt) return listPageBy(em, Invoice, where, { property: 'paidAt', query });
  const end = query['created_at[lt]'] ?? query['created_at[lte]'];
  const after = end === undefined ? null : await findFirstAfter(em, store, new Date(Date.parse(end) + LATER_MS));
  return listPage(em, Invoice, after === null ? where : { $and: [where, { id: { $lt: after } }] }, query);
}

/**
 * A list is in the order of ids, and no index has it in that order and begins at a moment: what is newer would be read
 * and left out, row by row, down to that moment.
 */
async function findFirstAfter(em: EntityManager, store: Store, moment: Date): Promise<number | null> {
  const [first] = await reader(em).find(
    Invoice,
    { ...store, createdAt: { $gte: moment } },
    { fields: ['id'], orderBy: { createdAt: 'asc' }, limit: 1 },
  );
  return first?.id ?? null;
}
