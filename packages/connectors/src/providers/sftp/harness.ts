import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeKey, type OpenHarness } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { createTestServer } from '../../testing/sftp.ts';

export const openHarness: OpenHarness = async () => {
  const { folder, key, wrongKeys, close } = await createTestServer();
  return {
    key,
    wrongKeys,
    folders: { read: [], write: [] },
    server: { port: Number(key.properties['port']), keyTo: (port) => changeKey(key, { port }) },
    place: async (place) => {
      return {
        parameters: () => ({ path: `${place}/{YYYY-MM-DD}.csv` }),
        rows: async (_, reportDate) => {
          const path = join(folder, place, `${reportDate}.csv`);
          return existsSync(path) ? readCsv(readFileSync(path, 'utf8')).rows : [];
        },
        leftovers: async () =>
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
            (name) => name.startsWith(place) && /\.(?:part|lock)$/.test(name),
          ),
      };
    },
    close: async () => close(),
  };
};
