import { createZstdDecompress, type ZstdDecompress } from 'node:zlib';

/** The chunk size of unpacking. Chunks of 64 KB take twice as long; chunks of 1 MB leave up to a gigabyte of garbage. */
const PIECE_BYTES = 256 * 1024;

/** Writes chunks until the frame or the input ends; returns the bytes behind the frame, null at the input's end. */
async function feed(
  unpacker: ZstdDecompress,
  first: Buffer | null,
  next: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  let fed = 0;
  for (let chunk = first; chunk !== null; chunk = await next()) {
    const written = chunk;
    fed += written.length;
    await new Promise<void>((resolve, reject) => {
      unpacker.write(written, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    const behind = fed - unpacker.bytesWritten;
    if (behind > 0) return written.subarray(written.length - behind);
  }
  unpacker.end();
  return null;
}

/**
 * Unpacks all frames of a zstd file; Node's own stream ends behind the first (nodejs/node#64741). Holds a few pieces at most,
 * however far the content expands. Throws errors with the codes ZSTD_* or, for a file without its end, Z_BUF_ERROR.
 */
export async function* zstdContent(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const chunks = packed[Symbol.asyncIterator]();
  const next = async (): Promise<Buffer | null> => {
    const result = await chunks.next();
    return result.done ? null : result.value;
  };
  try {
    let rest = await next();
    do {
      const unpacker = createZstdDecompress({ chunkSize: PIECE_BYTES });
      const feeding = feed(unpacker, rest, next);
      // The reader below receives the error from the stream.
      feeding.catch((error: Error) => unpacker.destroy(error));
      yield* unpacker as AsyncIterable<Buffer>;
      rest = await feeding;
    } while (rest !== null);
  } finally {
    await chunks.return?.();
  }
}
