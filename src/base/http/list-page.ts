import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import type { ObjectSchema, SchemaMap } from 'joi';
import { reader } from '../db/transaction.ts';
import type { Store } from '../environment.ts';
import { fields } from './fields.ts';
import { joi } from './joi.ts';

export interface PageQuery {
  limit: number;
  starting_after?: number;
  ending_before?: number;
}

const BOUNDS = ['gt', 'gte', 'lt', 'lte'] as const;

/** A filter by time: `created_at[gte]=2026-01-01T00:00:00Z`. */
export type TimeRange<Field extends string = 'created_at'> = Partial<
  Record<`${Field}[${(typeof BOUNDS)[number]}]`, string>
>;

/**
 * The query of a list: its filters, a time range, and `?limit=20&starting_after=ID` or `&ending_before=ID`.
 *
 * @param byCreation whether the time of creation is a filter; usually it is
 */
export function pageQuery<Query extends PageQuery>(
  filters: SchemaMap,
  { byCreation = true }: { byCreation?: boolean } = {},
): ObjectSchema<Query> {
  return joi
    .object<Query>({
      limit: joi.number().integer().min(1).max(100).default(20).description('How many rows a page has at most.'),
      starting_after: fields.id.description('The page of what is older than this id.'),
      ending_before: fields.id.description('The page of what is newer than this id.'),
      ...filters,
      ...(byCreation && timeFilters('created_at', 'Created')),
    })
    .oxor('starting_after', 'ending_before')
    .messages({ 'object.oxor': 'starting_after and ending_before exclude each other' });
}

/**
 * The filters of a time range.
 *
 * @param what happened then, in a word that begins a sentence: `Paid`
 */
export function timeFilters(field: string, what: string): SchemaMap {
  return {
    [`${field}[gt]`]: fields.timestamp.description(`${what} after this moment.`),
    [`${field}[gte]`]: fields.timestamp.description(`${what} at this moment or after.`),
    [`${field}[lt]`]: fields.timestamp.description(`${what} before this moment.`),
    [`${field}[lte]`]: fields.timestamp.description(`${what} at this moment or before.`),
  };
}

/** The condition of a time range; none for an empty one. */
export function within<Field extends string, Property extends string>(
  query: TimeRange<Field>,
  field: Field,
  property: Property,
): Partial<Record<Property, Record<string, Date>>> {
  const bounds = BOUNDS.flatMap((operator) => {
    const moment = query[`${field}[${operator}]`];
    return moment === undefined ? [] : [[`$${operator}`, new Date(moment)] as const];
  });
  return bounds.length > 0
    ? ({ [property]: Object.fromEntries(bounds) } as Record<Property, Record<string, Date>>)
    : {};
}

/** The condition of a time range by creation; none for an empty one. */
export function createdWithin(query: TimeRange): { createdAt?: Record<string, Date> } {
  return within(query, 'created_at', 'createdAt');
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
  query: PageQuery,
): Promise<Page<T>> {
  const { limit, starting_after, ending_before } = query;
  const tx = reader(em);
  if (isOfStoreAlone(where)) return pageOf(await wholeStore(tx, entity, where, query).getResultList(), query);
  const backwards = ending_before !== undefined;
  const cursor = backwards ? { id: { $gt: ending_before } } : starting_after ? { id: { $lt: starting_after } } : {};
  const rows = await tx.find(entity, { $and: [where, cursor] } as FilterQuery<T>, {
    orderBy: { id: backwards ? 'asc' : 'desc' } as never,
    limit: limit + 1,
  });
  return pageOf(rows as T[], query);
}

function isOfStoreAlone(where: object): where is Store {
  return Object.keys(where).sort().join() === 'companyId,environment';
}

/**
 * All rows of a store. The planner takes them to be anywhere in the table, and would walk the ids from the newest on,
 * past those of all other stores: so the list is sorted by the environment too, as the index of the store is, and the
 * environment is compared as a range, or the planner would see that all rows have the same.
 */
function wholeStore<T extends { id: number }>(
  em: EntityManager,
  entity: EntityName<T>,
  { companyId, environment }: Store,
  { limit, starting_after, ending_before }: PageQuery,
) {
  const backwards = ending_before !== undefined;
  const order = backwards ? 'asc' : 'desc';
  const rows = em.createQueryBuilder(entity as EntityName<{ id: number; environment: string }>, 'listed');
  // The cursor says one of the two bounds.
  const cursor = ending_before ?? starting_after;
  const [comparison, bound] = backwards ? ['>', '<='] : ['<', '>='];
  const range =
    cursor === undefined
      ? rows.where('listed.environment >= ? and listed.environment <= ?', [environment, environment])
      : rows
          .where(`(listed.environment, listed.id) ${comparison} (?, ?)`, [environment, cursor])
          .andWhere(`listed.environment ${bound} ?`, [environment]);
  return range
    .andWhere('listed.company_id = ?', [companyId])
    .orderBy([{ environment: order }, { id: order }])
    .limit(limit + 1) as unknown as { getResultList(): Promise<T[]> };
}

/** @param rows a row more than the page has, where more follow; in the direction of reading */
function pageOf<T>(rows: T[], { limit, ending_before }: PageQuery): Page<T> {
  const page = rows.slice(0, limit);
  return { rows: ending_before === undefined ? page : page.reverse(), hasMore: rows.length > limit };
}

/**
 * As `listPage`, in the order of a moment, the latest first: rows of a range of moments are in no index by their id,
 * and whatever is newer would be read and left out, row by row. A cursor is the id of a row all the same; one that is
 * not in the list ends it.
 */
export async function listPageBy<T extends { id: number }, Property extends keyof T & string>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  { property, query }: { property: Property; query: PageQuery },
): Promise<Page<T>> {
  const { limit, starting_after, ending_before } = query;
  const backwards = ending_before !== undefined;
  const cursorId = ending_before ?? starting_after;
  const tx = reader(em);
  const conditions: FilterQuery<T>[] = [where];
  if (cursorId !== undefined) {
    const cursor = await tx.findOne(entity, { $and: [where, { id: cursorId }] } as FilterQuery<T>);
    if (!cursor) return { rows: [], hasMore: false };
    const at = (cursor as T)[property];
    const [before, notAfter] = backwards ? ['$gt', '$gte'] : ['$lt', '$lte'];
    conditions.push(
      { [property]: { [notAfter]: at } } as FilterQuery<T>,
      { $or: [{ [property]: { [before]: at } }, { id: { [before]: cursorId } }] } as FilterQuery<T>,
    );
  }
  const order = backwards ? 'asc' : 'desc';
  const rows = await tx.find(entity, { $and: conditions } as FilterQuery<T>, {
    orderBy: [{ [property]: order }, { id: order }] as never,
    limit: limit + 1,
  });
  return pageOf(rows as T[], query);
}

/** A page as the API shows it. */
export function presentPage<T>({ rows, hasMore }: Page<T>, present: (row: T) => unknown): Record<string, unknown> {
  return { data: rows.map(present), has_more: hasMore };
}
