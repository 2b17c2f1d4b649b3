/** Buffers of one length, reused: the garbage collector is too slow for buffers of this size. */
export type SliceMemory = { take(): Buffer; giveBack(piece: Buffer): void };

export function sliceMemory(length: number): SliceMemory {
  const free: Buffer[] = [];
  return {
    // The system maps only the pages that are written to, so a short object costs no more than its bytes.
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(length),
    giveBack: (piece) => {
      if (piece.length === length) free.push(piece);
    },
  };
}

/** Cuts a stream into pieces of exactly `length` bytes, the last one shorter. */
export async function* sliceStream(
  body: AsyncIterable<Uint8Array>,
  length: number,
  memory: SliceMemory,
): AsyncGenerator<Buffer, undefined> {
  let piece = memory.take();
  let bytes = 0;
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, length - bytes);
      piece.set(taken, bytes);
      bytes += taken.length;
      rest = rest.subarray(taken.length);
      if (bytes < length) continue;
      yield piece;
      piece = memory.take();
      bytes = 0;
    }
  }
  if (bytes > 0) yield piece.subarray(0, bytes);
}
