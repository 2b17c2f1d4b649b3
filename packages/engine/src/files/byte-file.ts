import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Fills `space`, or its first `length` bytes, from an open file; the result is shorter at the file's end. */
export function readBytes<T extends ArrayBufferLike>(
  file: number,
  start: number,
  space: Buffer<T>,
  length = space.length,
): Buffer<T> {
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, space, filled, length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return space.subarray(0, filled) as Buffer<T>;
}

const FLUSH_BYTES = 256 * 1024;

function writeAll(file: number, bytes: Buffer, start: number, end: number): void {
  for (let written = start; written < end; ) written += writeSync(file, bytes, written, end - written);
}

/** Buffers bytes and texts and writes them to a file in large writes. */
export class ByteWriter {
  private readonly file: number;
  private readonly bytes = Buffer.allocUnsafeSlow(FLUSH_BYTES);
  private filled = 0;

  constructor(path: string) {
    this.file = openSync(path, 'w');
  }

  copy(source: Buffer, start: number, end: number): void {
    const length = end - start;
    if (this.filled + length > this.bytes.length) this.flush();
    if (length > this.bytes.length) writeAll(this.file, source, start, end);
    else {
      source.copy(this.bytes, this.filled, start, end);
      this.filled += length;
    }
  }

  text(text: string): void {
    // One UTF-16 unit takes three bytes at most.
    if (text.length * 3 > this.bytes.length) {
      const large = Buffer.from(text);
      this.copy(large, 0, large.length);
      return;
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
