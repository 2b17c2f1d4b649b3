import { randomUUID } from 'node:crypto';
import { createS3Store, type S3StoreOptions } from '../src/files/remote/s3-store.ts';
import type { FileStore } from '../src/files/store.ts';

type Account = { readonly id: string; readonly secret: string };

export type TestS3 = {
  readonly options: S3StoreOptions;
  readonly store: FileStore;
  /** The same, for somebody who may do nothing. */
  readonly denied: FileStore;
  /** Plants faults in place of those before; see scripts/s3/faults.ts. */
  plant(...faults: readonly object[]): Promise<void>;
};

/** A store below a prefix of a bucket of its own, on the server that the test run started. */
export async function createTestS3(): Promise<TestS3> {
  const { TEST_S3 } = process.env;
  if (TEST_S3 === undefined) throw new Error('TEST_S3 is not set');
  const { endpoint, account, denied } = JSON.parse(TEST_S3) as { endpoint: string; account: Account; denied: Account };
  const bucket = `t-${randomUUID()}`;
  const control = async (what: string, body = '[]'): Promise<void> => {
    await fetch(`${endpoint}/_test/${what}/${bucket}`, { method: 'PUT', body });
  };
  await control('buckets');
  const optionsOf = ({ id, secret }: Account): S3StoreOptions => ({
    bucket,
    prefix: 'some/prefix',
    endpoint,
    region: null,
    accessKeyId: id,
    secretAccessKey: secret,
  });
  return {
    options: optionsOf(account),
    store: createS3Store(optionsOf(account)),
    denied: createS3Store(optionsOf(denied)),
    plant: (...faults) => control('faults', JSON.stringify(faults)),
  };
}
