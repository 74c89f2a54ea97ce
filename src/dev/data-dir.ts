import { mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { UserError, errorCode } from './user-error.ts';

/**
 * Makes sure DATA_DIR is a folder that can be written, and returns its real path. A new one gets mode 0700: it will
 * hold keys and tokens. The mode of an existing one is its owner's business; every secret file in it has mode 0600
 * anyway.
 * @throws UserError when it cannot be used
 */
export function openDataDir(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder);
    const probe = join(folder, `.writable.${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(folder);
  } catch (error) {
    throw new UserError(`DATA_DIR ${folder} ${reason(errorCode(error))}.\nMend that, or choose another folder.`);
  }
}

/**
 * Makes the folders one by one: the recursive form of Node's mkdir never returns where a parent exists but can hold
 * nothing.
 */
function makeFolder(folder: string): void {
  const existing = statSync(folder, { throwIfNoEntry: false });
  if (existing?.isDirectory()) return;
  if (existing) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function reason(code: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'is a file or lies below a file, not in a folder';
    case 'EACCES':
    case 'EPERM':
      return 'cannot be written by this user';
    case 'ENOENT':
      return 'cannot be made there';
    case 'EROFS':
      return 'is on a read-only file system';
    case 'ENOSPC':
      return 'is on a full disk';
    default:
      return `cannot be used (${code || 'unknown error'})`;
  }
}
