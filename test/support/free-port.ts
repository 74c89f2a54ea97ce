import { isPortFree } from '../../src/dev/ports.ts';

/** Where the search goes on, so that two calls of one run never answer with the same port. */
let next = 18_000 + (process.pid % 900);

/** Below the ports that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const candidate = next++;
    if (await isPortFree(candidate)) return candidate;
  }
}
