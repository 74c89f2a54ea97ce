import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import type { Store } from '../companies/environment.ts';
import { createdWithin, given, listPage, type Page } from '../http/list-page.ts';
import { Invoice } from './invoice.entity.ts';
import type { ListInvoicesQuery } from './invoice.schema.ts';

export function listInvoices(
  em: EntityManager,
  { store, query }: { store: Store; query: ListInvoicesQuery },
): Promise<Page<Invoice>> {
  const { status, customer_id, subscription_id, payment_method, external_reference } = query;
  const filters = given({
    status,
    customerId: customer_id,
    subscriptionId: subscription_id,
    paymentMethod: payment_method,
    externalReference: external_reference,
  });
  const due = given({ $gte: query['due_date[gte]'], $lte: query['due_date[lte]'] });
  const where = {
    ...store,
    ...filters,
    ...(Object.keys(due).length > 0 ? { dueDate: due } : {}),
    ...createdWithin(query),
  } as FilterQuery<Invoice>;
  return listPage(em, Invoice, where, query);
}
