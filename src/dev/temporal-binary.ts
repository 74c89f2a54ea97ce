import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { cacheDir } from './cache-dir.ts';
import { downloadServer } from './download-server.ts';
import { withFileLock } from './file-lock.ts';
import { findOnPath } from './find-on-path.ts';
import { installGoProgram, type InstallOptions } from './install-go-program.ts';
import { lastLine, runProgram } from './run-program.ts';
import { isRecentTemporal, TEMPORAL_VERSION } from './temporal-version.ts';
import { UserError } from './user-error.ts';

export type FindOptions = InstallOptions;

/**
 * The path of a `temporal` program that runs here and is recent enough: the one on PATH, the one in the cache, the
 * SDK's download, or one compiled by Go. A download goes into the cache whole or not at all; of several processes that
 * need it at once, one fetches and the others wait.
 * @throws UserError when there is none and none can be had, saying what to install
 */
export async function findTemporal(options: FindOptions = {}): Promise<string> {
  const onPath = findOnPath('temporal');
  if (onPath) {
    const version = await readVersion(onPath);
    if (isRecentTemporal(version)) return onPath;
    options.onProgress?.(`${onPath} is too old (${version || 'it does not run'}), looking for another`);
  }
  const folder = join(cacheDir(), `temporal-${TEMPORAL_VERSION}`);
  const cached = join(folder, 'temporal');
  if (isRecentTemporal(await readVersion(cached))) return cached;
  const onWait = (): void => {
    options.onProgress?.('waiting for another process that prepares it');
  };
  return await withFileLock(join(folder, 'lock.db'), { onWait, signal: options.signal }, async () => {
    if (isRecentTemporal(await readVersion(cached))) return cached;
    await fetchInto(folder, cached, options);
    return cached;
  });
}

async function readVersion(file: string): Promise<string> {
  if (!existsSync(file)) return '';
  const result = await runProgram(file, ['--version'], { timeoutMs: 30_000 });
  return result.ok ? lastLine(result.output) : '';
}

async function fetchInto(folder: string, target: string, options: FindOptions): Promise<void> {
  const draft = mkdtempSync(join(folder, 'new-'));
  try {
    const download = await downloadServer('dev-server', draft, options);
    const file = download.path ?? (await compile(draft, download.reason, options));
    if (!isRecentTemporal(await readVersion(file))) {
      throw new UserError(`The temporal program that was fetched does not run here.\n${whatToInstall()}`);
    }
    chmodSync(file, 0o755);
    mkdirSync(folder, { recursive: true });
    renameSync(file, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Compiles the command line with Go; only the result is kept, in `folder`. */
async function compile(folder: string, downloadFailure: string, options: FindOptions): Promise<string> {
  const program = {
    name: "Temporal's server",
    file: 'temporal',
    source: `github.com/temporalio/cli/cmd/temporal@${TEMPORAL_VERSION}`,
    takes: 'about 3 minutes',
    because: `its download failed (${downloadFailure})`,
    whatToInstall: whatToInstall(),
  };
  return await installGoProgram(program, folder, options);
}

function whatToInstall(): string {
  return (
    'Install the temporal CLI 1.5 or newer on PATH (docs.temporal.io/cli), or Go 1.25 or newer, ' +
    'or set TEMPORAL_ADDRESS to a Temporal of yours.'
  );
}
