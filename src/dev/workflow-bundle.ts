import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { UserError } from './user-error.ts';
import { writeFileAtomic } from './write-file-atomic.ts';

export interface BundleOptions {
  cacheDir: string;
  /** The module that exports the workflows; the project's own unless told otherwise. */
  workflowsPath?: string;
  onProgress?: (line: string) => void;
}

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const INTERCEPTORS = join(PROJECT, 'workflows', 'interceptors.ts');
const KEPT_BUNDLES = 5;

/**
 * The path of the workflows' bundle, made now if no bundle of exactly this code is in the cache. A worker that is given
 * it starts in a second, and every test file uses the same.
 * @throws UserError with what webpack says is wrong
 */
export async function ensureWorkflowBundle(options: BundleOptions): Promise<string> {
  const workflowsPath = options.workflowsPath ?? join(PROJECT, 'workflows', 'index.ts');
  const path = join(options.cacheDir, `workflow-bundle-${hashSources(dirname(workflowsPath))}.js`);
  if (existsSync(path)) return path;
  options.onProgress?.('bundling the workflows');
  const code = await bundleWorkflows(workflowsPath);
  mkdirSync(options.cacheDir, { recursive: true });
  await writeFileAtomic(path, code, 0o644);
  removeOldBundles(options.cacheDir);
  return path;
}

/** Bundles without a cache, for `npm run build`. */
export async function bundleWorkflows(workflowsPath = join(PROJECT, 'workflows', 'index.ts')): Promise<string> {
  // Loaded only when needed: webpack and the SDK's native module cost a second.
  const { bundleWorkflowCode, DefaultLogger } = await import('@temporalio/worker');
  const errors: string[] = [];
  const logger = new DefaultLogger('ERROR', ({ message }) => errors.push(message));
  try {
    return (await bundleWorkflowCode({ workflowsPath, workflowInterceptorModules: [INTERCEPTORS], logger })).code;
  } catch (error) {
    throw new UserError(`The workflows cannot be bundled: ${errors.join('\n') || String(error)}`);
  }
}

/** Anything below `workflows/` or `src/`, or another version of a package, may change the bundle. */
function hashSources(workflowsDir: string): string {
  const files = [...typeScriptFiles(workflowsDir), ...typeScriptFiles(join(PROJECT, 'src'))];
  const hash = createHash('sha256');
  for (const file of [...files, join(PROJECT, 'package-lock.json')]) {
    hash
      .update(`${relative(PROJECT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

function typeScriptFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = entries.filter((name) => name.endsWith('.ts') && !name.includes('node_modules'));
  return files.sort().map((name) => join(folder, name));
}

function removeOldBundles(cacheDir: string): void {
  const bundles = readdirSync(cacheDir)
    .filter((name) => /^workflow-bundle-\w+\.js$/.test(name))
    .map((name) => join(cacheDir, name))
    .sort((a, b) => modified(b) - modified(a));
  for (const path of bundles.slice(KEPT_BUNDLES)) rmSync(path, { force: true });
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
