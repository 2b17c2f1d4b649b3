import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { csvField, OWN_DIALECT } from '../formats/csv-dialect.ts';
import type { RefusedRecord } from '../formats/scan.ts';

/** The lines of a text file. (node:readline would also break them at U+2028, which JSON does not escape.) */
async function* linesOf(path: string): AsyncGenerator<string> {
  let pending = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (pending + String(chunk)).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
  }
}

const GATHERED = 256 * 1024;

/** A gzip file that is written line by line; it comes into being with the first line. */
class GzipLines {
  private readonly path: string;
  private readonly header: () => string;
  private gzip: Gzip | undefined;
  private done: Promise<void> | undefined;
  private pending = '';

  constructor(path: string, header: () => string) {
    this.path = path;
    this.header = header;
  }

  /** Lines are gathered: each piece handed to the compressor costs a change of threads. */
  async write(text: string): Promise<void> {
    this.pending += text;
    if (this.pending.length >= GATHERED) await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.pending === '') return;
    const text = this.pending;
    this.pending = '';
    if (!this.gzip) {
      this.gzip = createGzip({ level: 1 });
      this.done = finished(this.gzip.pipe(createWriteStream(this.path)));
      this.gzip.write(this.header());
    }
    if (!this.gzip.write(text)) await once(this.gzip, 'drain');
  }

  /** The path of the complete file; null when nothing was written. */
  async close(): Promise<string | null> {
    await this.flush();
    if (!this.gzip) return null;
    this.gzip.end();
    await this.done;
    return this.path;
  }
}

/** The two files of refused records: dirty rows as CSV, new dirty rows as JSON lines. */
export class RefusedFiles {
  private readonly dirty: GzipLines;
  private readonly fresh: GzipLines;
  private namesFiles: boolean;

  /** `namesFiles` adds a column with the raw file's name, for parts made of several files. */
  constructor(paths: { readonly dirty: string; readonly fresh: string }, namesFiles: boolean) {
    this.dirty = new GzipLines(paths.dirty, () => `line,column,reason,raw${this.namesFiles ? ',file' : ''}\n`);
    this.fresh = new GzipLines(paths.fresh, () => '');
    this.namesFiles = namesFiles;
  }

  /** From now on records name their file. To be called before the first is added. */
  nameFiles(): void {
    this.namesFiles = true;
  }

  /** Adds the records that a scan refused; `firstLine` is the physical line (from 1) that its line 0 is. */
  async add(refusedPath: string, firstLine: number, filename: string): Promise<void> {
    for await (const text of linesOf(refusedPath)) {
      const record = JSON.parse(text) as RefusedRecord;
      const line = record.line + firstLine;
      if (record.dirty) {
        const [first] = record.refusals;
        const reason =
          first?.reason === 'record longer than 1 MB'
            ? `Line ${line}: record longer than 1 MB.`
            : (first?.reason ?? '');
        const cells = [String(line), first?.column ?? '', reason, record.raw, ...(this.namesFiles ? [filename] : [])];
        await this.dirty.write(`${cells.map((cell) => csvField(cell, OWN_DIALECT, [])).join(',')}\n`);
      }
      const fresh = { line, ...(this.namesFiles ? { file: filename } : {}), raw: record.raw, columns: record.refusals };
      await this.fresh.write(`${JSON.stringify(fresh)}\n`);
    }
  }

  async close(): Promise<{ readonly dirty: string | null; readonly fresh: string | null }> {
    const [dirty, fresh] = await Promise.all([this.dirty.close(), this.fresh.close()]);
    return { dirty, fresh };
  }
}
