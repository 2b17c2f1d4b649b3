import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat, truncate } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isMissing, storageError } from '../../files/storage-error.ts';
import { type Packed, packedFrame } from '../../formats/part-scan/packed-text.ts';
import type { ScannedPart } from '../../scan/scan-file.ts';

/** Bytes per read and write. */
const MOVED_BYTES = 1024 ** 2;

/** Appends packed frames to a file. Throws STORAGE_*. */
async function append(path: string, packed: Packed): Promise<void> {
  try {
    if (packed.path !== null) {
      const from = createReadStream(packed.path, { highWaterMark: MOVED_BYTES });
      await pipeline(from, createWriteStream(path, { flags: 'a' }));
      await rm(packed.path);
    }
    if (packed.frames.length > 0) await appendAll(path, packed.frames);
  } catch (error) {
    throw storageError(error);
  }
}

/** Opens the file once for all frames: a part of dirty rows only has dozens. */
async function appendAll(path: string, frames: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (const frame of frames) await file.appendFile(frame);
  } finally {
    await file.close();
  }
}

const lengthOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => (isMissing(error) ? 0 : Promise.reject(storageError(error))),
  );

/** The two files of rejected records: dirty rows as CSV, new dirty rows as JSON lines, both in zstd frames, part by part. */
export class RejectedFiles {
  private readonly paths: { readonly dirty: string; readonly newDirty: string };
  private isNaming: boolean;
  private hasDirty = false;
  private hasNewDirty = false;

  /** `namesFiles` adds a column with the raw file's name, for parts made of several files. */
  constructor(paths: { readonly dirty: string; readonly newDirty: string }, namesFiles: boolean) {
    this.paths = paths;
    this.isNaming = namesFiles;
  }

  get namesFiles(): boolean {
    return this.isNaming;
  }

  /** Adds the raw file's name to each record. Call before the first file is scanned. */
  nameFiles(): void {
    this.isNaming = true;
  }

  /** Appends the rejected records of a part. Parts must be added in order. Throws STORAGE_*. */
  async add({ dirty, packed }: Pick<ScannedPart, 'dirty' | 'packed'>): Promise<void> {
    if (packed === null) return;
    if (dirty > 0 && !this.hasDirty) {
      const header = packedFrame(`line,column,reason,raw${this.isNaming ? ',file' : ''}\n`);
      await append(this.paths.dirty, { path: null, frames: [header] });
      this.hasDirty = true;
    }
    this.hasNewDirty = true;
    await Promise.all([append(this.paths.dirty, packed.dirty), append(this.paths.newDirty, packed.newDirty)]);
  }

  /** Returns a function that removes everything added since. Throws STORAGE_*. */
  async checkpoint(): Promise<() => Promise<void>> {
    const { hasDirty, hasNewDirty, paths } = this;
    const [dirty, newDirty] = await Promise.all([lengthOf(paths.dirty), lengthOf(paths.newDirty)]);
    return async () => {
      for (const [path, length] of [
        [paths.dirty, dirty],
        [paths.newDirty, newDirty],
      ] as const)
        if ((await lengthOf(path)) > length)
          await truncate(path, length).catch((error: unknown) => Promise.reject(storageError(error)));
      this.hasDirty = hasDirty;
      this.hasNewDirty = hasNewDirty;
    };
  }

  /** The paths of the files; null for a file without records. */
  written(): { readonly dirty: string | null; readonly newDirty: string | null } {
    return { dirty: this.hasDirty ? this.paths.dirty : null, newDirty: this.hasNewDirty ? this.paths.newDirty : null };
  }
}
