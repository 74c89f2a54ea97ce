import type { Engine } from './support/engine.ts';
import { startFatura } from './support/fatura.ts';
import type { Row } from './support/figures.ts';
import { createPaidStores, payInvoices } from './paid-invoices.ts';
import type { Receiver } from './support/receiver.ts';
import { TEMPORAL_DATABASES } from '../test/support/temporal-on-postgres.ts';

const NAME = 'fatura_b7';
const SECONDS = 45;
const IN_FLIGHT = 24;
const SETTLE_MS = 60_000;
/** Rows of a request or of a browser, which are forgotten within a day, are no growth. */
const FORGOTTEN = ['idempotency_keys', 'panel_submissions', 'person_sessions', 'outbox'];

/** B7: what a paid invoice with three webhooks leaves in the databases, for the size of their disks. */
export async function measureGrowth(
  engine: Engine,
  { receiver, signal }: { receiver: Receiver; signal: AbortSignal },
): Promise<Row[]> {
  const fatura = await startFatura(engine, { name: NAME, signal });
  try {
    const stores = await createPaidStores(fatura, receiver);
    // The size of a database before its first invoice is not growth; nor are the first pages of each table.
    const load = { stores, warmUpSeconds: 0, inFlight: IN_FLIGHT };
    await payInvoices(fatura, receiver, { ...load, seconds: 5 });
    const before = await read(engine, fatura.database);
    const { all } = await payInvoices(fatura, receiver, { ...load, seconds: SECONDS });
    await fatura.settle(SETTLE_MS);
    const after = await read(engine, fatura.database);
    const each = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / all / 1_000;
    const tables = [...after.keys()].filter((name) => name.startsWith('table '));
    const largest = tables
      .map((name) => ({ name: name.slice('table '.length), kB: each(name) }))
      .sort((a, b) => b.kB - a.kB)
      .slice(0, 6)
      .map(({ name, kB }) => `${name} ${kB.toFixed(1)}`);
    const row = (what: string, kB: number): Row => ({ bench: 'B7', what, unit: 'kB', samples: [kB] });
    const kept = tables.reduce((sum, name) => sum + each(name), 0);
    return [
      row(`the record, for each of ${all} paid invoices with 3 webhooks (${largest.join(', ')})`, kept),
      row(`answers kept for a day, for each`, each('forgotten')),
      row(`Temporal's databases, for each, until its retention has passed`, each('temporal')),
      row(`WAL, for each`, each('wal')),
    ];
  } finally {
    await fatura.stop();
  }
}

/** Bytes. */
async function read({ admin }: Engine, database: typeof admin): Promise<Map<string, number>> {
  const { rows: tables } = await database.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const { rows } = await admin.query<{ temporal: number; wal: number }>(
    `select (select sum(pg_database_size(datname))::float8 from pg_database where datname = any($1)) as temporal,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal`,
    [TEMPORAL_DATABASES],
  );
  const isForgotten = ({ name }: { name: string }): boolean => FORGOTTEN.includes(name);
  return new Map([
    ...tables.filter((one) => !isForgotten(one)).map(({ name, bytes }) => [`table ${name}`, bytes] as const),
    ['forgotten', tables.filter(isForgotten).reduce((sum, { bytes }) => sum + bytes, 0)],
    ...Object.entries(rows[0]!),
  ]);
}
