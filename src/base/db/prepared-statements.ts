import type { EntityManager } from '@mikro-orm/postgresql';

/** A statement that each connection has parsed and planned once, whose values are sent beside it. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** By text, of which there are as many as are declared in this code: a connection keeps no more. */
const names = new Map<string, string>();
/** The values of statements whose answers nobody needs. */
const withNext = new WeakSet<object>();

/**
 * Declares a statement of a hot path. Only for those that find or insert rows by their keys: PostgreSQL plans it once
 * for whatever values, so a search, whose best plan depends on them, is better sent as it is.
 *
 * @param name of its own among all of them
 * @param text with `$1`, `$2` … for its values
 */
export function prepared(name: string, text: string): PreparedStatement {
  names.set(text, name);
  return { name, text };
}

/**
 * Runs a statement in the transaction of `em`, or where it has none on a connection of the pool. The ORM itself writes
 * values into the text of each statement, which is then parsed and planned anew, however often it comes.
 */
export async function runPrepared<Row>(
  em: EntityManager,
  statement: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  if (!em.isInTransaction()) return runAlone(em, statement, values);
  const { name, text } = statement;
  const { rows } = await em.getKysely().executeQuery({
    sql: text,
    parameters: values,
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: name },
  });
  return rows as Row[];
}

/** As `runPrepared`, on a connection of the pool, also where `em` has a transaction. */
export async function runAlone<Row>(em: EntityManager, { text }: PreparedStatement, values: unknown[]): Promise<Row[]> {
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    const { rows } = await client.query(text, values);
    return rows as Row[];
  } finally {
    client.release();
  }
}

/**
 * As `runPrepared`, of a statement in a transaction whose answer nobody needs. It is sent together with the next one,
 * which may be the commit, so nobody waits for PostgreSQL in between. Where it fails, the next one fails with its error
 * and has no effect.
 */
export async function runWithNext(em: EntityManager, statement: PreparedStatement, values: unknown[]): Promise<void> {
  withNext.add(values);
  await runPrepared(em, statement, values);
}

/** The declared statement of this text. */
export function findPrepared(text: string): PreparedStatement | undefined {
  const name = names.get(text);
  return name === undefined ? undefined : { name, text };
}

export function isRunWithNext(values: object): boolean {
  return withNext.has(values);
}
