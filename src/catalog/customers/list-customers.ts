import type { EntityManager } from '@mikro-orm/postgresql';
import type { Store } from '../../base/environment.ts';
import { createdWithin, given, listPage, type Page } from '../../base/http/list-page.ts';
import { Customer } from './customer.entity.ts';
import type { ListCustomersQuery } from './customer.schema.ts';

export function listCustomers(
  em: EntityManager,
  { store, query }: { store: Store; query: ListCustomersQuery },
): Promise<Page<Customer>> {
  const { email, document, external_reference: externalReference, active } = query;
  const filters = given({ email, document, externalReference, active });
  return listPage(em, Customer, { ...store, ...filters, ...createdWithin(query) }, query);
}
