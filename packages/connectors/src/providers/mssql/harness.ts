import { onTestFinished } from 'vitest';
import {
  changeKey,
  type HeldRow,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { createTestMssql } from '../../testing/mssql/server.ts';

export const testServer: TestServer = {
  server:
    'a stand-in of ours of the documented protocol (MS-TDS), which keeps the rows in PostgreSQL and also misbehaves',
  others: [],
  without: {},
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const server = await createTestMssql();
  onTestFinished(() => server.close());
  give(server.key);
  return { query: 'select 1 as a, 2 as b' };
};

export const openHarness: OpenHarness = async () => {
  const server = await createTestMssql();
  const { database, key } = server;
  return {
    key,
    wrongKeys: [changeKey(key, { password: 'not the p@ss/word' }), changeKey(key, { user: 'missing_user' })],
    folders: { read: [], write: [] },
    server: { port: server.port, keyTo: (port) => changeKey(key, { port }) },
    place: async (table) => ({
      parameters: (mode) => ({
        table,
        date_column: 'report_date',
        ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
      }),
      rows: async (columns, reportDate) => {
        const [made] = await database.rows(`select to_regclass('dbo.${table}')`);
        if (made?.[0] === null) return [];
        const list = columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
        const rows = await database.rows(`select ${list} from dbo.${table} where report_date = '${reportDate}'`);
        return rows as HeldRow[];
      },
      leftovers: async () => {
        const rows = await database.rows(
          `select pid from pg_stat_activity where application_name = 'stand-in of SQL Server' and datname = current_database()
           union all select 0 from pg_class where relname like '%switchboard_stage%'`,
        );
        return rows.map(([pid]) => String(pid));
      },
    }),
    close: () => server.close(),
  };
};

export const openReport: OpenReport = async () => {
  const server = await createTestMssql();
  await server.database.rows(
    `create view dbo.report as select n, repeat('x', 1000) as filler from generate_series(1, 3000) n`,
  );
  return {
    port: server.port,
    declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key, { port }) }),
    close: () => server.close(),
  };
};
