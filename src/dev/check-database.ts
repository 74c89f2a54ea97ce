import pg from 'pg';

import { UserError, errorCode } from './user-error.ts';

const TIMEOUT_MS = 5_000;

/**
 * Checks a database that is not ours: that it answers and lets us in.
 * @throws UserError naming host, port and database, never the password
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = createClient(databaseUrl);
  // A connection that breaks later tells so by an event, which would end this process if nobody listened.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    throw new UserError(`${explain(error, client)}\nMend DATABASE_URL, or unset it to use a local database.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function createClient(databaseUrl: string): pg.Client {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Error('another scheme');
    return new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: TIMEOUT_MS });
  } catch {
    throw new UserError('DATABASE_URL is not an address of the form postgresql://user:password@host:5432/database.');
  }
}

function explain(error: unknown, client: pg.Client): string {
  const place = `${client.host}:${client.port}`;
  const code = errorCode(error);
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL at ${place} refuses the user or the password of DATABASE_URL.`;
    case '3D000':
      return `PostgreSQL at ${place} has no database "${client.database ?? ''}".`;
    default:
      return `PostgreSQL does not answer at ${place} (DATABASE_URL${code && `: ${code}`}).`;
  }
}
