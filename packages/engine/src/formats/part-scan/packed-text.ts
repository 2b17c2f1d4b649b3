import { appendFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { constants, zstdCompressSync } from 'node:zlib';
import { zstdContent } from '../../archives/zstd-frames.ts';
import { IS_ESCAPED } from './plain-text.ts';

/** Packed text: zstd frames, those in the file first. */
export type Packed = { readonly path: string | null; readonly frames: readonly Uint8Array<ArrayBuffer>[] };

const FRAME_BYTES = 1024 ** 2;
/** Frames beyond this go to the file. A part of a CSV file has less; a JSON document is one part, however large. */
const KEPT_BYTES = 32 * 1024 ** 2;
/** The fastest settings measured on report rows: window and tables fit into the processor's inner caches. */
const PACKING = {
  chunkSize: FRAME_BYTES / 4,
  params: {
    [constants.ZSTD_c_compressionLevel]: 1,
    [constants.ZSTD_c_windowLog]: 17,
    [constants.ZSTD_c_checksumFlag]: 1,
  },
};
/** One UTF-16 unit takes three bytes at most. */
const UNIT_BYTES = 3;

/** A frame that holds the content; readers join frames to those before them. */
export const packedFrame = (content: string | Buffer): Uint8Array<ArrayBuffer> =>
  // A copy, because the original may be a piece of something larger.
  new Uint8Array(zstdCompressSync(content, PACKING));

/** The text that frames hold, as bytes. Destroying it closes the frames. Its errors have the codes of `zstdContent`. */
export const unpackedText = (frames: Readable): Readable => Readable.from(zstdContent(frames), { objectMode: false });

/** Packs lines of text into zstd frames. */
export class PackedText {
  /** The bytes of the next frame: the first `filled` of them. To be written to after `room` only. */
  bytes: Buffer;
  filled = 0;
  private readonly path: string;
  private frames: Uint8Array<ArrayBuffer>[] = [];
  private kept = 0;
  private isInFile = false;

  /** `path` is where it goes if it becomes large. */
  constructor(path: string, startBytes = FRAME_BYTES) {
    this.path = path;
    this.bytes = Buffer.allocUnsafeSlow(startBytes);
  }

  /** Reserves `length` bytes. Call at the start of a line. */
  room(length: number): void {
    if (this.filled + length <= this.bytes.length) return;
    if (this.filled + length > FRAME_BYTES) this.flush();
    if (this.filled + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length, FRAME_BYTES));
    this.bytes.copy(larger, 0, 0, this.filled);
    this.bytes = larger;
  }

  /** Adds a whole line. */
  line(text: string): void {
    this.room(text.length * UNIT_BYTES);
    this.filled += this.bytes.write(text, this.filled, 'utf8');
  }

  byte(byte: number): void {
    this.bytes[this.filled] = byte;
    this.filled += 1;
  }

  /** Adds a few bytes; for these a loop is faster than a native call. */
  put(few: Buffer): void {
    const { bytes, filled } = this;
    for (let at = 0; at < few.length; at += 1) bytes[filled + at] = few[at] as number;
    this.filled += few.length;
  }

  putAll(source: Buffer, start: number, end: number): void {
    this.filled += source.copy(this.bytes, this.filled, start, end);
  }

  /** Adds a short text as long as JSON writes all of it as it is; whether that holds. ASCII only. */
  putPlainText(text: string): boolean {
    const { bytes } = this;
    let to = this.filled;
    for (let from = 0; from < text.length; from += 1) {
      const unit = text.charCodeAt(from);
      if (unit >= 0x80 || IS_ESCAPED[unit] === 1) return false;
      bytes[to++] = unit;
    }
    this.filled = to;
    return true;
  }

  digits(value: number): void {
    let length = 1;
    for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) length += 1;
    let rest = value;
    for (let at = this.filled + length - 1; at >= this.filled; at -= 1) {
      this.bytes[at] = 0x30 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    this.filled += length;
  }

  end(): Packed {
    this.flush();
    return { path: this.isInFile ? this.path : null, frames: this.frames };
  }

  private flush(): void {
    if (this.filled === 0) return;
    const frame = packedFrame(this.bytes.subarray(0, this.filled));
    this.filled = 0;
    this.frames.push(frame);
    this.kept += frame.length;
    if (this.kept <= KEPT_BYTES) return;
    for (const one of this.frames) {
      // What an earlier scan of the part may have left there is no longer wanted.
      appendFileSync(this.path, one, { flag: this.isInFile ? 'a' : 'w' });
      this.isInFile = true;
    }
    this.frames = [];
    this.kept = 0;
  }
}
