import { onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import {
  changeKey,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { createTestRedshift } from '../../testing/redshift/server.ts';
import { reportInPostgres } from '../../testing/report.ts';

export const testServer: TestServer = {
  server:
    'as a source, PostgreSQL; as a destination, a stand-in of ours in front of PostgreSQL, which executes COPY from fauxqs and also misbehaves',
  others: [],
  without: {},
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  give(changeKey(database.key, { dialect: 'redshift' }));
  return { query: 'select 1 as a, 2 as b' };
};

export const openHarness: OpenHarness = async () => {
  const { database, bucket, front, key, close } = await createTestRedshift();
  return {
    key,
    wrongKeys: [changeKey(key, { password: 'not the p@ss/word' }), changeKey(key, { user: 'missing_user' })],
    folders: { read: [], write: [] },
    server: { port: front.port, keyTo: (port) => changeKey(key, { port }) },
    place: async (table) => ({
      parameters: (mode) => ({
        table,
        date_column: 'report_date',
        staging: `s3://${bucket.name}/${table}`,
        ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
      }),
      rows: async (columns, reportDate) => {
        const [made] = await database.rows(`select to_regclass('public.${table}')`);
        if (made?.[0] === null) return [];
        const list = columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
        const rows = await database.rows(`select ${list} from ${table} where report_date = '${reportDate}'`);
        return rows as (string | null)[][];
      },
      leftovers: async () => {
        const sessions = await database.rows(
          `select pid from pg_stat_activity where application_name like 'switchboard %' and datname = current_database()`,
        );
        const objects = (await bucket.keys()).filter((name) => name.startsWith(`${table}/`));
        return [...sessions.map(([pid]) => String(pid)), ...objects];
      },
    }),
    close,
  };
};

export const openReport: OpenReport = () => reportInPostgres('redshift');
