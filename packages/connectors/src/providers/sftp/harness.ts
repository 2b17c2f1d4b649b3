import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  changeKey,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { reportInFolder } from '../../testing/report.ts';
import { createTestServer } from '../../testing/sftp.ts';

export const testServer: TestServer = {
  server: 'a stand-in built on the server of the client library, which also misbehaves',
  others: ['OpenSSH: `SFTP_SERVER=openssh`'],
  without: {},
};

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

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const { folder, key, close } = await createTestServer();
  onTestFinished(close);
  writeFileSync(join(folder, 'in.csv'), 'a,b\n1,2\n');
  give(key);
  return { path: 'in.csv' };
};

export const openReport: OpenReport = async () => reportInFolder(await createTestServer(), '');
