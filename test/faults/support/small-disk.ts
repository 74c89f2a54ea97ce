import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(256 * 1024);

/** A file system of its own in the place of a folder, which can be filled. */
export interface SmallDisk {
  fill(): void;
  free(): void;
}

/** Mounts one, with all that was in the folder. Only root may; @throws Error where nobody may mount */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk & { unmount(): void } {
  const { uid, gid } = statSync(folder);
  const real = `${folder}.real`;
  renameSync(folder, real);
  mkdirSync(folder);
  const owned = `size=${megabytes}m,mode=700,uid=${uid},gid=${gid}`;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', owned, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    renameSync(real, folder);
    throw error;
  }
  execFileSync('cp', ['-a', `${real}/.`, folder]);
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = CHUNK.length; size >= 512;) {
          try {
            writeSync(file, CHUNK, 0, size);
          } catch {
            size /= 2;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}
