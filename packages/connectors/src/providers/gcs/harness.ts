import { onTestFinished } from 'vitest';
import { startGoogleStandIn } from '../../testing/google/stand-in.ts';
import type { OpenExample, OpenHarness, TestServer } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import { createStorageApi } from './testing/storage.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented JSON API, which also misbehaves',
  others: [],
  isApart: true,
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const storage = createStorageApi();
  const google = await startGoogleStandIn(storage);
  storage.createBucket('reports');
  return {
    key: google.tokens.key(),
    wrongKeys: [
      google.tokens.key({ client_email: 'denied@acme.example' }),
      google.tokens.key({ client_email: 'unknown@acme.example' }),
      google.tokens.key({ private_key: RSA_PEMS.stranger }),
      google.tokens.key({ private_key: 'not a private key at all' }),
    ],
    folders: { read: [], write: [] },
    place: async (place) => ({
      parameters: () => ({ path: `gs://reports/${place}/{YYYY-MM-DD}.csv` }),
      rows: async (_, reportDate) =>
        readCsv(storage.read('reports', `${place}/${reportDate}.csv`)?.toString() ?? '').rows,
      leftovers: async () => storage.uploads.unfinished().filter((name) => name.startsWith(`${place}/`)),
    }),
    close: google.close,
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const storage = createStorageApi();
  const google = await startGoogleStandIn(storage);
  onTestFinished(google.close);
  storage.createBucket('reports');
  storage.write('reports', 'in.csv', 'a,b\n1,2\n');
  give(google.tokens.key());
  return { path: 'gs://reports/in.csv' };
};
