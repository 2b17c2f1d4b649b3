import { Readable } from 'node:stream';
import {
  changeKey,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { REPORT, REPORT_NAME } from '../../testing/report.ts';
import { createTestBucket } from '../../testing/s3.ts';

export const testServer: TestServer = {
  server: 'fauxqs, an S3 server for tests, with faults of ours',
  others: [],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const store = await createTestBucket();
  return {
    key: store.key,
    wrongKeys: [
      store.deniedKey,
      changeKey(store.key, { aws_secret_access_key: 'not/the+secret/at/all' }),
      changeKey(store.key, { aws_access_key_id: 'AKIANOBODYNOBODYNOBO' }),
    ],
    folders: { read: [], write: [] },
    server: {
      port: Number(new URL(store.endpoint).port),
      keyTo: (port) => changeKey(store.key, { endpoint: `http://127.0.0.1:${port}` }),
    },
    place: async (place) => {
      return {
        parameters: () => ({ path: `s3://${store.name}/${place}/{YYYY-MM-DD}.csv` }),
        rows: async (_, reportDate) => readCsv((await store.text(`${place}/${reportDate}.csv`)) ?? '').rows,
        leftovers: async () => {
          const found: string[] = [];
          await store.bucket.abortUploads((key) => found.push(key) === 0, `${place}/`, Number.POSITIVE_INFINITY);
          return found;
        },
      };
    },
    close: async () => undefined,
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const store = await createTestBucket();
  const body = Readable.from([Buffer.from('a,b\n1,2\n')]);
  await store.bucket.write('in.csv', body, { signal: new AbortController().signal, condition: 'any' });
  give(store.key);
  return { path: `s3://${store.name}/in.csv` };
};

export const openReport: OpenReport = async () => {
  const store = await createTestBucket();
  const writing = { signal: new AbortController().signal, condition: 'any' } as const;
  await store.bucket.write(REPORT_NAME, Readable.from([Buffer.from(REPORT)]), writing);
  return {
    port: Number(new URL(store.endpoint).port),
    declare: (port) => ({
      parameters: { path: `s3://${store.name}/${REPORT_NAME}` },
      key: changeKey(store.key, { endpoint: `http://127.0.0.1:${port}` }),
    }),
    close: async () => undefined,
  };
};
