import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { PostgresBinaries } from './postgres-binaries.ts';
import { postgresEnvironment, sharedMemorySettings } from './postgres-settings.ts';
import { asPostgresUser } from './postgres-user.ts';
import type { PostgresUser } from './postgres-user.ts';
import { runProgram } from './run-program.ts';
import type { ProgramResult } from './run-program.ts';
import { UserError } from './user-error.ts';

export const DATABASE = 'fatura';
export const SUPERUSER = 'fatura';

/** Where a cluster lives in DATA_DIR: its files, and the password that its superuser was given. */
export interface ClusterPaths {
  folder: string;
  cluster: string;
  passwordFile: string;
}

export function clusterPaths(dataDir: string): ClusterPaths {
  const folder = join(dataDir, 'postgres');
  return { folder, cluster: join(folder, 'cluster'), passwordFile: join(folder, 'password') };
}

/**
 * Makes sure a cluster of the right version exists and returns its superuser's password. A cluster is made under
 * another name and renamed when whole, so a start that was killed half-way leaves nothing that the next would trip
 * over.
 * @throws UserError when what lies there is not ours to use
 */
export async function ensureCluster(input: {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  user: PostgresUser;
  durable: boolean;
}): Promise<string> {
  const { paths, binaries, user } = input;
  const draft = clusterPathsOfDraft(paths);
  // The initdb of a killed start may still be writing there.
  rmSync(draft.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  if (!existsSync(paths.folder)) {
    const password = createFolder(draft, user);
    await initialise({ ...input, paths: draft });
    renameSync(draft.folder, paths.folder);
    return password;
  }
  checkVersion(paths, binaries.majorVersion);
  checkOwner(paths, user);
  return readPassword(paths);
}

function clusterPathsOfDraft(paths: ClusterPaths): ClusterPaths {
  const folder = `${paths.folder}.new`;
  return { folder, cluster: join(folder, 'cluster'), passwordFile: join(folder, 'password') };
}

function createFolder(paths: ClusterPaths, user: PostgresUser): string {
  const password = randomBytes(24).toString('base64url');
  mkdirSync(paths.folder, { mode: 0o700 });
  mkdirSync(paths.cluster, { mode: 0o700 });
  writeFileSync(paths.passwordFile, password, { mode: 0o600 });
  for (const path of [paths.passwordFile, paths.cluster, paths.folder]) {
    if (user.owner) chownSync(path, user.owner.uid, user.owner.gid);
  }
  return password;
}

async function initialise(input: {
  paths: ClusterPaths;
  binaries: PostgresBinaries;
  user: PostgresUser;
  durable: boolean;
}): Promise<void> {
  const { paths, binaries, user, durable } = input;
  // The built-in locale provider sorts alike on every system; the C locale of libc exists everywhere.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, `--pwfile=${paths.passwordFile}`, '--auth=scram-sha-256'];
  const options = { cwd: '/', env: postgresEnvironment(), ...user.spawnAs };
  const args = [`--pgdata=${paths.cluster}`, ...locale, ...access, ...sharedMemorySettings()];
  if (!durable) args.push('--no-sync');
  const made = await runProgram(...asPostgresUser(user, binaries.initdb, args), options);
  if (!made.ok) throw new UserError(`PostgreSQL could not make its data folder: ${reason(made)}`);
  const single = asPostgresUser(user, binaries.postgres, [
    '--single',
    ...sharedMemorySettings(),
    '-D',
    paths.cluster,
    'postgres',
  ]);
  const created = await runProgram(...single, { ...options, input: `CREATE DATABASE ${DATABASE};\n` });
  if (!created.ok || /\b(ERROR|FATAL):/.test(created.output)) {
    throw new UserError(`PostgreSQL could not make its database: ${reason(created)}`);
  }
}

function reason({ output, end }: ProgramResult): string {
  const lines = output.trim().split('\n');
  return lines.findLast((line) => /\b(FATAL|PANIC|ERROR|error):/.test(line)) ?? (lines.at(-1) || end);
}

function checkVersion(paths: ClusterPaths, majorVersion: string): void {
  let version: string;
  try {
    version = readFileSync(join(paths.cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new UserError(
      `${paths.folder} holds no PostgreSQL data that can be used.\nMove it away, or choose another DATA_DIR.`,
    );
  }
  if (version === majorVersion) return;
  throw new UserError(
    `${paths.folder} was written by PostgreSQL ${version}, this is PostgreSQL ${majorVersion}.\n` +
      'Move it away (its data stays readable for the older version), or choose another DATA_DIR.',
  );
}

function checkOwner(paths: ClusterPaths, user: PostgresUser): void {
  const mine = user.owner?.uid ?? process.getuid?.();
  const owner = statSync(paths.cluster).uid;
  if (mine === undefined || owner === mine) return;
  throw new UserError(
    `${paths.folder} belongs to user ${owner}, this is user ${mine}: start as that user, or choose another DATA_DIR.`,
  );
}

/** @throws UserError where it cannot be read */
export function readPassword(paths: ClusterPaths): string {
  try {
    return readFileSync(paths.passwordFile, 'utf8').trim();
  } catch {
    throw new UserError(`${paths.passwordFile} cannot be read.\nRestore it, or choose another DATA_DIR.`);
  }
}
