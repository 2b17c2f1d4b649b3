import { Readable } from 'node:stream';
import type {
  ListMultipartUploadsCommandInput,
  ListMultipartUploadsCommandOutput,
  MultipartUpload,
} from '@aws-sdk/client-s3';
import type { DescribedObject } from '../../delivery/object-destination.ts';
import type { StoredObject } from '../../listing/object-source.ts';
import type { Egress } from '../../network/egress.ts';
import { orAborted } from '../../network/or-aborted.ts';
import type { S3Access } from './access.ts';
import { createClient, loadLibrary } from './client.ts';
import { S3Failure, s3Failure } from './failures.ts';
import { type StagedObject, stageObject, type Target, type WriteOptions, writeObject } from './write-object.ts';

export type ByteRange = { readonly start: number; readonly end?: number };

/** One bucket of a store that speaks S3. All throw S3Failure, NetworkError, HOST_NOT_ALLOWED, or an aborted signal's reason. */
export type Bucket = {
  /** Writes an object that is complete or absent; see `writeObject`. */
  write(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<{ readonly bytes: number }>;
  /** Writes an object up to the request that makes it visible; see `stageObject`. */
  stage(key: string, body: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<StagedObject>;
  /** Null when there is no such object. */
  head(key: string, signal?: AbortSignal): Promise<DescribedObject | null>;
  /** The object's bytes, both ends of the range included. Null when there is no such object. */
  read(
    key: string,
    options?: { readonly range?: ByteRange; readonly etag?: string; readonly signal?: AbortSignal },
  ): Promise<Readable | null>;
  /** Objects with this prefix, sorted by key. */
  list(prefix: string, signal?: AbortSignal): AsyncIterable<StoredObject>;
  remove(key: string, signal?: AbortSignal): Promise<void>;
  /** Aborts unfinished uploads that began before a time (epoch milliseconds). Returns how many. */
  abortUploads(takes: (key: string) => boolean, prefix: string, before: number, signal?: AbortSignal): Promise<number>;
};

/** Opens a bucket without sending a request. */
export async function openBucket(access: S3Access, bucket: string, egress: Egress): Promise<Bucket> {
  const client = await createClient(access, egress);
  const library = await loadLibrary();
  const target: Target = { client, access, bucket };
  const options = (signal?: AbortSignal): { abortSignal?: AbortSignal } => (signal ? { abortSignal: signal } : {});
  /** Translates failures. */
  async function asked<Answer>(answer: Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    try {
      return await orAborted(answer, signal);
    } catch (error) {
      signal?.throwIfAborted();
      throw s3Failure(error, access);
    }
  }
  /** The same for a request about one object: null when it does not exist. A list that is not found is an error. */
  async function askedOfObject<Answer>(answer: Promise<Answer>, signal?: AbortSignal): Promise<Answer | null> {
    try {
      return await asked(answer, signal);
    } catch (error) {
      if (error instanceof S3Failure && error.status === 404 && error.kind === 'refused') return null;
      throw error;
    }
  }

  async function* list(prefix: string, signal?: AbortSignal): AsyncGenerator<StoredObject> {
    let ContinuationToken: string | undefined;
    do {
      const page = await asked(
        client.send(
          new library.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: prefix,
            ...(ContinuationToken ? { ContinuationToken } : {}),
          }),
          options(signal),
        ),
        signal,
      );
      for (const { Key, Size, LastModified, ETag } of page.Contents ?? [])
        yield { key: Key ?? '', bytes: Size ?? 0, modifiedAt: LastModified?.getTime() ?? 0, version: ETag ?? '' };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function* uploads(prefix: string, signal?: AbortSignal): AsyncGenerator<MultipartUpload> {
    let after: Pick<ListMultipartUploadsCommandInput, 'KeyMarker' | 'UploadIdMarker'> = {};
    for (let more = true; more; ) {
      const command = new library.ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after });
      const page: ListMultipartUploadsCommandOutput = await asked(client.send(command, options(signal)), signal);
      yield* page.Uploads ?? [];
      after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      more = page.IsTruncated === true && page.NextKeyMarker !== undefined;
    }
  }

  return {
    list,
    write: (key, body, how) => writeObject(target, key, body, how),
    stage: (key, body, how) => stageObject(target, key, body, how),
    async head(key, signal) {
      const command = new library.HeadObjectCommand({ Bucket: bucket, Key: key });
      const found = await askedOfObject(client.send(command, options(signal)), signal);
      if (found === null) return null;
      return {
        key,
        bytes: found.ContentLength ?? 0,
        modifiedAt: found.LastModified?.getTime() ?? 0,
        version: found.ETag ?? '',
        metadata: found.Metadata ?? {},
      };
    },
    async read(key, how = {}) {
      const command = new library.GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ...(how.range ? { Range: `bytes=${how.range.start}-${how.range.end ?? ''}` } : {}),
        ...(how.etag === undefined ? {} : { IfMatch: how.etag }),
      });
      const found = await askedOfObject(client.send(command, options(how.signal)), how.signal);
      if (found === null) return null;
      if (!(found.Body instanceof Readable)) throw new Error('an object came without a stream');
      return found.Body;
    },
    async remove(key, signal) {
      await askedOfObject(
        client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: key }), options(signal)),
        signal,
      );
    },
    async abortUploads(takes, prefix, before, signal) {
      let aborted = 0;
      for await (const { Key, UploadId, Initiated } of uploads(prefix, signal)) {
        if (Key === undefined || !takes(Key) || (Initiated?.getTime() ?? before) >= before) continue;
        const abort = new library.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId });
        await asked(client.send(abort, options(signal)), signal);
        aborted += 1;
      }
      return aborted;
    },
  };
}
