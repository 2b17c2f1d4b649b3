import { CommitConflict } from './commit-conflict.ts';
import type { StagedResult } from './deliver.ts';
import { sliceMemory, sliceStream } from './slice-stream.ts';

/** A long object that is sent in parts, one after the other. */
export type PartUpload = {
  /** Sends a part of full length. */
  send(part: Buffer): Promise<void>;
  /** Sends the last part with the request that makes the object visible. */
  finish(part: Buffer): Promise<void>;
  /** Bytes that were sent. */
  sent(): number;
  /** Ends the upload without an object. Never throws. */
  cancel(): Promise<void>;
};

/** The operations by which a store writes one object in parts. */
export type PartsTarget = {
  /** Length of one part. Shorter objects are written whole. */
  readonly partBytes: number;
  readonly signal: AbortSignal;
  /** Writes a short object in one request. */
  writeWhole(content: Buffer): Promise<void>;
  openUpload(): Promise<PartUpload>;
  /** Whether a request that failed so may have been served. */
  isPassing(error: unknown): boolean;
  /** Whether a failure says that the object is no longer the one that is replaced. */
  isCondition(error: unknown): boolean;
};

/**
 * Reads a stream to its end and sends all of it but the last request: short objects in one piece, which waits in memory, longer
 * ones in parts. Throws what the target or the stream throws, or the reason of an aborted signal.
 */
export async function stageParts(body: AsyncIterable<Uint8Array>, target: PartsTarget): Promise<StagedResult> {
  const { partBytes, signal } = target;
  const memory = sliceMemory(partBytes);
  const pieces = sliceStream(body, partBytes, memory);
  try {
    const first = await pieces.next();
    signal.throwIfAborted();
    const start = first.done === true ? Buffer.alloc(0) : first.value;
    if (start.length < partBytes) {
      const commit = () => writeLast(target, () => target.writeWhole(start));
      return { bytes: start.length, commit, discard: async () => undefined };
    }
    const upload = await target.openUpload();
    try {
      let held = start;
      for await (const next of pieces) {
        signal.throwIfAborted();
        await upload.send(held);
        memory.giveBack(held);
        held = next;
      }
      const last = held;
      const commit = () => writeLast(target, () => upload.finish(last));
      return { bytes: upload.sent() + last.length, commit, discard: upload.cancel };
    } catch (error) {
      await upload.cancel();
      throw error;
    }
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
}

/** Sends the last request. Throws CommitConflict where only reading the object again shows what it holds now. */
async function writeLast(target: PartsTarget, last: () => Promise<void>): Promise<void> {
  try {
    target.signal.throwIfAborted();
    await last();
  } catch (error) {
    throw target.signal.aborted ? error : conflictOf(error, target);
  }
}

function conflictOf(error: unknown, { isPassing, isCondition }: PartsTarget): unknown {
  if (isPassing(error)) return new CommitConflict('unknown', error, { mayBeOwn: true });
  // A request whose answer was lost is repeated, and the repetition finds what the first one wrote.
  return isCondition(error) ? new CommitConflict('changed', error, { mayBeOwn: true }) : error;
}
