// Loads the modules of a service and waits. Told to go, this process becomes the service, which is then ready sooner.
//
//   node src/dev/spare-process.ts libraries|service SCRIPT [arguments of the script]
import { pathToFileURL } from 'node:url';
import { awaitMessage } from './await-message.ts';
import { loadLibraries } from './load-libraries.ts';

/** The message that begins the service. */
export interface Go {
  type: 'go';
  env: NodeJS.ProcessEnv;
}

/** `libraries`: the dependencies alone, as the service's own files may change until it is told to go. */
export type SpareLoad = 'libraries' | 'service';

const [node = '', , load, script = '', ...args] = process.argv;
const { href } = pathToFileURL(script);
const [{ env }] = await Promise.all([
  awaitMessage<Go>(),
  (load as SpareLoad) === 'service' ? import(href) : loadLibraries(),
]);
Object.assign(process.env, env);
process.argv = [node, script, ...args];
// The main module runs under another URL: it may be loaded by now, as the module of a process that is not its own.
await import(`${href}?main`);
