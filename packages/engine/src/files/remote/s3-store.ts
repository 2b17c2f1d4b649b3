import { accessTo, createEgress, openBucket, WriteUnknown } from '@switchboard/connectors';
import { LIMITS } from '@switchboard/model/limits';
import type { FileStore } from '../store.ts';
import { createObjectStore, type RemoteBucket } from './object-store.ts';

/** A place in a store that speaks S3, and who asks there. */
export type S3StoreOptions = {
  readonly bucket: string;
  /** The prefix of every key: empty, or segments without a slash at either end. */
  readonly prefix: string;
  /** Null: Amazon's for the region. It may be a private address, since the administrator chose it. */
  readonly endpoint: string | null;
  /** Null: us-east-1. */
  readonly region: string | null;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/** Objects of Amazon S3 and its like, below one prefix of one bucket. Throws as `createObjectStore` does. */
export function createS3Store(options: S3StoreOptions): FileStore {
  const { endpoint, region, accessKeyId, secretAccessKey } = options;
  const access = accessTo(endpoint, region, { accessKeyId, secretAccessKey });
  const egress = createEgress({
    allowPrivate: endpoint === null ? [] : [new URL(endpoint).hostname],
    stallTimeoutMs: LIMITS.sourceStallTimeout,
    now: Date.now,
  });
  return createObjectStore(options.prefix, async (): Promise<RemoteBucket> => {
    const bucket = await openBucket(access, options.bucket, egress);
    return {
      async write(name, body, signal) {
        try {
          await bucket.write(name, body.chunks, { signal, condition: 'any' });
        } catch (error) {
          signal.throwIfAborted();
          // After a lost answer. Keys are written once, so an object of this length is the one that was sent.
          if (error instanceof WriteUnknown && (await bucket.head(name))?.bytes === body.bytes()) return;
          throw error;
        }
      },
      head: (name) => bucket.head(name),
      read: (name) => bucket.read(name, {}),
      list: (prefix) => bucket.list(prefix),
      remove: (name) => bucket.remove(name),
      endUploads: (prefix, before) => bucket.abortUploads(() => true, prefix, before),
    };
  });
}
