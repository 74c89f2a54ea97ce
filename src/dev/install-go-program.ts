import { join } from 'node:path';

import { findOnPath } from './find-on-path.ts';
import { reportElapsed } from './report-elapsed.ts';
import { lastLine, runProgram } from './run-program.ts';
import { isRecentGo } from './temporal-version.ts';
import { UserError } from './user-error.ts';

export interface GoProgram {
  /** The program's name for people, for the messages. */
  name: string;
  /** The file that `go install` makes. */
  file: string;
  /** The argument of `go install`: the package with its version. */
  source: string;
  /** The time of the compilation, for the progress line: `about 3 minutes`. */
  takes: string;
  /** Why it has to be compiled at all, where something else was tried first. */
  because?: string;
  /** The remedy for the person at the terminal when it cannot be compiled. */
  whatToInstall: string;
}

export interface InstallOptions {
  onProgress?: ((line: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Compiles a program with Go and answers with its path; only the result is kept, in `folder`.
 * @throws UserError when there is no recent Go or it cannot compile the program, saying what to install
 */
export async function installGoProgram(program: GoProgram, folder: string, options: InstallOptions): Promise<string> {
  const { name, file, source, because, whatToInstall } = program;
  const go = findOnPath('go');
  const version = go ? (await runProgram(go, ['version'], { timeoutMs: 30_000 })).output.trim() : 'none';
  if (!go || !isRecentGo(version)) {
    const reason = because === undefined ? '' : `${because}, and `;
    throw new UserError(
      `${name} is missing: ${reason}to compile it Go 1.25 is needed (found: ${version}).\n${whatToInstall}`,
    );
  }
  const stop = reportElapsed(
    options.onProgress,
    `compiling ${file} ${versionOf(source)} with Go, once, ${program.takes}`,
  );
  // Nothing of the caller's workspace or target platform may change what is built.
  const env = {
    ...process.env,
    GOBIN: folder,
    GOWORK: 'off',
    GO111MODULE: 'on',
    GOOS: '',
    GOARCH: '',
    CGO_ENABLED: '0',
  };
  const built = await runProgram(go, ['install', source], { cwd: folder, env, signal: options.signal });
  stop();
  options.signal?.throwIfAborted();
  if (built.ok) return join(folder, file);
  throw new UserError(`${name} could not be compiled: ${lastLine(built.output) || built.end}.\n${whatToInstall}`);
}

function versionOf(source: string): string {
  return source.slice(source.indexOf('@') + 1);
}
