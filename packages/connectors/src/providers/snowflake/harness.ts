import { onTestFinished } from 'vitest';
import type { OpenExample, OpenHarness, OpenReport, TestServer } from '../../testing/harness.ts';
import { RSA_PEMS } from '../../testing/rsa-pems.ts';
import { tokenChange } from '../../testing/snowflake/authorize.ts';
import { startSnowflake } from '../../testing/snowflake/start-snowflake.ts';
import { quoteName } from './names.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented SQL API, which keeps the rows in PostgreSQL and also misbehaves',
  others: [],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const snowflake = await startSnowflake();
  const tables = async (): Promise<readonly string[]> => {
    const rows = await snowflake.rows(`select table_name from information_schema.tables where table_schema = 'PUBLIC'`);
    return rows.map(([name]) => name ?? '');
  };
  const isStage = (name: string): boolean => name.startsWith('_switchboard_stage_');
  return {
    key: snowflake.key(),
    wrongKeys: [
      snowflake.key({ user: 'somebody' }),
      snowflake.key({ private_key: RSA_PEMS.stranger }),
      snowflake.key(tokenChange('a-token-that-is-not-known')),
    ],
    folders: { read: [], write: [] },
    server: { port: snowflake.port, keyTo: (port) => snowflake.key({ endpoint: `http://127.0.0.1:${port}` }) },
    place: async (table) => {
      const before = new Set((await tables()).filter(isStage));
      return {
        parameters: (mode) => ({
          table,
          date_column: 'report_date',
          ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
        }),
        rows: async (columns, reportDate) => {
          if (!(await tables()).includes(table.toUpperCase())) return [];
          const list = columns.map(quoteName).join(', ');
          return snowflake.rows(
            `select ${list} from "PUBLIC".${quoteName(table)} where "REPORT_DATE" = '${reportDate}'`,
          );
        },
        leftovers: async () => (await tables()).filter((name) => isStage(name) && !before.has(name)),
      };
    },
    close: snowflake.close,
  };
};

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const snowflake = await startSnowflake();
  onTestFinished(snowflake.close);
  give(snowflake.key());
  return { query: 'select 1 as "A", 2 as "B"' };
};

export const openReport: OpenReport = async () => {
  const server = await startSnowflake();
  server.control.partitionRows = 200;
  await server.rows(
    // Partitions are packed, so that the rows must not be all alike.
    `create view "PUBLIC"."REPORT" as select n, (select string_agg(md5(n::text || i), '') from generate_series(1, 32) i) from generate_series(1, 3000) n`,
  );
  return {
    port: server.port,
    declare: (port) => ({
      parameters: { table: 'public.report' },
      key: server.key({ endpoint: `http://127.0.0.1:${port}` }),
    }),
    close: server.close,
  };
};
