import { ByteWriter } from '../../files/byte-file.ts';

/** Takes a scan's good records in order: byte ranges of the file that is read, and rewritten texts. */
export type CleanOutput = {
  copy(source: Buffer, start: number, end: number): void;
  text(text: string): void;
};

/** Good records in memory, as CSV. */
export type CleanBuffer = {
  /** The records are the first `length` bytes. Return the buffer to the pool once they are written. */
  readonly buffer: ArrayBuffer;
  readonly length: number;
};

const FIRST_TEXT_BYTES = 64 * 1024;
/** Spare room, so that the buffer also fits the next part, which may be a little larger. */
const SPARE_BYTES = 256 * 1024;

/** Buffers good records in memory. All copies must come from one buffer, `source`. */
export class BufferedOutput implements CleanOutput {
  /** Three numbers a range: 0 for the source or 1 for `texts`, start, end. */
  private readonly ranges: number[] = [];
  private texts = Buffer.allocUnsafeSlow(FIRST_TEXT_BYTES);
  private filled = 0;

  copy(_source: Buffer, start: number, end: number): void {
    if (end > start) this.add(0, start, end);
  }

  text(text: string): void {
    // A UTF-16 unit takes at most three bytes.
    const needed = this.filled + text.length * 3;
    if (needed > this.texts.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.texts.length * 2));
      this.texts.copy(larger, 0, 0, this.filled);
      this.texts = larger;
    }
    const start = this.filled;
    this.filled += this.texts.write(text, start, 'utf8');
    this.add(1, start, this.filled);
  }

  /** Adjacent ranges of one source are merged. */
  private add(source: number, start: number, end: number): void {
    const last = this.ranges.length - 3;
    if (last >= 0 && this.ranges[last] === source && this.ranges[last + 2] === start) this.ranges[last + 2] = end;
    else this.ranges.push(source, start, end);
  }

  /** Joins the records, so that the pipe takes few large writes; in `buffer` if that is large enough. */
  join(source: Buffer, buffer?: ArrayBuffer): CleanBuffer {
    const { ranges, texts } = this;
    let length = 0;
    for (let index = 0; index < ranges.length; index += 3)
      length += (ranges[index + 2] ?? 0) - (ranges[index + 1] ?? 0);
    const joined =
      buffer !== undefined && buffer.byteLength >= length
        ? Buffer.from(buffer)
        : Buffer.allocUnsafeSlow(length + SPARE_BYTES);
    let filled = 0;
    for (let index = 0; index < ranges.length; index += 3)
      filled += (ranges[index] === 0 ? source : texts).copy(joined, filled, ranges[index + 1], ranges[index + 2]);
    return { buffer: joined.buffer, length };
  }
}

/** The output of a scan: a file, or memory when there is no path. */
export const cleanOutput = (path: string | null): ByteWriter | BufferedOutput =>
  path === null ? new BufferedOutput() : new ByteWriter(path);
