import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where what is downloaded or compiled once is kept, for all clones of this user. */
export function cacheDir(environment: NodeJS.ProcessEnv = process.env): string {
  const own = environment.FATURA_CACHE_DIR;
  if (own) return own;
  return join(environment.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'fatura');
}
