import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, in memory, which can be filled. */
export type SmallDisk = {
  /** Absolute. Any user may write into it. */
  readonly folder: string;
  /** Takes all room but `keep` bytes. */
  fill(keep?: number): void;
  /** Gives back what `fill` took. */
  free(): void;
  /** Makes it read-only, or as it was. */
  protect(isReadOnly: boolean): void;
  remove(): void;
};

/** Mounts a small disk; null where this process may not mount. */
export function mountSmallDisk(bytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=777`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill(keep = 0) {
      const { bavail, bsize } = statfsSync(folder);
      const left = bavail * bsize - keep;
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, left)), { flag: 'a' });
      } catch (error) {
        // Others may have taken room meanwhile: then the disk is full as well.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(filler, { force: true }),
    protect(isReadOnly) {
      if (!isReadOnly) {
        execFileSync('umount', ['--lazy', folder]);
        return;
      }
      // A second mount over it, since a disk on which a file is open cannot become read-only itself.
      execFileSync('mount', ['--bind', folder, folder]);
      execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
    },
    remove() {
      execFileSync('umount', ['--lazy', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
