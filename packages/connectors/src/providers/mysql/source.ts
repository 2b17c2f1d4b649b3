import { MYSQL_ERRORS } from '../../sql/mysql-failures.ts';
import { MYSQL_LIMITS, type MysqlSession, openMysqlSession } from '../../sql/mysql-session.ts';
import { type DateKind, sourceStatement } from '../../sql/source-parameters.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { quoteName } from './quote-name.ts';
import { readCsv } from './read-csv.ts';

/** Longest silence of the server, such as while it sorts, in milliseconds. */
const SILENCE_MS = 6 * 3_600_000;

/** Types of date columns by their number in the protocol. Texts hold days as they are written: yyyy-MM-dd, perhaps with a time. */
const KINDS: ReadonlyMap<number, DateKind> = new Map([
  [10, 'day'],
  [12, 'local'],
  [7, 'moment'],
  [253, 'text'],
  [254, 'text'],
  [252, 'text'],
]);

async function dateKind(session: MysqlSession, statement: string): Promise<DateKind | null> {
  const { types } = await session.ask(statement);
  return KINDS.get(types[0] ?? -1) ?? null;
}

/** Rows of a MySQL table or query. */
export const source = sqlSource({
  dialect: 'mysql',
  errors: MYSQL_ERRORS,
  statement: (request) =>
    sourceStatement(request, {
      name: quoteName,
      bound: (kind, day, instant) => `'${kind === 'moment' ? instant : day}'`,
    }),
  async read(statement, login, context) {
    const session = await openMysqlSession(login, context, { ...MYSQL_LIMITS, silenceMs: SILENCE_MS });
    try {
      // Rows that are not taken for a while are no reason to end the connection.
      await session.ask(`set time_zone = '+00:00', net_write_timeout = ${SILENCE_MS / 1000}`);
      await session.ask('start transaction with consistent snapshot, read only');
      const kind = statement.dateColumn === null ? null : await dateKind(session, statement.dateColumn);
      return { ...(await readCsv(session.connection, statement.rows(kind))), close: () => session.close() };
    } catch (error) {
      session.close();
      throw error;
    }
  },
});
