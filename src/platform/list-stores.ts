import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { Company } from '../accounts/companies/company.entity.ts';
import { listPage, type Page, type PageQuery } from '../base/http/list-page.ts';

/** Every store, the newest first; those whose name has the text, or whose id it is. */
export function listStores(
  em: EntityManager,
  { search, query }: { search?: string | undefined; query: PageQuery },
): Promise<Page<Company>> {
  return listPage(em, Company, search === undefined ? {} : found(search), query);
}

function found(search: string): FilterQuery<Company> {
  const byName = { name: { $ilike: `%${search.replace(/[\\%_]/g, '\\$&')}%` } };
  return /^[1-9]\d{0,14}$/.test(search) ? { $or: [{ id: Number(search) }, byName] } : byName;
}
