import { onTestFinished } from 'vitest';
import type { OpenExample, OpenHarness, OpenReport, TestServer } from '../../testing/harness.ts';
import { readCsv } from '../../testing/read-csv.ts';
import { REPORT, REPORT_NAME } from '../../testing/report.ts';
import { accountToken } from './testing/sas.ts';
import { startAzure } from './testing/start-azure.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented REST API, which also misbehaves',
  others: ['Azurite: `AZURE_SERVER=azurite`'],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const azure = await startAzure();
  const container = await azure.createContainer();
  const { account } = azure;
  const other = Buffer.alloc(64, 'another key').toString('base64');
  return {
    key: azure.key(),
    wrongKeys: [
      azure.key({ account_key: other }),
      azure.sasKey(accountToken({ ...account, key: other })),
      azure.sasKey(accountToken(account, { se: '2020-01-01T00:00:00Z' })),
      azure.sasKey(accountToken(account, { sp: 'rl' })),
      azure.sasKey(accountToken(account, { srt: 's' })),
    ],
    folders: { read: [], write: [] },
    server: { port: azure.port, keyTo: azure.keyTo },
    place: async (place) => ({
      parameters: () => ({ path: `az://${container.name}/${place}/{YYYY-MM-DD}.csv` }),
      rows: async (_, reportDate) => readCsv((await container.text(`${place}/${reportDate}.csv`)) ?? '').rows,
      // Blocks that are not committed are no blobs.
      leftovers: async () =>
        (await container.names()).filter(
          (name) => name.startsWith(`${place}/`) && !/\/\d{4}-\d\d-\d\d\.csv$/.test(name),
        ),
    }),
    close: azure.close,
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const azure = await startAzure();
  onTestFinished(azure.close);
  const container = await azure.createContainer();
  await container.write('in.csv', 'a,b\n1,2\n');
  give(azure.key());
  return { path: `az://${container.name}/in.csv` };
};

export const openReport: OpenReport = async () => {
  const azure = await startAzure();
  const container = await azure.createContainer();
  await container.write(REPORT_NAME, REPORT);
  return {
    port: azure.port,
    declare: (port) => ({ parameters: { path: `az://${container.name}/${REPORT_NAME}` }, key: azure.keyTo(port) }),
    close: azure.close,
  };
};
