import { readFile } from 'node:fs/promises';

/** Loads what the product depends on, so that a process that waits for its work begins the work sooner. */
export async function loadLibraries(): Promise<void> {
  const described = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(described) as { dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) {
    // Some have no program of their own: types, or files for a browser.
    await import(name).catch(() => undefined);
  }
}
