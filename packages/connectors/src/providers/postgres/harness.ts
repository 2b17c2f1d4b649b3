import { onTestFinished } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import {
  changeKey,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { reportInPostgres } from '../../testing/report.ts';

export const testServer: TestServer = {
  server: 'PostgreSQL itself',
  others: [],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const database = await createTestDatabase();
  return {
    key: database.key,
    wrongKeys: [
      changeKey(database.key, { password: 'not the p@ss/word' }),
      changeKey(database.key, { user: 'missing_user' }),
    ],
    folders: { read: [], write: [] },
    server: { port: database.port, keyTo: (port) => changeKey(database.key, { port }) },
    place: async (table) => {
      return {
        parameters: (mode) => ({
          table,
          date_column: 'report_date',
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
          const rows = await database.rows(
            `select pid from pg_stat_activity where application_name = 'switchboard' and datname = current_database()
               union all select 0 from pg_class where relname like '%switchboard_stage%'`,
          );
          return rows.map(([pid]) => String(pid));
        },
      };
    },
    close: () => database.close(),
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  give(database.key);
  return { query: 'select 1 as a, 2 as b' };
};

export const openReport: OpenReport = () => reportInPostgres('postgresql');
