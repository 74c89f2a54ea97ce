import { statfsSync } from 'node:fs';

const ENOUGH_SHARED_MEMORY_BYTES = 256 * 1024 * 1024;

/** Command-line settings of a server; one that is not `durable` is for tests, and a power cut would lose its data. */
export function serverSettings(durable: boolean, more: Record<string, string> = {}): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_min_messages: 'warning',
    // With the database, which `readDeadlocks` looks for.
    log_line_prefix: '%m [%p] %d ',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [...flags, ...sharedMemorySettings()];
}

/**
 * Where shared memory is scarce, files in the data folder serve in its place: containers often have 64 MB of it or
 * none. Given anew at every start, because it is a matter of the machine and not of the data.
 */
export function sharedMemorySettings(): string[] {
  return hasRoomForSharedMemory() ? [] : ['-c', 'dynamic_shared_memory_type=mmap'];
}

/** Nothing of the caller's environment: PGDATA, PGPORT or a locale of theirs would change what is started. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}

function hasRoomForSharedMemory(): boolean {
  if (process.platform !== 'linux') return true;
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize >= ENOUGH_SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}
