import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { lastLine, runProgram } from './run-program.ts';
import type { InstallOptions } from './install-go-program.ts';

export type ServerKind = 'dev-server' | 'time-skipping';

/** The downloaded program, or why there is none. */
export interface Download {
  path?: string;
  reason: string;
}

const FIRST_BYTE_MS = 20_000;
const STALL_MS = 60_000;

/**
 * Lets the SDK download a server program into an empty folder. The download is a process of its own: the SDK cannot be
 * told to give up, and a network that swallows packets would hold the start for minutes. Given up as soon as nothing
 * has arrived for 20 s, or nothing more for a minute. Never throws but for an abort.
 */
export async function downloadServer(kind: ServerKind, folder: string, options: InstallOptions): Promise<Download> {
  const stalled = new AbortController();
  let size = 0;
  let grewAt = performance.now();
  const watch = setInterval(() => {
    const now = folderSize(folder);
    if (now > size) {
      options.onProgress?.(`downloading: ${Math.round(now / 1024 / 1024)} MB`);
      grewAt = performance.now();
    }
    size = now;
    if (performance.now() - grewAt > (size > 0 ? STALL_MS : FIRST_BYTE_MS)) stalled.abort();
  }, 2_000);
  const signal = options.signal ? AbortSignal.any([stalled.signal, options.signal]) : stalled.signal;
  const script = fileURLToPath(new URL('download-server-script.ts', import.meta.url));
  const args = ['--disable-warning=ExperimentalWarning', script, kind, folder];
  const result = await runProgram(process.execPath, args, { signal });
  clearInterval(watch);
  options.signal?.throwIfAborted();
  if (!result.ok) return { reason: stalled.signal.aborted ? 'nothing arrived' : lastLine(result.output) || result.end };
  const [name] = readdirSync(folder);
  return name === undefined ? { reason: 'nothing was stored' } : { path: join(folder, name), reason: '' };
}

function folderSize(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  } catch {
    return 0;
  }
}
