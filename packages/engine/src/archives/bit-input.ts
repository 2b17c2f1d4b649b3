import { readSync } from 'node:fs';

const CHUNK_BYTES = 256 * 1024;

/** Thrown when a file ends in the middle of what is being read. */
export class EndOfInput extends Error {}

/** Reads an open file bit by bit, the most significant bit of each byte first. */
export class BitInput {
  private readonly file: number;
  private readonly chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private filled = 0;
  private at = 0;
  private held = 0;
  private count = 0;

  constructor(file: number) {
    this.file = file;
  }

  private byte(): number {
    if (this.at === this.filled) {
      this.filled = readSync(this.file, this.chunk, 0, CHUNK_BYTES, null);
      this.at = 0;
      if (this.filled === 0) throw new EndOfInput();
    }
    this.at += 1;
    return this.chunk[this.at - 1] ?? 0;
  }

  /** The next `length` bits, at most 24. */
  take(length: number): number {
    while (this.count < length) {
      this.held = ((this.held & 0xffffff) << 8) | this.byte();
      this.count += 8;
    }
    this.count -= length;
    return (this.held >>> this.count) & ((1 << length) - 1);
  }

  /** Passes over the rest of the current byte. */
  align(): void {
    this.count -= this.count % 8;
  }

  /** Whether nothing is left behind the current byte. */
  isAtEnd(): boolean {
    if (this.count >= 8) return false;
    try {
      this.held = ((this.held & 0xffffff) << 8) | this.byte();
      this.count += 8;
      return false;
    } catch (error) {
      if (error instanceof EndOfInput) return true;
      throw error;
    }
  }
}
