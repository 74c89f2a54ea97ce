import { execFileSync } from 'node:child_process';
import { globSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotPossibleHere } from './fault.ts';

/** Where Debian's package `faketime`, and those of other systems, have the library for programs with threads. */
const LIBRARIES = ['/usr/lib/*/faketime/libfaketimeMT.so.1', '/usr/{local/,}lib{64,}/faketime/libfaketimeMT.so.1'];
const STEPPED_WITHIN_MS = 15_000;
const LOOK_MS = 100;
const INSTALLED_MS = 120_000;
/** `Date` has whole seconds, of which one may have begun since. */
const EXACT_TO_SECONDS = 3;

/** The wall clock of one process, which is stepped by libfaketime; its timers go on as before. */
export interface FalseClock {
  /** The environment with which the process is to be started. */
  env: Record<string, string>;
  /**
   * How many seconds its clock is ahead of the real one; 0 is right again. Ends once the process shows it.
   *
   * @throws Error where it does not
   */
  step(seconds: number): Promise<void>;
}

/**
 * @param file of its own, by which the library is told
 * @param url of the process, whose answers say what its clock is
 */
export function createFalseClock(library: string, { file, url }: { file: string; url: () => string }): FalseClock {
  const write = (seconds: number): void => {
    // A reader of the file finds all of it.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${seconds}\n`);
    renameSync(`${file}.new`, file);
  };
  write(0);
  return {
    env: {
      ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
      // Time-outs count by the monotonic clock, which nobody steps. Shared memory would be left by a kill.
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1', FAKETIME_DISABLE_SHM: '1' },
    },
    async step(seconds) {
      write(seconds);
      let ahead: number | null = null;
      for (const end = performance.now() + STEPPED_WITHIN_MS; performance.now() < end; await sleep(LOOK_MS)) {
        ahead = await secondsAhead(url());
        if (ahead !== null && Math.abs(ahead - seconds) <= EXACT_TO_SECONDS) return;
      }
      throw new Error(`a clock was to be ${seconds} s ahead, and is ${ahead ?? 'not shown'}`);
    },
  };
}

/** By its answer; null where there is none. */
async function secondsAhead(url: string): Promise<number | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer();
  const date = response?.headers.get('date');
  return date ? Math.round((Date.parse(date) - Date.now()) / 1_000) : null;
}

/** Finds the library, or installs it. @throws NotPossibleHere where it cannot be had */
export function findLibrary(): string {
  const [found] = globSync(LIBRARIES);
  if (found) return found;
  try {
    for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'libfaketime']]) {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
      execFileSync('apt-get', args, { stdio: 'pipe', env, timeout: INSTALLED_MS });
    }
  } catch (error) {
    throw new NotPossibleHere("It needs Debian's package libfaketime, which apt-get did not install.", {
      cause: error,
    });
  }
  const [installed] = globSync(LIBRARIES);
  if (!installed) throw new NotPossibleHere('libfaketime was installed, and is not where it is looked for.');
  return installed;
}
