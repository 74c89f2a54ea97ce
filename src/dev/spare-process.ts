// Loads the libraries of a service and waits. Told to go, this process becomes the service, which is then ready sooner.
//
//   node src/dev/spare-process.ts SCRIPT [arguments of the script]
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/** The message that begins the service. */
export interface Go {
  type: 'go';
  env: NodeJS.ProcessEnv;
}

const [node = '', , script = '', ...args] = process.argv;
const end = (): void => process.exit(0);
process.once('disconnect', end);
process.once('SIGTERM', end);

const told = new Promise<Go>((resolve) => process.once('message', (message) => resolve(message as Go)));
const described = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
const { dependencies } = JSON.parse(described) as { dependencies: Record<string, string> };
for (const name of Object.keys(dependencies)) {
  // Some have no program of their own: types, or files for a browser.
  await import(name).catch(() => undefined);
}

const { env } = await told;
process.removeListener('disconnect', end);
process.removeListener('SIGTERM', end);
Object.assign(process.env, env);
process.argv = [node, script, ...args];
await import(pathToFileURL(script).href);
