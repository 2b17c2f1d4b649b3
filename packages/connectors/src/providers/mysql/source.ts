import {
  connectionReason,
  isBusy,
  isConnectionFailure,
  isLoginFailure,
  isServerError,
  reasonOf,
} from '../../sql/mysql-failures.ts';
import { MYSQL_LIMITS, openMysqlSession } from '../../sql/mysql-session.ts';
import { sourceStatement } from '../../sql/source-parameters.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { quoteName } from './quote-name.ts';
import { readCsv } from './read-csv.ts';

/** Longest silence of the server, such as while it sorts, in milliseconds. */
const SILENCE_MS = 6 * 3_600_000;

/** Rows of a MySQL table or query. */
export const source = sqlSource({
  dialect: 'mysql',
  statement: (request) => sourceStatement(request, { name: quoteName, day: (day) => `'${day}'` }),
  async read(statement, login, context) {
    const session = await openMysqlSession(login, context, { ...MYSQL_LIMITS, silenceMs: SILENCE_MS });
    try {
      await session.ask(`set time_zone = '+00:00'`);
      await session.ask('start transaction with consistent snapshot, read only');
      return { csv: await readCsv(session.connection, statement), close: () => session.close() };
    } catch (error) {
      session.close();
      throw error;
    }
  },
  serverError(error, login) {
    if (!isServerError(error) || isConnectionFailure(error)) return null;
    const kind = isLoginFailure(error) ? 'auth' : isBusy(error) ? 'busy' : 'refused';
    return { kind, status: error.code, reason: reasonOf(error, login) };
  },
  connectionReason: (error) => (isConnectionFailure(error) ? connectionReason(error) : null),
});
