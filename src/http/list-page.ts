import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import joi from 'joi';
import { fields } from './fields.ts';

export interface PageQuery {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

/** `?limit=20&starting_after=ID` or `&ending_before=ID`, newest first. */
export const pageQuerySchema = joi
  .object<PageQuery>({
    limit: joi.number().integer().min(1).max(100).default(20),
    starting_after: fields.id,
    ending_before: fields.id,
  })
  .oxor('starting_after', 'ending_before');

/**
 * One page of a list, newest first. Ids only grow, so a page neither skips nor repeats rows while others are inserted.
 * One row more than asked is read, to know whether more follow.
 */
export async function listPage<T extends { id: number }>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  { limit, starting_after, ending_before }: PageQuery,
): Promise<{ rows: T[]; hasMore: boolean }> {
  const backwards = ending_before !== undefined;
  const cursor = backwards ? { id: { $gt: ending_before } } : starting_after ? { id: { $lt: starting_after } } : {};
  const rows = await em.fork().find(entity, { $and: [where, cursor] } as FilterQuery<T>, {
    orderBy: { id: backwards ? 'asc' : 'desc' } as never,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return { rows: backwards ? page.reverse() : page, hasMore: rows.length > limit };
}
