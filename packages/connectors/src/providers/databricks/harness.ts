import type { Parameters } from '@switchboard/model/plan';
import { onTestFinished } from 'vitest';
import type { KeyProperties } from '../../spec.ts';
import { startDatabricks } from '../../testing/databricks/start-databricks.ts';
import { EVERY_TYPE } from '../../testing/every-type.ts';
import type { OpenHarness } from '../../testing/harness.ts';

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
export const example = async (give: (key: KeyProperties) => void): Promise<Parameters> => {
  const databricks = await startDatabricks();
  onTestFinished(databricks.close);
  give(databricks.key());
  return { query: 'select 1 as a, 2 as b', warehouse_id: 'w1' };
};
