import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { appendPacked } from '../formats/pack-refused.ts';
import type { ScannedPart } from '../formats/scan-file.ts';
import type { ScanPool } from '../formats/scan-pool.ts';

/** Read and written at once. */
const MOVED_BYTES = 1024 ** 2;

type Paths = { readonly dirty: string; readonly fresh: string };

/** Moves what is in a file, if there is one, behind what is in another. */
async function moveBehind(from: string, to: string): Promise<void> {
  const isThere = await stat(from).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  await pipeline(createReadStream(from, { highWaterMark: MOVED_BYTES }), createWriteStream(to, { flags: 'a' }));
  await rm(from);
}

/**
 * The two files of refused records: dirty rows as CSV, new dirty rows as JSON lines. Threads pack several parts at once, each
 * part's records as gzip members of their own, which are then put behind one another in the parts' order.
 */
export class RefusedFiles {
  private readonly paths: Paths;
  private readonly pool: Pick<ScanPool, 'pack' | 'threads'>;
  private namesFiles: boolean;
  private hasDirty = false;
  private hasFresh = false;
  /** Parts that are not yet in the files, the oldest first. */
  private readonly pending: Promise<void>[] = [];

  /** `namesFiles` adds a column with the raw file's name, for parts made of several files. */
  constructor(paths: Paths, pool: Pick<ScanPool, 'pack' | 'threads'>, namesFiles: boolean) {
    this.paths = paths;
    this.pool = pool;
    this.namesFiles = namesFiles;
  }

  /** From now on records name their file. To be called before the first is added. */
  nameFiles(): void {
    this.namesFiles = true;
  }

  /** Adds the records that a scan refused. Parts must be added one after the other; the last few are still being packed. */
  async add({ task, firstLine, dirty, refused }: ScannedPart, filename: string): Promise<void> {
    if (refused === 0) return;
    if (dirty > 0 && !this.hasDirty) {
      appendPacked(this.paths.dirty, `line,column,reason,raw${this.namesFiles ? ',file' : ''}\n`);
      this.hasDirty = true;
    }
    this.hasFresh = true;
    const { refusedPath } = task;
    const job = {
      refusedPath,
      firstLine,
      filename: this.namesFiles ? filename : null,
      dirtyPath: `${refusedPath}-dirty.gz`,
      freshPath: `${refusedPath}-fresh.gz`,
    };
    const before = this.pending.at(-1);
    const added = (async () => {
      await Promise.all([before, this.pool.pack(job, refused)]);
      await moveBehind(job.dirtyPath, this.paths.dirty);
      await moveBehind(job.freshPath, this.paths.fresh);
    })();
    // Awaited later; a failure of something else must not leave it unhandled.
    added.catch(() => undefined);
    this.pending.push(added);
    while (this.pending.length > this.pool.threads) await this.pending.shift();
  }

  /** Waits until all records are in the files. */
  async settled(): Promise<void> {
    while (this.pending.length > 0) await this.pending.shift();
  }

  /** The paths of the files; null for one without any record. */
  async written(): Promise<{ readonly dirty: string | null; readonly fresh: string | null }> {
    await this.settled();
    return { dirty: this.hasDirty ? this.paths.dirty : null, fresh: this.hasFresh ? this.paths.fresh : null };
  }
}
