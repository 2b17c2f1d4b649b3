import { DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { sourceStatement } from '../../sql/source-parameters.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { connectionReason, isBusy, isConnectionFailure, isLoginFailure, reasonOf } from './failures.ts';
import { openSession, SESSION_LIMITS } from './session.ts';

/** Longest read of a table, in milliseconds. */
const READ_MS = 6 * 3_600_000;

/** Rows of a PostgreSQL table or query, as the server itself writes them as CSV. */
export const source = sqlSource({
  dialect: 'postgresql',
  statement: (request) =>
    sourceStatement(request, { name: escapeIdentifier, day: (day) => `${escapeLiteral(day)}::date` }),
  async read(statement, login, context) {
    const { client, close } = await openSession(login, context, { ...SESSION_LIMITS, statementMs: READ_MS });
    try {
      await client.query('begin transaction isolation level repeatable read, read only');
      await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true)`);
      return { csv: client.query(copyTo(`copy (${statement}) to stdout with (format csv, header)`)), close };
    } catch (error) {
      close();
      throw error;
    }
  },
  serverError(error, login) {
    if (!(error instanceof DatabaseError) || isConnectionFailure(error)) return null;
    const kind = isLoginFailure(error) ? 'auth' : isBusy(error) ? 'busy' : 'refused';
    return { kind, status: error.code ?? '', reason: reasonOf(error, login) };
  },
  connectionReason: (error) => (isConnectionFailure(error) ? connectionReason(error) : null),
});
