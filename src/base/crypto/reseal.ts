import type { EntityManager } from '@mikro-orm/postgresql';
import type { SecretBox } from './secret-box.ts';

const BATCH = 200;

/** A column of sealed texts, and what each of them is sealed for. */
export interface SealedColumn {
  table: string;
  column: string;
  /** Columns that the context is made of. */
  contextColumns: string[];
  context(row: Record<string, string>): string;
}

export interface Resealed {
  resealed: number;
  /** Texts that no key opens, left as they are. */
  unreadable: number;
}

/**
 * Seals with the newest key whatever another one sealed. Rows are read in batches and each is written by itself, if it
 * is still what was read: so no lock is held, whatever the API writes meanwhile stays, and a run that was cut off is
 * just repeated.
 */
export async function resealColumn(em: EntityManager, secrets: SecretBox, column: SealedColumn): Promise<Resealed> {
  const result: Resealed = { resealed: 0, unreadable: 0 };
  for (let last = 0, rows = await read(em, column, last); rows.length > 0; rows = await read(em, column, last)) {
    for (const row of rows) {
      last = Number(row.id);
      if (secrets.isCurrent(row.sealed!)) continue;
      const sealed = resealed(secrets, row.sealed!, column.context(row));
      if (sealed === null) result.unreadable += 1;
      else if (await replace(em, column, row, sealed)) result.resealed += 1;
    }
  }
  return result;
}

type Row = Record<string, string>;

function read(em: EntityManager, { table, column, contextColumns }: SealedColumn, after: number): Promise<Row[]> {
  const columns = ['id', `${column} as sealed`, ...contextColumns].join(', ');
  // An empty text is a place that is kept for one.
  return em.execute<Row[]>(
    `select ${columns} from ${table} where id > ? and ${column} <> '' order by id limit ${BATCH}`,
    [after],
  );
}

function resealed(secrets: SecretBox, text: string, context: string): string | null {
  try {
    return secrets.seal(secrets.open(text, context), context);
  } catch {
    return null;
  }
}

async function replace(em: EntityManager, { table, column }: SealedColumn, row: Row, sealed: string): Promise<boolean> {
  const rows = await em.execute<unknown[]>(
    `update ${table} set ${column} = ? where id = ? and ${column} = ? returning id`,
    [sealed, row.id, row.sealed],
  );
  return rows.length > 0;
}
