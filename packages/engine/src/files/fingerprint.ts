import { createHash } from 'node:crypto';

/** Length and hex SHA-256 of a content. */
export type Fingerprint = { readonly bytes: number; readonly sha256: string };

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
