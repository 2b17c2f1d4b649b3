import { createHash, randomUUID } from 'node:crypto';
import type { StagedResult } from '../../delivery/deliver.ts';
import { stageParts } from '../../delivery/stage-parts.ts';
import { callForJson, isPassing } from '../../google/call-google.ts';
import { GoogleFailure } from '../../google/google-failure.ts';
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

/**
 * Sends an object but for the one request that makes it visible. Throws GoogleFailure, NetworkError, what the stream throws, or
 * the reason of an aborted signal; its commit also CommitConflict.
 */
export const stageObject = (
  bucket: GcsBucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: WriteOptions,
): Promise<StagedResult> =>
  stageParts(body, {
    partBytes: bucket.context.partBytes ?? PART_BYTES,
    signal: bucket.context.signal,
    writeWhole: (content) => insertWhole(bucket, key, content, options),
    openUpload: async () => {
      const upload = await openUpload(bucket.access, uploadTarget(bucket, key, options), bucket.context);
      return { ...upload, finish: async (part) => void (await upload.finish(part)) };
    },
    isPassing,
    isCondition: (error) => error instanceof GoogleFailure && error.kind === 'condition',
  });

/** A long object. The condition holds for the beginning of its upload and for the end. */
export function uploadTarget(bucket: GcsBucket, key: string, { generation, metadata }: WriteOptions): UploadTarget {
  const url = objectsUrl(bucket, '/upload');
  url.searchParams.set('ifGenerationMatch', generation);
  const resource = { name: key, metadata, contentType: CONTENT_TYPE };
  return { url: url.href, resource, contentType: CONTENT_TYPE };
}

/** One request with the description of the object and its bytes. */
export async function insertWhole(
  bucket: GcsBucket,
  key: string,
  content: Buffer,
  options: WriteOptions,
): Promise<void> {
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
  await callForJson(bucket.access, { method: 'POST', url: url.href, headers, body }, bucket.context);
}
