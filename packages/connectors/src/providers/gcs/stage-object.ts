import { createHash, randomUUID } from 'node:crypto';
import { sliceMemory, sliceStream } from '../../delivery/slice-stream.ts';
import { callForJson, isPassing } from '../../google/call-google.ts';
import { openUpload, type UploadTarget } from '../../google/resumable-upload.ts';
import { type GcsBucket, objectsUrl } from './bucket.ts';

const CONTENT_TYPE = 'application/octet-stream';

export type WriteOptions = {
  /** The generation of the object that is replaced; 0 where there must be none. */
  readonly generation: string;
  readonly metadata: Readonly<Record<string, string>>;
};

/** Length of one part of a long object: a multiple of the 256 KiB that the API asks for. */
const PART_BYTES = 8 * 1024 ** 2;

/** An object that is complete but for the one request that makes it visible. */
export type StagedObject = {
  readonly bytes: number;
  /** Sends that request. Throws WriteUnknown when only its answer is missing, GoogleFailure or NetworkError. */
  commit(): Promise<void>;
  /** Ends an upload that was not committed. Never throws. */
  discard(): Promise<void>;
};

/** The write may or may not have happened: its answer was lost. */
export class WriteUnknown extends Error {
  override readonly name = 'WriteUnknown';
}

/**
 * Reads a stream to its end and sends all of it but the last request: short ones in one piece, which waits in memory, longer
 * ones in parts. Throws GoogleFailure, NetworkError, what the stream throws, or the reason of an aborted signal.
 */
export async function stageObject(
  bucket: GcsBucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StagedObject> {
  const { signal } = bucket.context;
  const memory = sliceMemory(PART_BYTES);
  const pieces = sliceStream(body, PART_BYTES, memory);
  try {
    const first = await pieces.next();
    signal.throwIfAborted();
    const start = first.done === true ? Buffer.alloc(0) : first.value;
    if (start.length < PART_BYTES) return stageWhole(bucket, key, start, options);
    const upload = await openUpload(bucket.access, uploadTarget(bucket, key, options), bucket.context);
    try {
      let held = start;
      for await (const next of pieces) {
        signal.throwIfAborted();
        await upload.send(held);
        memory.giveBack(held);
        held = next;
      }
      const bytes = upload.sent() + held.length;
      return { bytes, commit: () => undecided(upload.finish(held), signal), discard: upload.cancel };
    } catch (error) {
      await upload.cancel();
      throw error;
    }
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
}

/** A long object. The condition holds for the beginning of its upload and for the end. */
function uploadTarget(bucket: GcsBucket, key: string, { generation, metadata }: WriteOptions): UploadTarget {
  const url = objectsUrl(bucket, '/upload');
  url.searchParams.set('ifGenerationMatch', generation);
  const resource = { name: key, metadata, contentType: CONTENT_TYPE };
  return { url: url.href, resource, contentType: CONTENT_TYPE };
}

/** One request with the description of the object and its bytes. */
function stageWhole(bucket: GcsBucket, key: string, content: Buffer, options: WriteOptions): StagedObject {
  const boundary = `part-${randomUUID()}`;
  const url = objectsUrl(bucket, '/upload');
  url.searchParams.set('uploadType', 'multipart');
  url.searchParams.set('ifGenerationMatch', options.generation);
  // The server refuses bytes that do not fit the hash.
  const md5Hash = createHash('md5').update(content).digest('base64');
  const resource = JSON.stringify({ name: key, metadata: options.metadata, contentType: CONTENT_TYPE, md5Hash });
  const body = Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${resource}\r\n`),
    Buffer.from(`--${boundary}\r\nContent-Type: ${CONTENT_TYPE}\r\n\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/related; boundary=${boundary}` };
  const commit = async (): Promise<void> => {
    bucket.context.signal.throwIfAborted();
    await callForJson(bucket.access, { method: 'POST', url: url.href, headers, body }, bucket.context);
  };
  return {
    bytes: content.length,
    commit: () => undecided(commit(), bucket.context.signal),
    discard: async () => undefined,
  };
}

/** Throws WriteUnknown for a last request that may have succeeded although it failed. */
async function undecided(last: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await last;
  } catch (error) {
    if (isPassing(error) && !signal.aborted)
      throw new WriteUnknown('the answer to the last request is missing', { cause: error });
    throw error;
  }
}
