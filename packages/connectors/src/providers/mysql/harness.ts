import { onTestFinished } from 'vitest';
import { openMysqlSession } from '../../sql/mysql-session.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import { buildContext } from '../../testing/context.ts';
import {
  changeKey,
  type HeldRow,
  type OpenExample,
  type OpenHarness,
  type OpenReport,
  type TestServer,
} from '../../testing/harness.ts';
import { createMysqlServer, isMariadb } from '../../testing/mysql.ts';
import { quoteName } from './quote-name.ts';

export const testServer: TestServer = {
  takesNoRows: !isMariadb,
  server:
    'as a source, a stand-in built on the server of the client library; as a destination, only what needs no server',
  others: ['MariaDB: `MYSQL_SERVER=mariadb`'],
  without: {},
};

export const openHarness: OpenHarness = async () => {
  const server = await createMysqlServer();
  const login = sqlLoginOf('shop', server.admin, ['mysql']);
  const reader = await openMysqlSession(login, buildContext(), { silenceMs: 600_000, loginMs: 15_000 });
  return {
    key: server.key,
    wrongKeys: [
      changeKey(server.key, { password: 'not the p@ss/word' }),
      changeKey(server.key, { user: 'missing_user' }),
    ],
    folders: { read: [], write: [] },
    server: { port: Number(server.key.properties['port']), keyTo: (port) => changeKey(server.key, { port }) },
    place: async (table) => ({
      parameters: (mode) => ({
        table,
        date_column: 'report_date',
        ...(mode === 'upsert' ? { key_columns: ['id'] } : {}),
      }),
      rows: async (columns, reportDate) => {
        const { rows: known } = await reader.ask(
          `select column_name, data_type from information_schema.columns where table_schema = 'shop' and table_name = ?`,
          [table],
        );
        if (known.length === 0) return [];
        const types = new Map(known.map(([name, type]) => [name, type]));
        const list = columns.map((column) => quoteName(column)).join(', ');
        const { rows } = await reader.ask(`select ${list} from ${quoteName(table)} where report_date = ?`, [
          reportDate,
        ]);
        return rows.map((row): HeldRow => row.map((value, index) => spelled(value, types.get(columns[index] ?? ''))));
      },
      leftovers: async () => {
        const { rows } = await reader.ask(
          `select id from information_schema.processlist where user = 'ann'
           union all select table_name from information_schema.tables where table_name like '%switchboard\\_stage%'`,
        );
        return rows.map(([name]) => String(name));
      },
    }),
    close: async () => {
      reader.close();
      await server.close();
    },
  };
};

/** A value in the spelling of other destinations: times without zeros behind the point, booleans as words. */
function spelled(value: string | null, type: string | null | undefined): string | null {
  if (value === null) return null;
  if (type === 'tinyint') return String(value === '1');
  return type === 'datetime' || type === 'time' ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : value;
}

/** Parameters of a source whose one file is "a,b", "1,2". */
export const example: OpenExample = async (give) => {
  const server = await createMysqlServer();
  onTestFinished(() => server.close());
  give(server.key);
  return { query: 'select 1 as a, 2 as b' };
};

export const openReport: OpenReport = async () => {
  const server = await createMysqlServer();
  await server.run('create table report (n int, filler varchar(1000))');
  const rows = Array.from({ length: 3000 }, (_, n) => `(${n}, '${'x'.repeat(1000)}')`);
  for (let from = 0; from < rows.length; from += 500)
    await server.run(`insert into report values ${rows.slice(from, from + 500).join(', ')}`);
  return {
    port: Number(server.key.properties['port']),
    declare: (port) => ({ parameters: { table: 'report' }, key: changeKey(server.key, { port }) }),
    close: () => server.close(),
  };
};
