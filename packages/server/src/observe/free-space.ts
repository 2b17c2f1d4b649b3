import { statfs } from 'node:fs/promises';

/** Bytes of a disk. */
export type FreeSpace = { readonly free: number; readonly total: number };

/** The space of the disk that holds a folder; null where it cannot be read. */
export async function spaceOf(folder: string): Promise<FreeSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch {
    return null;
  }
}
