import type { EntityManager } from '@mikro-orm/postgresql';
import { prepared, runPrepared, runWithNext, type PreparedStatement } from './prepared-statements.ts';

type EntityClass<T> = new () => T;

/** A property of an entity and its column. */
interface Column {
  property: string;
  column: string;
  isTime: boolean;
  /** A part of a key, which a row keeps. */
  isKey: boolean;
}

const columnsByEntity = new Map<EntityClass<object>, Column[]>();

/**
 * A row as its entity would have it, of the JSON that PostgreSQL makes of it by `to_json`. Nothing watches it: it is
 * read, and not changed.
 */
export function readRow<T extends object>(
  em: EntityManager,
  entity: EntityClass<T>,
  json: Record<string, unknown>,
): Readonly<T> {
  const row: Record<string, unknown> = {};
  for (const { property, column, isTime } of columnsOf(em, entity)) {
    const value = json[column];
    row[property] = isTime && value !== null ? new Date(value as string) : value;
  }
  return row as T;
}

/** A row that its reader may change, with the JSON of each of its values as it was read. */
export interface HeldRow<T extends { id: number } = { id: number }> {
  row: T;
  before: readonly string[];
}

/** As `readRow`, of a row that may be changed: `updateRows` writes the columns that differ from what was read. */
export function holdRow<T extends { id: number }>(
  em: EntityManager,
  entity: EntityClass<T>,
  json: Record<string, unknown>,
): HeldRow<T> {
  const row = readRow(em, entity, json) as T;
  return { row, before: columnsOf(em, entity).map((column) => valueOf(row, column)) };
}

/** Writes what has changed of the rows, by the names of their tables; without a change there is no statement. */
export type UpdateRows<Tables extends Record<string, EntityClass<{ id: number }>>> = (
  tx: EntityManager,
  rows: { [Name in keyof Tables]: readonly HeldRow<InstanceType<Tables[Name]>>[] },
) => Promise<void>;

/**
 * Writes changed rows of several tables in one statement. A column that nobody changed keeps what it has by then: who
 * does not hold the row may have written it since it was read.
 *
 * @param name of the prepared statement
 */
export function updateRows<Tables extends Record<string, EntityClass<{ id: number }>>>(
  name: string,
  tables: Tables,
): UpdateRows<Tables> {
  const entities = Object.entries(tables);
  let statement: PreparedStatement | undefined;
  return async (tx, rows) => {
    // By the ids of the rows.
    const changed = entities.map(([key, entity]) => {
      const columns = columnsOf(tx, entity);
      const changes = rows[key]!.map((held) => [held.row.id, changesOf(columns, held)] as const);
      return Object.fromEntries(changes.filter(([, some]) => Object.keys(some).length > 0));
    });
    if (changed.every((some) => Object.keys(some).length === 0)) return;
    statement ??= describeUpdate(tx, { name, tables });
    await runWithNext(
      tx,
      statement,
      changed.flatMap((some) => [Object.keys(some), JSON.stringify(some)]),
    );
  };
}

function describeUpdate(
  tx: EntityManager,
  { name, tables }: { name: string; tables: Record<string, EntityClass<{ id: number }>> },
): PreparedStatement {
  const updates = Object.entries(tables).map(([key, entity], index) => {
    const { tableName } = tx.getMetadata().get(entity);
    // An update that names a key may lock it, for which whoever refers to the row would wait.
    const columns = columnsOf(tx, entity).filter(({ isKey }) => !isKey);
    const list = (prefix: string): string => columns.map(({ column }) => `${prefix}"${column}"`).join(', ');
    const [ids, changes] = [`$${2 * index + 1}::bigint[]`, `$${2 * index + 2}::jsonb`];
    return `"${key}" as (update "${tableName}" as held
      set (${list('')}) = (select ${list('after.')} from jsonb_populate_record(held, ${changes} -> held.id::text) as after)
      where held.id = any (${ids}))`;
  });
  // eslint-disable-next-line no-restricted-syntax -- the declaration of each such statement is its caller's
  return prepared(name, `with ${updates.join(',\n')}\nselect`);
}

function changesOf(columns: readonly Column[], { row, before }: HeldRow): Record<string, unknown> {
  const changed = columns.filter((column, index) => valueOf(row, column) !== before[index]);
  const key = changed.find(({ isKey }) => isKey);
  if (key) throw new Error(`The row ${row.id} keeps its ${key.property}, which is a part of a key.`);
  return toJsonRow(changed, row);
}

/** A value that was never set is null, as for PostgreSQL. */
function valueOf(row: object, { property }: Column): string {
  return JSON.stringify((row as Record<string, unknown>)[property] ?? null);
}

/** Rows for one table; `Default` are the properties whose columns PostgreSQL fills. */
export interface TableInsert<T extends object = object> {
  entity: EntityClass<T>;
  defaults: readonly string[];
  /** Whether anybody asks for the ids of the new rows. */
  returnsIds: boolean;
  /** By column: SQL that makes the value, and may read the row as `given`. */
  computed?: Readonly<Record<string, string>>;
  /** Whether a row whose key is there already is passed over, and has no id. */
  skipsKnown?: boolean;
}

export function insertInto<T extends object, Default extends keyof T & string = never>(
  entity: EntityClass<T>,
  ...defaults: Default[]
): TableInsert<Omit<T, Default>> {
  return { entity, defaults, returnsIds: true };
}

/** Rows whose ids nobody asks for: they may be inserted also by who may not see them, or not yet. */
export function insertWithoutIds<T extends object, Default extends keyof T & string = never>(
  entity: EntityClass<T>,
  ...defaults: Default[]
): TableInsert<Omit<T, Default>> {
  return { ...insertInto(entity, ...defaults), returnsIds: false };
}

/** Inserts the rows that it is given for each of its tables. `values` are those of the first parts. */
export interface InsertRows<Tables extends Record<string, TableInsert>> {
  /** @returns the ids of each table, in the order of its rows; none of a table that returns none */
  (tx: EntityManager, rows: RowsOf<Tables>, values?: unknown[]): Promise<Record<keyof Tables, number[]>>;
  /** For who needs no ids: see `runWithNext`. */
  withNext(tx: EntityManager, rows: RowsOf<Tables>, values?: unknown[]): Promise<void>;
}

type RowsOf<Tables extends Record<string, TableInsert>> = {
  [Name in keyof Tables]: Tables[Name] extends TableInsert<infer T> ? T[] : never;
};

/**
 * Inserts rows of several tables, which may refer to each other, in one statement. The entities tell the columns. The
 * rows of a table are one value, an array in JSON, so that the statement is the same for any number of them.
 *
 * @param name of the prepared statement
 * @param first parts of the statement that computed columns read. The values of the parts follow those of the tables.
 */
export function insertRows<Tables extends Record<string, TableInsert>>(
  name: string,
  tables: Tables,
  first: readonly string[] = [],
): InsertRows<Tables> {
  const keys = Object.keys(tables);
  let known: { statement: PreparedStatement; columns: Column[][] } | undefined;
  const prepare = (
    tx: EntityManager,
    rows: RowsOf<Tables>,
    values: unknown[],
  ): [statement: PreparedStatement, values: unknown[]] => {
    known ??= describeInsert(tx, { name, tables, first });
    const { statement, columns } = known;
    const given = keys.map((key, index) => JSON.stringify(rows[key]!.map((row) => toJsonRow(columns[index]!, row))));
    return [statement, [...given, ...values]];
  };
  const insert = async (tx: EntityManager, rows: RowsOf<Tables>, values: unknown[] = []) => {
    const [ids] = await runPrepared<Record<string, string[]>>(tx, ...prepare(tx, rows, values));
    return Object.fromEntries(keys.map((key) => [key, ids![key]!.map(Number)])) as Record<keyof Tables, number[]>;
  };
  return Object.assign(insert, {
    withNext: (tx: EntityManager, rows: RowsOf<Tables>, values: unknown[] = []) =>
      runWithNext(tx, ...prepare(tx, rows, values)),
  });
}

function describeInsert(
  tx: EntityManager,
  { name, tables, first }: { name: string; tables: Record<string, TableInsert>; first: readonly string[] },
) {
  const metadata = tx.getMetadata();
  const columns = Object.values(tables).map(({ entity, defaults }) =>
    columnsOf(tx, entity).filter(({ property }) => !defaults.includes(property)),
  );
  const inserts = Object.entries(tables).map(([key, { entity, returnsIds, computed = {}, skipsKnown }], index) => {
    const { tableName } = metadata.get(entity);
    const list = columns[index]!.map(({ column }) => `"${column}"`).join(', ');
    const source = `json_populate_recordset(null::"${tableName}", $${index + 1}::json) as given`;
    const values = columns[index]!.map(({ column }) => computed[column] ?? `given."${column}"`).join(', ');
    const ending = `${skipsKnown ? ' on conflict do nothing' : ''}${returnsIds ? ' returning "id"' : ''}`;
    return `"${key}" as (insert into "${tableName}" (${list}) select ${values} from ${source}${ending})`;
  });
  const ids = Object.entries(tables).map(([key, { returnsIds }]) =>
    returnsIds ? `array(select "id" from "${key}" order by "id") as "${key}"` : `array[]::bigint[] as "${key}"`,
  );
  // eslint-disable-next-line no-restricted-syntax -- the declaration of each such statement is its caller's
  return { statement: prepared(name, `with ${[...first, ...inserts].join(',\n')}\nselect ${ids.join(', ')}`), columns };
}

function toJsonRow(columns: readonly Column[], row: object): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const { property, column } of columns) json[column] = (row as Record<string, unknown>)[property];
  return json;
}

function columnsOf(em: EntityManager, entity: EntityClass<object>): Column[] {
  const known = columnsByEntity.get(entity);
  if (known) return known;
  const { props, uniques } = em.getMetadata().get(entity);
  const keys = new Set(uniques.flatMap(({ properties }) => properties));
  const columns = props.map(({ name, fieldNames, runtimeType, primary, unique }) => ({
    property: name,
    column: fieldNames[0]!,
    isTime: runtimeType === 'Date',
    isKey: Boolean(primary) || Boolean(unique) || keys.has(name),
  }));
  columnsByEntity.set(entity, columns);
  return columns;
}
