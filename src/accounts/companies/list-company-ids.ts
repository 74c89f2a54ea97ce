import type { EntityManager } from '@mikro-orm/postgresql';
import { Company } from './company.entity.ts';

/** The ids of all companies, a page at a time, ascending. */
export async function listCompanyIds(
  em: EntityManager,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const options = { orderBy: { id: 'asc' as const }, limit, fields: ['id' as const] };
  return (await em.fork().find(Company, { id: { $gt: after } }, options)).map(({ id }) => id);
}
