import { ByteWriter } from './byte-file.ts';

/** Where a scan puts its good records: pieces of the file it reads, and texts of its own, in order. */
export type CleanOutput = {
  copy(source: Buffer, start: number, end: number): void;
  text(text: string): void;
};

/**
 * Good records as places, so that their bytes are never copied: triples of a source (0: the bytes that were read, 1: the
 * texts), a start and an end.
 */
export type CleanPieces = {
  readonly places: Int32Array;
  /** Memory of the bytes that were read; hand it to the next scan when the pieces are written. */
  readonly space: ArrayBuffer;
  readonly texts: ArrayBuffer;
};

const FIRST_TEXT_BYTES = 64 * 1024;

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

  pieces(space: ArrayBuffer): CleanPieces {
    return { places: Int32Array.from(this.places), space, texts: this.texts.buffer };
  }
}

/** The pieces as buffers, in order. */
export function buffersOf(pieces: CleanPieces): readonly Buffer[] {
  const buffers: Buffer[] = [];
  const { places, space, texts } = pieces;
  for (let index = 0; index < places.length; index += 3) {
    const [source = 0, start = 0, end = 0] = places.subarray(index, index + 3);
    buffers.push(Buffer.from(source === 0 ? space : texts, start, end - start));
  }
  return buffers;
}

/** The output of a scan: a file, or pieces. */
export const cleanOutput = (path: string | null): ByteWriter | PieceOutput =>
  path === null ? new PieceOutput() : new ByteWriter(path);
