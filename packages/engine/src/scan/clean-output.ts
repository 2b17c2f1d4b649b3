import { ByteWriter } from './byte-file.ts';

/** Where a scan puts its good records: pieces of the file it reads, and texts of its own, in order. */
export type CleanOutput = {
  copy(source: Buffer, start: number, end: number): void;
  text(text: string): void;
};

/** Good records one behind the other. */
export type CleanPieces = {
  /** The records' bytes: the first `length` of it. Hand the memory to a later scan when they are written. */
  readonly packed: ArrayBuffer;
  readonly length: number;
};

const FIRST_TEXT_BYTES = 64 * 1024;
/** More room than needed, so that the memory also fits the next part, which may be a little larger. */
const SPARE = 256 * 1024;

/** Gathers good records as pieces. All copies must come from one buffer, `source`. */
export class PieceOutput implements CleanOutput {
  private readonly places: number[] = [];
  private texts = Buffer.allocUnsafeSlow(FIRST_TEXT_BYTES);
  private filled = 0;

  copy(_source: Buffer, start: number, end: number): void {
    if (end > start) this.add(0, start, end);
  }

  text(text: string): void {
    // One UTF-16 unit takes three bytes at most.
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

  /** Neighbours of one source become one piece. */
  private add(source: number, start: number, end: number): void {
    const last = this.places.length - 3;
    if (last >= 0 && this.places[last] === source && this.places[last + 2] === start) this.places[last + 2] = end;
    else this.places.push(source, start, end);
  }

  /** All pieces behind one another, so that the pipe takes few large writes; in `space` if that is large enough. */
  pieces(source: Buffer, space?: ArrayBuffer): CleanPieces {
    const { places, texts } = this;
    let length = 0;
    for (let index = 0; index < places.length; index += 3)
      length += (places[index + 2] ?? 0) - (places[index + 1] ?? 0);
    const packed =
      space !== undefined && space.byteLength >= length ? Buffer.from(space) : Buffer.allocUnsafeSlow(length + SPARE);
    let filled = 0;
    for (let index = 0; index < places.length; index += 3)
      filled += (places[index] === 0 ? source : texts).copy(packed, filled, places[index + 1], places[index + 2]);
    return { packed: packed.buffer, length };
  }
}

/** The output of a scan: a file, or pieces. */
export const cleanOutput = (path: string | null): ByteWriter | PieceOutput =>
  path === null ? new PieceOutput() : new ByteWriter(path);
