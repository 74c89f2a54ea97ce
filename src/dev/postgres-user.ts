import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { UserError } from './user-error.ts';

/** As whom, and how, the PostgreSQL programs are run. */
export interface PostgresUser {
  /** The owner that the data folder must have; absent when it is simply the current user. */
  owner?: Owner;
  /** Put before a command line. */
  prefix: readonly string[];
  /** For the options of spawn. */
  spawnAs: { uid?: number; gid?: number };
}

interface Owner {
  uid: number;
  gid: number;
}

/**
 * Chooses the user who runs PostgreSQL, which refuses root. For anyone else the user is the current one. Root hands
 * PostgreSQL to the owner of the existing data, else to `postgres`, else to `nobody`. The chosen user must be able to
 * reach the data and the programs, although a clone may lie below a folder that only root can enter; tried in this
 * order, weakest first: as it is; with DATA_DIR opened to that user's group (enter, not list); with the one capability
 * to pass any folder.
 * @throws UserError when none of it is possible
 */
export function choosePostgresUser(input: { dataDir: string; cluster: string; postgres: string }): PostgresUser {
  if (process.getuid?.() !== 0) return { prefix: [], spawnAs: {} };
  const owner = findOwner(input.cluster);
  const spawnAs = { uid: owner.uid, gid: owner.gid };
  if (canEnter(spawnAs, [input.dataDir, input.postgres])) return { owner, prefix: [], spawnAs };
  if (canEnter(spawnAs, [dirname(input.dataDir), input.postgres])) {
    chownSync(input.dataDir, 0, owner.gid);
    chmodSync(input.dataDir, (statSync(input.dataDir).mode & 0o777) | 0o010);
    if (canEnter(spawnAs, [input.dataDir])) return { owner, prefix: [], spawnAs };
  }
  const prefix = passAnyFolder(owner);
  if (spawnSync(prefix[0] ?? '', [...prefix.slice(1), input.postgres, '--version']).status === 0) {
    return { owner, prefix, spawnAs: {} };
  }
  throw new UserError(
    `PostgreSQL does not run as root, and user ${owner.uid} cannot enter ${input.dataDir} or ${dirname(input.postgres)}.\n` +
      'Start as another user, move the project where others may enter, or install setpriv (util-linux).',
  );
}

/** The command line that runs a program as this user. */
export function asPostgresUser(user: PostgresUser, file: string, args: readonly string[]): [string, string[]] {
  const [first = file, ...rest] = [...user.prefix, file, ...args];
  return [first, rest];
}

function findOwner(cluster: string): Owner {
  const existing = statSync(cluster, { throwIfNoEntry: false });
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new UserError('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
}

function canEnter(user: { uid: number; gid: number }, paths: readonly string[]): boolean {
  const script = 'for path do test -x "$path" || exit 1; done';
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], { ...user, cwd: '/' }).status === 0;
}

/**
 * Drops every power of root but the one to pass folders and open files (CAP_DAC_OVERRIDE). `no_setuid_fixup` makes
 * access(2) count it as well: PostgreSQL asks that before it trusts its own path.
 */
function passAnyFolder(owner: Owner): string[] {
  const ids = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const powers = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'];
  return ['setpriv', ...ids, ...powers, '--securebits=+no_setuid_fixup', '--'];
}
