import pg from 'pg';

/** A probe waits no longer. */
const PATIENCE_MS = 1_500;

export interface DatabaseProbe {
  /** Rejects, in time, where PostgreSQL does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Asks PostgreSQL whether it is there, over a connection of its own: a process that is busy is not to be taken for one
 * that is cut off.
 */
export function openDatabaseProbe(databaseUrl: string): DatabaseProbe {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
    application_name: 'fatura-probe',
  });
  // The next look finds a lost connection; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    async check() {
      await pool.query('select 1');
    },
    close: () => pool.end(),
  };
}
