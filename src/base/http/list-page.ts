import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import type { ObjectSchema, SchemaMap } from 'joi';
import { reader } from '../db/transaction.ts';
import { fields } from './fields.ts';
import { joi } from './joi.ts';

export interface PageQuery {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

/** A filter by time: `created_at[gte]=2026-01-01T00:00:00Z`. */
export interface TimeRange {
  'created_at[gt]'?: string;
  'created_at[gte]'?: string;
  'created_at[lt]'?: string;
  'created_at[lte]'?: string;
}

/** The query of a list: its filters, a time range, and `?limit=20&starting_after=ID` or `&ending_before=ID`. */
export function pageQuery<Query extends PageQuery>(filters: SchemaMap): ObjectSchema<Query> {
  return joi
    .object<Query>({
      limit: joi.number().integer().min(1).max(100).default(20).description('How many rows a page has at most.'),
      starting_after: fields.id.description('The page of what is older than this id.'),
      ending_before: fields.id.description('The page of what is newer than this id.'),
      ...filters,
      'created_at[gt]': fields.timestamp.description('Created after this moment.'),
      'created_at[gte]': fields.timestamp.description('Created at this moment or after.'),
      'created_at[lt]': fields.timestamp.description('Created before this moment.'),
      'created_at[lte]': fields.timestamp.description('Created at this moment or before.'),
    })
    .oxor('starting_after', 'ending_before')
    .messages({ 'object.oxor': 'starting_after and ending_before exclude each other' });
}

/** The condition of a time range; none for an empty one. */
export function createdWithin(query: TimeRange): { createdAt?: Record<string, Date> } {
  const bounds = (['gt', 'gte', 'lt', 'lte'] as const).flatMap((operator) => {
    const moment = query[`created_at[${operator}]`];
    return moment === undefined ? [] : [[`$${operator}`, new Date(moment)] as const];
  });
  return bounds.length > 0 ? { createdAt: Object.fromEntries(bounds) } : {};
}

/** A condition with only those fields that were asked for. */
export function given<T extends Record<string, unknown>>(filters: T): Partial<T> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export interface Page<T> {
  rows: T[];
  hasMore: boolean;
}

/**
 * Reads a page of a list, newest first. Rows become visible in the order of their ids (`inIdOrder`), so a page neither
 * skips nor repeats rows while others are inserted. The statement reads a row more than asked, to know whether more
 * follow.
 */
export async function listPage<T extends { id: number }>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  { limit, starting_after, ending_before }: PageQuery,
): Promise<Page<T>> {
  const backwards = ending_before !== undefined;
  const cursor = backwards ? { id: { $gt: ending_before } } : starting_after ? { id: { $lt: starting_after } } : {};
  const rows = await reader(em).find(entity, { $and: [where, cursor] } as FilterQuery<T>, {
    orderBy: { id: backwards ? 'asc' : 'desc' } as never,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  return { rows: backwards ? page.reverse() : page, hasMore: rows.length > limit };
}

/** A page as the API shows it. */
export function presentPage<T>({ rows, hasMore }: Page<T>, present: (row: T) => unknown): Record<string, unknown> {
  return { data: rows.map(present), has_more: hasMore };
}
