import { type GoogleStorage, startGoogleStorage } from '@switchboard/connectors/testing/google-storage';
import { onTestFinished } from 'vitest';
import { createGcsStore, type GcsStoreOptions } from '../src/files/remote/gcs-store.ts';
import type { FileStore } from '../src/files/store.ts';

export type TestGcs = GoogleStorage & {
  readonly options: GcsStoreOptions;
  readonly store: FileStore;
};

/** A store below a prefix of a bucket of its own, at a stand-in of Google that ends with the test. */
export async function createTestGcs(): Promise<TestGcs> {
  const google = await startGoogleStorage();
  onTestFinished(google.close);
  const options: GcsStoreOptions = {
    bucket: 'files',
    prefix: 'some/prefix',
    endpoint: google.origin,
    serviceAccount: google.account,
    metadataHost: new URL(google.origin).host,
  };
  return { ...google, options, store: createGcsStore(options) };
}
