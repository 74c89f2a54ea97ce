import { spawnSync } from 'node:child_process';

/** The commit that is measured, with a mark where files differ from it; of a copy without git nothing is known. */
export function readGitHead(): string {
  const cwd = new URL('../../', import.meta.url);
  const git = (...args: string[]): string => spawnSync('git', args, { cwd, encoding: 'utf8' }).stdout?.trim() ?? '';
  const commit = git('rev-parse', '--short', 'HEAD') || 'unknown';
  return git('status', '--porcelain') ? `${commit} and changes` : commit;
}
