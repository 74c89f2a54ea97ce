import { isPortFree } from '../../src/dev/ports.ts';

/** Below the ports that the system gives to outgoing connections. */
export async function freePort(): Promise<number> {
  for (let candidate = 18_000 + (process.pid % 900); ; candidate += 1)
    if (await isPortFree(candidate)) return candidate;
}
