import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Reads `length` bytes (fewer at the file's end) of an open file into a fresh buffer. */
export function readBytes(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
}

const FLUSH_BYTES = 1 << 20;

/** Gathers pieces of bytes and texts and writes them to a file in large writes. */
export class ByteWriter {
  private readonly file: number;
  private readonly bytes = Buffer.allocUnsafeSlow(2 * FLUSH_BYTES);
  private filled = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  copy(source: Buffer, start: number, end: number): void {
    for (let from = start; from < end; ) {
      const length = Math.min(end - from, FLUSH_BYTES);
      if (this.filled + length > this.bytes.length) this.flush();
      source.copy(this.bytes, this.filled, from, from + length);
      this.filled += length;
      from += length;
    }
  }

  text(text: string): void {
    // One UTF-16 unit takes three bytes at most.
    if (text.length * 3 > FLUSH_BYTES) {
      const large = Buffer.from(text);
      return this.copy(large, 0, large.length);
    }
    if (this.filled + text.length * 3 > this.bytes.length) this.flush();
    this.filled += this.bytes.write(text, this.filled, 'utf8');
  }

  close(): void {
    this.flush();
    closeSync(this.file);
  }

  private flush(): void {
    for (let written = 0; written < this.filled; )
      written += writeSync(this.file, this.bytes, written, this.filled - written);
    this.filled = 0;
  }
}

export function withFile<T>(path: string, act: (file: number) => T): T {
  const file = openSync(path, 'r');
  try {
    return act(file);
  } finally {
    closeSync(file);
  }
}
