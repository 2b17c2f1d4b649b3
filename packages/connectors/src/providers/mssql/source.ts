import { decimalsOf } from '../../sql/decimal-digits.ts';
import { MSSQL_ERRORS } from '../../sql/mssql-failures.ts';
import { MSSQL_LIMITS, type MssqlSession, openMssqlSession, quoteName } from '../../sql/mssql-session.ts';
import { type DateKind, sourceStatement } from '../../sql/source-parameters.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { type DescribedColumn, dateKindOf, describeStatement, textOf } from './column-texts.ts';
import { readCsv } from './read-csv.ts';

/** Longest read of a table, in milliseconds. */
const READ_MS = 6 * 3_600_000;

const ALIAS = quoteName('rows');

/** The beginning of a day, as a value that is converted to the type of any column of dates, and not the column to its own. */
function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'moment') return `convert(datetimeoffset, '${instant.replace(' ', 'T')}Z', 127)`;
  return kind === 'text' ? `'${day}'` : `convert(date, '${day}', 23)`;
}

/** The columns of a statement that reads all. Throws what the server says against it, such as that a column has no name. */
async function describe(session: MssqlSession, sql: string): Promise<readonly DescribedColumn[]> {
  const { rows } = await session.ask(describeStatement(sql));
  // For a statement that fails the server describes one column without a name.
  if (rows.some(([name]) => name === null)) await session.ask(sql.replace(/^select \*/, 'select top (0) *'));
  return rows.map(([name, type]) => ({ name: name ?? '', type: type ?? '' }));
}

/** Begins a snapshot transaction where the database allows it: rows that are added meanwhile belong to the next read. */
async function begin(session: MssqlSession): Promise<void> {
  const { rows } = await session.ask(
    'select convert(nvarchar(64), snapshot_isolation_state) from sys.databases where database_id = db_id()',
  );
  if (rows[0]?.[0] === '1') await session.ask('set transaction isolation level snapshot');
  // It is never committed: what a query might write is undone.
  await session.ask('begin transaction');
}

/** Rows of a table or query of SQL Server. */
export const source = sqlSource({
  dialect: 'mssql',
  errors: MSSQL_ERRORS,
  statement: (request) => sourceStatement(request, { name: quoteName, bound, alias: ALIAS }),
  async read(statement, login, context) {
    const session = await openMssqlSession(login, context, { ...MSSQL_LIMITS, statementMs: READ_MS });
    try {
      await begin(session);
      const columns = await describe(session, statement.all);
      const dated = columns.find(({ name }) => name.toLowerCase() === statement.dateName?.toLowerCase());
      const list = columns.map((column) => textOf(column, ALIAS)).join(', ');
      const sql = statement.rows(dated === undefined ? null : dateKindOf(dated), list);
      return {
        csv: readCsv(
          session,
          sql,
          columns.map(({ name }) => name),
        ),
        decimals: decimalsOf(columns),
        close: () => session.close(),
      };
    } catch (error) {
      session.close();
      throw error;
    }
  },
});
