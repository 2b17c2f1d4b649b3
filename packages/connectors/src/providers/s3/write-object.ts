import type { S3Client } from '@aws-sdk/client-s3';
import { type SliceMemory, sliceMemory, sliceStream } from '../../delivery/slice-stream.ts';
import { NetworkError } from '../../network/network-error.ts';
import { orAborted } from '../../network/or-aborted.ts';
import type { S3Access } from './access.ts';
import { loadLibrary } from './client.ts';
import { S3Failure, s3Failure, WriteUnknown } from './failures.ts';

/** Length of one part. Parts of one object are equally long but for the last, as some servers demand. */
const PART_BYTES = 8 * 1024 ** 2;
const MAX_PARTS = 9_000;
/** Parts sent at once. Memory is bounded by one more of them. */
const PARALLEL = 2;
const CLEAN_UP_MS = 5_000;

/** The precondition on the existing object; otherwise the write is refused (S3Failure of kind `condition`). */
export type WriteCondition = { readonly etag: string } | 'absent' | 'any';

export type WriteOptions = {
  readonly signal: AbortSignal;
  readonly condition: WriteCondition;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly contentType?: string;
  /** Length of one part. Servers refuse less than 5 MiB. */
  readonly partBytes?: number | undefined;
  /** Roughly, for the length of the parts. */
  readonly expectedBytes?: number;
};

export type Target = { readonly client: S3Client; readonly access: S3Access; readonly bucket: string };

/** An object that is complete but for the one request that makes it visible. */
export type StagedObject = {
  readonly bytes: number;
  /** Sends that request. Throws WriteUnknown when only its answer is missing, S3Failure or NetworkError. */
  commit(): Promise<void>;
  /** Aborts what was not committed. Never throws. */
  discard(): Promise<void>;
};

/** Writes a stream as one object, complete or absent. Throws as `stageObject` and its `commit` do. */
export async function writeObject(
  target: Target,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<{ readonly bytes: number }> {
  const staged = await stageObject(target, key, body, options);
  try {
    await staged.commit();
  } catch (error) {
    await staged.discard();
    options.signal.throwIfAborted();
    throw error;
  }
  return { bytes: staged.bytes };
}

/**
 * Reads a stream to its end and sends all of it but the last request: short ones in one piece, which waits in memory, longer
 * ones in parts. Unfinished parts are aborted when anything fails. Throws S3Failure, NetworkError, what the stream throws,
 * or the reason of an aborted signal.
 */
export async function stageObject(
  target: Target,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StagedObject> {
  const partBytes = Math.max(options.partBytes ?? PART_BYTES, Math.ceil((options.expectedBytes ?? 0) / MAX_PARTS));
  const memory = sliceMemory(partBytes);
  const pieces = sliceStream(body, partBytes, memory);
  try {
    const first = await pieces.next();
    options.signal.throwIfAborted();
    const start = first.done === true ? Buffer.alloc(0) : first.value;
    if (start.length < partBytes) return await stageWhole(target, key, start, options);
    return await stageParts(target, key, start, pieces, memory, options);
  } catch (error) {
    options.signal.throwIfAborted();
    throw s3Failure(error, target.access);
  } finally {
    await pieces.return(undefined).catch(() => undefined);
  }
}

async function stageWhole(
  { client, access, bucket }: Target,
  key: string,
  body: Buffer,
  options: WriteOptions,
): Promise<StagedObject> {
  const { PutObjectCommand } = await loadLibrary();
  const put = new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ...described(options), ...only(options) });
  return {
    bytes: body.length,
    commit: () => lastRequest(() => client.send(put, { abortSignal: options.signal }), access, options),
    discard: async () => undefined,
  };
}

async function stageParts(
  target: Target,
  key: string,
  first: Buffer,
  rest: AsyncGenerator<Buffer, undefined>,
  memory: SliceMemory,
  options: WriteOptions,
): Promise<StagedObject> {
  const { client, access, bucket } = target;
  const library = await loadLibrary();
  const named = { Bucket: bucket, Key: key };
  const create = new library.CreateMultipartUploadCommand({
    ...named,
    ...described(options),
    ChecksumAlgorithm: 'CRC32',
  });
  const { UploadId } = await client.send(create, { abortSignal: options.signal });
  const upload = { ...named, UploadId };
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const sending = new Set<Promise<void>>();
  const discard = async (): Promise<void> => {
    stop.abort();
    await Promise.allSettled(sending);
    // Also after a lost answer: an aborted upload can no longer become visible later.
    const abort = new library.AbortMultipartUploadCommand(upload);
    await client.send(abort, { abortSignal: AbortSignal.timeout(CLEAN_UP_MS) }).catch(() => undefined);
  };
  try {
    const parts: { PartNumber: number; ETag: string | undefined; ChecksumCRC32: string | undefined }[] = [];
    let bytes = 0;
    const failures: unknown[] = [];
    const send = async (body: Buffer, PartNumber: number): Promise<void> => {
      const part = new library.UploadPartCommand({ ...upload, PartNumber, Body: body, ChecksumAlgorithm: 'CRC32' });
      const { ETag, ChecksumCRC32 } = await orAborted(client.send(part, { abortSignal: signal }), signal);
      parts.push({ PartNumber, ETag, ChecksumCRC32 });
    };
    for (let piece: Buffer | undefined = first, number = 1; piece !== undefined; number += 1) {
      const body: Buffer = piece;
      const sent = send(body, number)
        .then(
          () => memory.giveBack(body),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => sending.delete(sent));
      sending.add(sent);
      bytes += body.length;
      if (sending.size >= PARALLEL) await Promise.race(sending);
      throwFirst(failures);
      const next: IteratorResult<Buffer, undefined> = await rest.next();
      options.signal.throwIfAborted();
      piece = next.value;
    }
    await Promise.all(sending);
    throwFirst(failures);
    const Parts = parts.sort((one, other) => one.PartNumber - other.PartNumber);
    const complete = new library.CompleteMultipartUploadCommand({
      ...upload,
      MultipartUpload: { Parts },
      ...only(options),
    });
    return {
      bytes,
      commit: () => lastRequest(() => client.send(complete, { abortSignal: options.signal }), access, options),
      discard,
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0];
}

/** The request that makes the object visible. Throws WriteUnknown when it may have succeeded although it failed. */
async function lastRequest(send: () => Promise<unknown>, access: S3Access, { signal }: WriteOptions): Promise<void> {
  signal.throwIfAborted();
  const undecided = (cause: unknown): WriteUnknown =>
    new WriteUnknown('the answer to the last request is missing', { cause });
  await orAborted(send(), signal).catch((error: unknown) => {
    const failure = s3Failure(error, access);
    const lost = failure instanceof NetworkError || (failure instanceof S3Failure && failure.kind === 'busy');
    throw lost && !signal.aborted ? undecided(failure) : failure;
  });
}

const described = ({ metadata, contentType }: WriteOptions) => ({
  ...(metadata === undefined ? {} : { Metadata: { ...metadata } }),
  ...(contentType === undefined ? {} : { ContentType: contentType }),
});

function only({ condition }: WriteOptions): { IfMatch?: string; IfNoneMatch?: string } {
  if (condition === 'any') return {};
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.etag };
}
