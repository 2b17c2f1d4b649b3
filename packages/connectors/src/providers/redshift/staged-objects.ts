import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { faultMidway } from '../../delivery/fault-midway.ts';
import { createParallelGzip } from '../../delivery/parallel-gzip.ts';
import { readSize } from '../../delivery/read-size.ts';
import { skipHeader } from '../../delivery/skip-header.ts';
import type { DeliveryContext, DeliveryRequest } from '../../spec.ts';
import { RowEncoder } from '../../sql/row-encoder.ts';
import type { Bucket } from '../s3/bucket.ts';
import type { Staging } from './parameters.ts';
import { splitRecords } from './split-records.ts';

/** Bytes of CSV in one part. Redshift reads parts at once, each by another slice. */
const PART_BYTES = 128 * 1024 ** 2;

/** Objects left by a crash are removed after a day, when no attempt can still be using them. */
const ABANDONED_MS = 24 * 3_600_000;

/** A result in S3, which COPY can load. */
export type StagedObjects = {
  readonly manifest: string;
  /** The text that stands for nothing. No value of the rows can be the same: it is drawn for each result. */
  readonly nullText: string;
};

const PREFIX = 'switchboard-';

const unitOf = ({ accountId, unitId }: DeliveryRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([accountId, unitId]))
    .digest('hex')
    .slice(0, 20);

/** Beginning of the keys of one attempt. */
const folderOf = (request: DeliveryRequest, { path }: Staging): string =>
  `${path}/${PREFIX}${unitOf(request)}-${request.attempt}-${randomBytes(4).toString('hex')}`;

/**
 * Writes a result into the bucket, in parts that are packed with gzip, and a manifest that lists them. Leaves what it wrote when it
 * fails: `remove` and `sweep` take it away. Throws S3Failure, NetworkError, what the disk throws, or an aborted signal's reason.
 * @param remember gets each key before its object is written
 */
export async function stageObjects(
  request: DeliveryRequest,
  staging: Staging,
  bucket: Bucket,
  context: DeliveryContext,
  remember: (key: string) => void,
): Promise<StagedObjects> {
  const { content } = request;
  const { signal } = context;
  const folder = folderOf(request, staging);
  const nullText = `null-${randomBytes(8).toString('hex')}`;
  const raw = pipeline(
    createReadStream(content.path, { highWaterMark: readSize(content.bytes) }),
    faultMidway(content.bytes, context),
    skipHeader(),
    () => undefined,
  );
  addAbortSignal(signal, raw);
  const urls: string[] = [];
  const writing = { signal, condition: 'any' } as const;
  for await (const part of splitRecords(raw as AsyncIterable<Buffer>, PART_BYTES)) {
    const key = `${folder}/part-${String(urls.length + 1).padStart(5, '0')}.csv.gz`;
    remember(key);
    const packed = pipeline(Readable.from(withNulls(part, nullText)), createParallelGzip(), () => undefined);
    await bucket.write(key, packed, writing);
    urls.push(`s3://${staging.bucket}/${key}`);
  }
  const manifest = `${folder}/manifest.json`;
  remember(manifest);
  const entries = urls.map((url) => ({ url, mandatory: true }));
  await bucket.write(manifest, Readable.from([Buffer.from(JSON.stringify({ entries }))]), writing);
  return { manifest, nullText };
}

async function* withNulls(part: AsyncIterable<Buffer>, nullText: string): AsyncGenerator<Buffer> {
  const encoder = new RowEncoder([], null, nullText);
  for await (const chunk of part) yield encoder.encode(chunk);
}

/** Removes objects, as far as the bucket lets us: what stays is swept later. */
export async function removeObjects(bucket: Bucket, keys: Iterable<string>): Promise<void> {
  for (const key of keys) await bucket.remove(key).catch(() => undefined);
}

/** Removes what earlier attempts of the unit left, and what any attempt left a day ago. Needs the permission to list; never throws. */
export async function sweepObjects(
  request: DeliveryRequest,
  { path }: Staging,
  bucket: Bucket,
  { now, signal }: DeliveryContext,
): Promise<void> {
  const own = new RegExp(`^${unitOf(request)}-(\\d+)-`);
  const prefix = `${path}/${PREFIX}`;
  const isOver = (key: string, modifiedAt: number): boolean => {
    const attempt = own.exec(key.slice(prefix.length))?.[1];
    return modifiedAt < now() - ABANDONED_MS || (attempt !== undefined && Number(attempt) < request.attempt);
  };
  try {
    for await (const { key, modifiedAt } of bucket.list(prefix, signal))
      if (isOver(key, modifiedAt)) await bucket.remove(key, signal);
  } catch {
    // The next delivery tries again.
  }
}
