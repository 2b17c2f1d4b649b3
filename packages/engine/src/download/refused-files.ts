import { appendPacked } from '../formats/refused-lines.ts';
import type { ScannedPart } from '../formats/scan-file.ts';
import type { ScanPool } from '../formats/scan-pool.ts';

/**
 * The two files of refused records: dirty rows as CSV, new dirty rows as JSON lines. Threads write them part by part, each
 * part's records as gzip members of their own.
 */
export class RefusedFiles {
  private readonly paths: { readonly dirty: string; readonly fresh: string };
  private readonly pool: Pick<ScanPool, 'pack'>;
  private namesFiles: boolean;
  private hasDirty = false;
  private hasFresh = false;

  /** `namesFiles` adds a column with the raw file's name, for parts made of several files. */
  constructor(
    paths: { readonly dirty: string; readonly fresh: string },
    pool: Pick<ScanPool, 'pack'>,
    namesFiles: boolean,
  ) {
    this.paths = paths;
    this.pool = pool;
    this.namesFiles = namesFiles;
  }

  /** From now on records name their file. To be called before the first is added. */
  nameFiles(): void {
    this.namesFiles = true;
  }

  /** Adds the records that a scan refused. Parts must be added one after the other. */
  async add({ task, firstLine, dirty, refused }: ScannedPart, filename: string): Promise<void> {
    if (refused === 0) return;
    if (dirty > 0 && !this.hasDirty) {
      appendPacked(this.paths.dirty, `line,column,reason,raw${this.namesFiles ? ',file' : ''}\n`);
      this.hasDirty = true;
    }
    this.hasFresh = true;
    const job = {
      refusedPath: task.refusedPath,
      firstLine,
      filename: this.namesFiles ? filename : null,
      dirtyPath: this.paths.dirty,
      freshPath: this.paths.fresh,
    };
    await this.pool.pack(job, refused);
  }

  /** The paths of the files; null for one without any record. */
  written(): { readonly dirty: string | null; readonly fresh: string | null } {
    return { dirty: this.hasDirty ? this.paths.dirty : null, fresh: this.hasFresh ? this.paths.fresh : null };
  }
}
