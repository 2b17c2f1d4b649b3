import { onTestFinished } from 'vitest';
import {
  changeKey,
  type HeldRow,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { readType } from './column-type.ts';
import { quoteName } from './quote.ts';
import { DATABASE, startClickhouse } from './testing/start-clickhouse.ts';

export const testServer: TestServer = {
  server: 'a stand-in of ours of the documented HTTP interface, which keeps the rows in SQLite and also misbehaves',
  others: ['the engine of ClickHouse (chdb): `CLICKHOUSE_SERVER=chdb`'],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const server = await startClickhouse();
  const key = server.key();
  return {
    key,
    wrongKeys: [changeKey(key, { password: 'not the p@ss/word' }), changeKey(key, { username: 'missing_user' })],
    folders: { read: [], write: [] },
    server: { port: server.port, keyTo: (port) => changeKey(key, { port }) },
    place: async (table) => {
      const before = new Set(await server.stages());
      return {
        parameters: () => ({ table, date_column: 'report_date' }),
        rows: async (columns, reportDate) => {
          const known = await server.rows(
            `SELECT name, type FROM system.columns WHERE database = '${DATABASE}' AND \`table\` = '${table}'`,
          );
          if (known.length === 0) return [];
          const types = new Map(known.map(([name, type]) => [name ?? '', type ?? '']));
          const values = columns.map((column) => `toString(${quoteName(column)})`).join(', ');
          const rows = await server.rows(
            `SELECT ${values} FROM ${DATABASE}.${table} WHERE toString(report_date) = '${reportDate}' ORDER BY ${columns.map((_, index) => index + 1).join(', ')}`,
          );
          return rows.map(
            (row): HeldRow => row.map((value, index) => spelled(value, types.get(columns[index] ?? '') ?? '')),
          );
        },
        leftovers: async () => (await server.stages()).filter((name) => !before.has(name)),
      };
    },
    close: server.close,
  };
};

/** A value in the spelling of other destinations: decimals with all their digits, times without zeros behind the point. */
function spelled(value: string | null, type: string): string | null {
  const { base, plain } = readType(type);
  if (value === null || (base !== 'Decimal' && base !== 'DateTime64')) return value;
  if (base === 'DateTime64') return value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  const scale = Number(/(\d+)\)$/.exec(plain)?.[1] ?? 0);
  const [whole = '', digits = ''] = value.split('.');
  return scale === 0 ? whole : `${whole}.${digits.padEnd(scale, '0')}`;
}

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const server = await startClickhouse();
  onTestFinished(server.close);
  give(server.key());
  return { query: 'select 1 as a, 2 as b' };
};

export const openReport: OpenReport = async () => {
  const server = await startClickhouse();
  const row = JSON.stringify(['1', 'x'.repeat(1000)]);
  const rows = Array.from({ length: 3000 }, () => `\t\t${row}`).join(',\n');
  await server.run(`CREATE TABLE ${DATABASE}.report (n Int64, filler String) ENGINE = MergeTree ORDER BY tuple()`);
  // Rows that were not put there one by one.
  server.control.changeAnswer = (reply, sql) =>
    !sql.startsWith('SELECT')
      ? reply
      : { ...reply, body: Buffer.from(`\t"data":\n\t[\n${rows}\n\t],\n\n\t"rows": 3000\n}\n`) };
  return {
    port: server.port,
    declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key(), { port }) }),
    close: server.close,
  };
};
