import { readFileSync } from 'node:fs';
import type { Engine } from './engine.ts';
import { readNumber } from './fatura.ts';
import type { Cost } from './figures.ts';
import { readUsage } from '../../test/support/process-usage.ts';

/** The use of all programs up to a moment. */
export interface Reading {
  at: number;
  /** Seconds of CPU by program. */
  cpu: Record<string, number>;
  /** PostgreSQL's backends, by process. */
  backends: Map<number, { database: string; cpuSeconds: number }>;
  /** Committed transactions by database. */
  transactions: Record<string, number>;
  /** Bytes of the write-ahead log. */
  walBytes: number;
}

export interface Probe {
  read: () => Promise<Reading>;
}

/** @param programs process ids by name; several of one name are added up */
export function createProbe(engine: Engine, programs: () => Record<string, number[]>): Probe {
  const others = (): Record<string, number[]> => ({
    Temporal: [engine.temporal.pid],
    PostgreSQL: [engine.postgres.pid],
  });
  return {
    async read() {
      const cpu: Record<string, number> = {};
      for (const [name, pids] of Object.entries({ ...programs(), ...others() })) {
        cpu[name] = pids.reduce((total, pid) => total + readUsage(pid).cpuSeconds, 0);
      }
      // The time of this process alone: everything else that runs was started by it.
      const own = process.cpuUsage();
      cpu.client = (own.user + own.system) / 1e6;
      const backends = new Map<number, { database: string; cpuSeconds: number }>();
      const { rows } = await engine.admin.query<{ pid: number; datname: string }>(
        'select pid, datname from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
      );
      for (const { pid, datname } of rows) {
        backends.set(pid, { database: datname, cpuSeconds: readUsage(pid).cpuSeconds || 0 });
      }
      const { rows: counts } = await engine.admin.query<{ datname: string; count: string }>(
        'select datname, xact_commit as count from pg_stat_database where datname is not null',
      );
      const transactions = Object.fromEntries(counts.map(({ datname, count }) => [datname, Number(count)]));
      const walBytes = await readNumber(engine.admin, `select pg_current_wal_lsn() - '0/0'`);
      return { at: performance.now(), cpu, backends, transactions, walBytes };
    },
  };
}

/** The use between two readings, for each of `units`; PostgreSQL's CPU also by database. */
export function costOf(before: Reading, after: Reading, units: number): Cost {
  const perUnit = (seconds: number): number => (seconds * 1_000) / units;
  const cpuMs: Record<string, number> = {};
  for (const [name, seconds] of Object.entries(after.cpu)) cpuMs[name] = perUnit(seconds - (before.cpu[name] ?? 0));
  for (const [pid, { database, cpuSeconds }] of after.backends) {
    const name = `PostgreSQL: ${familyOf(database)}`;
    cpuMs[name] = (cpuMs[name] ?? 0) + perUnit(cpuSeconds - (before.backends.get(pid)?.cpuSeconds ?? 0));
  }
  const transactions: Record<string, number> = {};
  for (const [database, count] of Object.entries(after.transactions)) {
    const made = (count - (before.transactions[database] ?? 0)) / units;
    const family = familyOf(database);
    if (made > 0.05) transactions[family] = (transactions[family] ?? 0) + made;
  }
  return { cpuMs, transactions, walKb: (after.walBytes - before.walBytes) / 1024 / units };
}

function familyOf(database: string): string {
  return database.startsWith('temporal') ? 'temporal' : database;
}

/** Share of all processors that was busy between two readings of `/proc/stat`; 0 to 1. */
export function readMachine(): { busy: number; total: number } {
  const [, ...times] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).map(Number);
  const total = times.slice(0, 8).reduce((sum, time) => sum + time, 0);
  return { busy: total - times[3]! - times[4]!, total };
}
