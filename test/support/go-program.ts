import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withFileLock } from '../../src/dev/file-lock.ts';
import { installGoProgram, type GoProgram, type InstallOptions } from '../../src/dev/install-go-program.ts';
import { UserError } from '../../src/dev/user-error.ts';

interface FindOptions extends InstallOptions {
  /** Whether a file is the program, and runs on this machine; without it every file of the name does. */
  runsHere?: (file: string) => boolean | Promise<boolean>;
}

/**
 * The path of a program in a folder of the cache, where Go compiles it once. The program lands in the folder whole or
 * not at all; of several processes that need it at once, one compiles and the others wait.
 *
 * @throws UserError when it is not there and cannot be compiled, saying what to install
 */
export async function findGoProgram(
  program: GoProgram,
  folder: string,
  { runsHere = existsSync, onProgress, signal }: FindOptions = {},
): Promise<string> {
  const cached = join(folder, program.file);
  if (await runsHere(cached)) return cached;
  mkdirSync(folder, { recursive: true });
  const onWait = (): void => onProgress?.(`waiting for another process that prepares ${program.name}`);
  return await withFileLock(join(folder, 'lock.db'), { onWait, signal }, async () => {
    if (await runsHere(cached)) return cached;
    const draft = mkdtempSync(join(folder, 'new-'));
    try {
      const compiled = await installGoProgram(program, draft, { onProgress, signal });
      if (!(await runsHere(compiled))) {
        throw new UserError(`The compiled ${program.name} does not run here.\n${program.whatToInstall}`);
      }
      renameSync(compiled, cached);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
    return cached;
  });
}
