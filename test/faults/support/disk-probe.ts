import { closeSync, fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const EVERY_MS = 50;
/** A disk that does its work takes some milliseconds, also beside a database that commits a hundred times a second. */
const STALL_MS = 200;

/** A time in which the disk of the machine took no write. */
export interface Stall {
  from: number;
  to: number;
}

export interface DiskProbe {
  readonly stalls: readonly Stall[];
  stop(): Promise<void>;
}

/**
 * Writes a byte to the disk of the databases, again and again, and notes when the disk does not take it in time. A
 * virtual machine whose disk stands still for a second has every commit wait, whoever made it.
 */
export function startDiskProbe(): DiskProbe {
  const folder = mkdtempSync(join(tmpdir(), 'fatura-disk-'));
  const file = openSync(join(folder, 'probe'), 'w');
  const stalls: Stall[] = [];
  let stopped = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      const from = Date.now();
      await promisify(write)(file, Buffer.from('.'), 0, 1, 0);
      await promisify(fdatasync)(file);
      const to = Date.now();
      if (to - from >= STALL_MS) stalls.push({ from, to });
      await sleep(EVERY_MS);
    }
  };
  const running = run();
  return {
    stalls,
    async stop() {
      stopped = true;
      await running;
      closeSync(file);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
