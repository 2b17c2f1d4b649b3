import { changeKey, type OpenHarness } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { createTestBucket } from '../../testing/s3.ts';

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
