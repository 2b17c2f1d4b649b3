import { createEgress, openStoreBucket, type StoreBucketAccess } from '@switchboard/connectors';
import { LIMITS } from '@switchboard/model/limits';
import { readServiceAccount } from '@switchboard/model/service-account';
import type { FileStore } from '../store.ts';
import { createObjectStore, type RemoteBucket } from './object-store.ts';

/** A place in Google Cloud Storage, and who asks there. */
export type GcsStoreOptions = StoreBucketAccess & {
  /** The prefix of every key: empty, or segments without a slash at either end. */
  readonly prefix: string;
};

/** Objects of Google Cloud Storage below one prefix of one bucket. Throws as `createObjectStore` does. */
export function createGcsStore(options: GcsStoreOptions): FileStore {
  const { endpoint, serviceAccount, metadataHost } = options;
  const tokenUri = serviceAccount === null ? undefined : readServiceAccount(serviceAccount)?.['token_uri'];
  const egress = createEgress({
    allowPrivate: [endpoint, tokenUri, serviceAccount === null ? `http://${metadataHost}` : null].flatMap((url) =>
      typeof url === 'string' && URL.canParse(url) ? [new URL(url).hostname] : [],
    ),
    stallTimeoutMs: LIMITS.sourceStallTimeout,
    now: Date.now,
  });
  return createObjectStore(options.prefix, async (): Promise<RemoteBucket> => {
    const bucket = openStoreBucket(options, egress);
    return {
      write: (name, body, signal) => bucket.write(name, body.chunks, signal),
      head: bucket.head,
      read: bucket.read,
      list: bucket.list,
      remove: bucket.remove,
      // Google ends an unfinished upload by itself within a week, and shows nothing of it meanwhile.
      endUploads: async () => 0,
    };
  });
}
