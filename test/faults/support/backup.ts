import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import pg from 'pg';
import { findPostgresBinaries } from '../../../src/dev/postgres-binaries.ts';
import { clusterPaths } from '../../../src/dev/postgres-cluster.ts';
import { choosePostgresUser } from '../../../src/dev/postgres-user.ts';
import { pollUntil } from '../../../src/dev/poll-until.ts';
import { runProgram } from '../../../src/dev/run-program.ts';
import type { Platform } from './platform.ts';

/**
 * A base backup and an archive of the WAL, on another disk than the cluster's, as it were. Made by PostgreSQL's own
 * functions for it ("Making a Base Backup Using the Low Level API"): the packages of the tests bring no
 * `pg_basebackup`.
 */
export interface Backup {
  /** The settings of a PostgreSQL that is backed up. */
  settings: Record<string, string>;
  /** Copies the cluster while it is written to. */
  takeBase(databaseUrl: string): Promise<{ megabytes: number; seconds: number }>;
  /** Once it returns, all that was committed before is in the archive. */
  archiveAll(query: Platform['query']): Promise<void>;
  /** The folder for a PostgreSQL that goes on from here; with what it is to be started with. */
  restore(options: {
    password: string;
    until?: string;
  }): Promise<{ dataDir: string; settings: Record<string, string> }>;
  remove(): void;
}

const ARCHIVED_MS = 60_000;
/** The files that a base backup leaves out, by the manual; and lists of files of the running server. */
const LEFT_OUT = ['pg_wal/*', 'pg_replslot/*', 'pg_dynshmem/*', 'pg_notify/*', 'pg_serial/*', 'pg_snapshots/*'];
const OF_THE_SERVER = ['pg_stat_tmp/*', 'pg_subtrans/*', 'postmaster.pid', 'postmaster.opts'];
/** "File changed as we read it", or was removed: the WAL mends both. */
const TAR_WARNED = 1;

export async function openBackup(): Promise<Backup> {
  const home = mkdtempSync(join(tmpdir(), 'fatura-backup-'));
  const [archive, base, label] = [join(home, 'wal'), join(home, 'base.tar'), join(home, 'backup_label')];
  mkdirSync(archive);
  const { postgres } = await findPostgresBinaries();
  const { owner } = choosePostgresUser({ dataDir: home, cluster: join(home, 'none'), postgres });
  const give = (path: string): void => {
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  for (const path of [home, archive]) give(path);
  const dataDirs: string[] = [];
  const settings = documentedSettings(home);
  return {
    settings,
    async takeBase(databaseUrl) {
      const begun = Date.now();
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        const { rows } = await client.query<{ folder: string }>(
          `select current_setting('data_directory') as folder, pg_backup_start('base', fast => true)`,
        );
        await copy(rows[0]!.folder, base);
        const ended = await client.query<{ labelfile: string }>(
          'select labelfile from pg_backup_stop(wait_for_archive => true)',
        );
        writeFileSync(label, ended.rows[0]!.labelfile);
      } finally {
        await client.end();
      }
      return { megabytes: Math.round(statSync(base).size / 1e6), seconds: (Date.now() - begun) / 1_000 };
    },
    async archiveAll(query) {
      const [row] = await query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
      const isThere = await pollUntil(() => existsSync(join(archive, row!.segment)), { timeoutMs: ARCHIVED_MS });
      if (!isThere) throw new Error(`${row!.segment} was not archived within ${ARCHIVED_MS / 1_000} s.`);
    },
    async restore({ password, until }) {
      const dataDir = mkdtempSync(join(tmpdir(), 'fatura-restored-'));
      dataDirs.push(dataDir);
      const { folder, cluster, passwordFile } = clusterPaths(dataDir);
      for (const path of [folder, cluster]) mkdirSync(path, { mode: 0o700 });
      await run('tar', ['-xpf', base, '-C', cluster]);
      writeFileSync(join(cluster, 'backup_label'), readFileSync(label), { mode: 0o600 });
      writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
      writeFileSync(passwordFile, password, { mode: 0o600 });
      const made = [folder, cluster, passwordFile, join(cluster, 'backup_label'), join(cluster, 'recovery.signal')];
      for (const path of made) give(path);
      return {
        dataDir,
        settings: {
          ...settings,
          restore_command: `cp ${archive}/%f %p`,
          recovery_target_action: 'promote',
          ...(until === undefined ? {} : { recovery_target_time: until }),
        },
      };
    },
    remove() {
      for (const path of [home, ...dataDirs])
        rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

/** Those of the compose file for backups, for another folder than the container's. */
function documentedSettings(home: string): Record<string, string> {
  const path = join(import.meta.dirname, '../../../ops/backup/docker-compose.backup.yml');
  const { services } = parseYaml(readFileSync(path, 'utf8')) as { services: { postgres: { command: string[] } } };
  const given = services.postgres.command.filter((word) => word.includes('='));
  return Object.fromEntries(
    given.map((setting) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(setting) ?? [];
      return [name, value.replaceAll('/backup/', `${home}/`)];
    }),
  );
}

async function copy(folder: string, into: string): Promise<void> {
  const without = [...LEFT_OUT, ...OF_THE_SERVER].map((pattern) => `--exclude=./${pattern}`);
  await run('tar', ['-cf', into, ...without, '-C', folder, '.'], TAR_WARNED);
}

async function run(file: string, args: string[], alsoGood = 0): Promise<void> {
  const { ok, end, output } = await runProgram(file, args, { timeoutMs: ARCHIVED_MS });
  if (!ok && !(alsoGood > 0 && end === `exit code ${alsoGood}`)) throw new Error(`${file} failed (${end}): ${output}`);
}
