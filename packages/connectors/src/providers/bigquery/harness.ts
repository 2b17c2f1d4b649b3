import { onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { EVERY_TYPE } from '../../testing/every-type.ts';
import { startGoogleStandIn } from '../../testing/google/stand-in.ts';
import type { OpenExample, OpenHarness, TestServer } from '../../testing/harness.ts';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import { createBigQueryApi } from './testing/bigquery.ts';
import { quoteName } from './testing/google-sql.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented REST API, which keeps the rows in PostgreSQL and also misbehaves',
  others: [],
  isApart: true,
  without: {},
};

const DATASET = 'marts';

export const openHarness: OpenHarness = async () => {
  const database = await createTestDatabase();
  const bigquery = createBigQueryApi(database.url);
  await bigquery.createDataset(DATASET);
  const google = await startGoogleStandIn(bigquery);
  const isStage = (name: string): boolean => name.includes('_switchboard_stage_');
  return {
    key: google.tokens.key(),
    wrongKeys: [
      google.tokens.key({ client_email: 'denied@acme.example' }),
      google.tokens.key({ private_key: RSA_PEMS.stranger }),
    ],
    folders: { read: [], write: [] },
    // BigQuery takes no comma and no quote in the name of a column.
    everyType: EVERY_TYPE.map((column) => ({ ...column, name: column.name.replace(', "name"', ' name') })),
    place: async (table) => {
      // What an earlier delivery left that was killed stays until the server removes it.
      const unfinished = (): readonly string[] => [
        ...bigquery.tables().filter(isStage),
        ...bigquery.uploads.unfinished(),
      ];
      const before = new Set(unfinished());
      return {
        parameters: (mode) => ({
          dataset: DATASET,
          table,
          date_column: 'report_date',
          ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
        }),
        rows: async (columns, reportDate) => {
          const [made] = await bigquery.rows(`select to_regclass('${DATASET}.${table}')`);
          if (made?.[0] === null) return [];
          const list = columns.map(quoteName).join(', ');
          return bigquery.rows(`select ${list} from ${DATASET}.${table} where report_date = '${reportDate}'`);
        },
        leftovers: async () => unfinished().filter((name) => !before.has(name)),
      };
    },
    close: async () => {
      await google.close();
      await bigquery.close();
      await database.close();
    },
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const database = await createTestDatabase();
  const bigquery = createBigQueryApi(database.url);
  const google = await startGoogleStandIn(bigquery);
  onTestFinished(async () => {
    await google.close();
    await bigquery.close();
    await database.close();
  });
  give(google.tokens.key());
  return { query: 'select 1 as a, 2 as b' };
};
