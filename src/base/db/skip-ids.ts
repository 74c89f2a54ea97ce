import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Moves every table's next id on. After a restore to an earlier moment, ids that were given away since would be given
 * away again: to gateways, as keys of charges, to receivers, as ids of events, and to stores. Only ids are lost by
 * doing it twice.
 *
 * @returns how many tables' ids were moved
 */
export async function skipIds(em: EntityManager, { by }: { by: number }): Promise<number> {
  const rows = await em.execute<unknown[]>(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ?::bigint)
     from pg_sequences where schemaname = current_schema()`,
    [by],
  );
  return rows.length;
}

/** The highest ids that were given away, by table; 0 where none was. */
export async function readLastIds<Table extends string>(
  em: EntityManager,
  tables: readonly Table[],
): Promise<Record<Table, number>> {
  const rows = await em.fork().execute<{ name: string; last: string }[]>(
    `select sequencename as name, coalesce(last_value, 0)::text as last
     from pg_sequences where schemaname = current_schema()`,
  );
  const last = new Map(rows.map((row) => [row.name, Number(row.last)]));
  const entries = tables.map((table) => [table, last.get(`${table}_id_seq`) ?? 0]);
  return Object.fromEntries(entries) as Record<Table, number>;
}
