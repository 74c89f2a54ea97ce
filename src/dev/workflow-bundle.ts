import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
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
  const path = join(options.cacheDir, `workflow-bundle-${hashSources([workflowsPath, INTERCEPTORS])}.js`);
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
    const bundle = await bundleWorkflowCode({
      workflowsPath,
      workflowInterceptorModules: [INTERCEPTORS],
      // Runs of a thread share the modules, frozen. No module of `workflows` has anything that changes, as a rule of
      // ESLint holds.
      preloadModules: [workflowsPath, INTERCEPTORS],
      // A call from one module to another is a call, and no getter of the other's exports before it.
      webpackConfigHook: (config) => ({
        ...config,
        optimization: { ...config.optimization, concatenateModules: true, providedExports: true, usedExports: true },
      }),
      logger,
    });
    return bundle.code;
  } catch (error) {
    throw new UserError(`The workflows cannot be bundled: ${errors.join('\n') || String(error)}`);
  }
}

/** The files of the bundle, the way in which it is made, and the versions of its packages. */
function hashSources(entries: string[]): string {
  const hash = createHash('sha256');
  for (const file of [...filesOf(entries), fileURLToPath(import.meta.url), join(PROJECT, 'package-lock.json')]) {
    hash
      .update(`${relative(PROJECT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?'(\.[^']+)'/gm;

/** The entries and all that they import. Types are erased, so an import of types alone adds nothing to a bundle. */
function filesOf(entries: string[]): string[] {
  const files = new Set(entries);
  for (const file of files) {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) files.add(resolve(dirname(file), path!));
  }
  return [...files].sort();
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
