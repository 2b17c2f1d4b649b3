import { createHash } from 'node:crypto';

/** Length and hex SHA-256 of a content. */
export type Fingerprint = { readonly bytes: number; readonly sha256: string };

/** Of one read; small ones take a good part of the time. */
const READ_BYTES = 1024 ** 2;

/** How much of a file is best read at once: room that it does not need would only be work for the garbage collector. */
export const readSize = (fileBytes: number): number => Math.min(READ_BYTES, Math.max(fileBytes, 1));

/** Reads a content to its end; `onChunk`, when given, gets each piece and is waited for. */
export async function fingerprint(
  content: AsyncIterable<Uint8Array | string>,
  onChunk?: (chunk: Uint8Array) => Promise<void>,
): Promise<Fingerprint> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of content) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(chunk);
    bytes += chunk.byteLength;
    await onChunk?.(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
