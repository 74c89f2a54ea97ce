import type { EntityManager } from '@mikro-orm/postgresql';
import { BoundedClient } from './bounded-client.ts';

/** A statement that each connection has parsed and planned once, whose values are sent beside it. */
export interface PreparedStatement {
  name: string;
  text: string;
}

/** By text, of which there are as many as are declared in this code: a connection keeps no more. */
const names = new Map<string, string>();

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
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await em.getKysely().executeQuery({
    sql: text,
    parameters: values,
    query: { kind: 'RawNode', sqlFragments: [text], parameters: [] },
    queryId: { queryId: name },
  });
  return rows as Row[];
}

/** A connection that prepares the declared statements, and sends all others as they are. */
export class PreparingClient extends BoundedClient {
  /** As any of the ways in which the driver can be asked; whoever asks knows which answer that has. */
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? names.get(text) : undefined;
    const asked = name === undefined ? given : [{ name, text, values }, ...rest];
    return super.query(...(asked as [string])) as unknown as never;
  }
}
