import { open } from 'node:fs/promises';

/** A file on the local disk, with the name that its source gave it. */
export type NamedFile = { readonly path: string; readonly filename: string };

const HEAD_BYTES = 65_536;

/** The first bytes of a file, at most `maxBytes`. */
export async function headOf(path: string, maxBytes = HEAD_BYTES): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    // Sized to the file: a full buffer for each of many small files keeps the garbage collector busy.
    const length = Math.min(maxBytes, (await file.stat()).size);
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
