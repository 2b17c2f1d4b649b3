import { openMysqlSession } from '../../sql/mysql-session.ts';
import { sqlLoginOf } from '../../sql/sql-login.ts';
import { buildContext } from '../../testing/context.ts';
import { changeKey, type HeldRow, type OpenHarness } from '../../testing/harness.ts';
import { createMysqlServer } from '../../testing/mysql.ts';
import { quoteName } from './quote-name.ts';

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
