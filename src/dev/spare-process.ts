// Loads the libraries of a service and waits. Told to go, this process becomes the service, which is then ready sooner.
//
//   node src/dev/spare-process.ts SCRIPT [arguments of the script]
import { pathToFileURL } from 'node:url';
import { awaitMessage } from './await-message.ts';
import { loadLibraries } from './load-libraries.ts';

/** The message that begins the service. */
export interface Go {
  type: 'go';
  env: NodeJS.ProcessEnv;
}

const [node = '', , script = '', ...args] = process.argv;
const [{ env }] = await Promise.all([awaitMessage<Go>(), loadLibraries()]);
Object.assign(process.env, env);
process.argv = [node, script, ...args];
await import(pathToFileURL(script).href);
