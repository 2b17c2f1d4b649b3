import { onTestFinished } from 'vitest';
import { startDatabricks } from '../../testing/databricks/start-databricks.ts';
import { EVERY_TYPE } from '../../testing/every-type.ts';
import type { OpenExample, OpenHarness, OpenReport, TestServer } from '../../testing/harness.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented APIs, which keeps the rows in PostgreSQL and also misbehaves',
  others: [],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const databricks = await startDatabricks();
  const tables = async (): Promise<readonly string[]> => {
    const rows = await databricks.rows(
      `select table_name from information_schema.tables where table_schema = 'default'`,
    );
    return rows.map(([name]) => name ?? '');
  };
  const leftovers = async (): Promise<readonly string[]> => [
    ...(await tables()).filter((name) => name.startsWith('_switchboard_stage_')),
    ...databricks.volumes.folders(),
  ];
  return {
    key: databricks.key(),
    wrongKeys: [
      databricks.key({ access_token: 'a-token-that-is-not-known' }),
      databricks.principalKey({ client_secret: 'a-secret-that-is-not-known' }),
    ],
    folders: { read: [], write: [] },
    // Delta takes no comma, no space and no quote in the name of a column.
    everyType: EVERY_TYPE.map((column) => ({ ...column, name: column.name.replace(', "name"', '_name') })),
    server: { port: databricks.port, keyTo: (port) => databricks.key({ host: `127.0.0.1:${port}` }) },
    place: async (table) => {
      const before = new Set(await leftovers());
      return {
        parameters: (mode) => ({
          table,
          ...{ warehouse_id: 'w1', catalog: 'main', volume: 'main.default.loads', date_column: 'report_date' },
          ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
        }),
        rows: async (columns, reportDate) => {
          if (!(await tables()).includes(table)) return [];
          const list = columns.map((column) => `"${column}"`).join(', ');
          return databricks.rows(`select ${list} from "default".${table} where report_date = '${reportDate}'`);
        },
        leftovers: async () => (await leftovers()).filter((name) => !before.has(name)),
      };
    },
    close: databricks.close,
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const databricks = await startDatabricks();
  onTestFinished(databricks.close);
  give(databricks.key());
  return { query: 'select 1 as a, 2 as b', warehouse_id: 'w1' };
};

export const openReport: OpenReport = async () => {
  const server = await startDatabricks();
  server.control.chunkRows = 200;
  await server.rows(`create view "default".report as select n, repeat('x', 1000) x from generate_series(1, 3000) n`);
  return {
    port: server.port,
    declare: (port) => ({
      parameters: { table: 'default.report', warehouse_id: 'w1' },
      key: server.key({ host: `127.0.0.1:${port}` }),
    }),
    close: server.close,
  };
};
