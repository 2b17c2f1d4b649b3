import { type Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DateKind, type SourceStatement, sourceStatement } from '../../sql/source-parameters.ts';
import { sqlSource } from '../../sql/sql-source.ts';
import { connectionReason, isBusy, isConnectionFailure, isLoginFailure, reasonOf } from './failures.ts';
import { openSession, SESSION_LIMITS } from './session.ts';

/** Longest read of a table, in milliseconds. */
const READ_MS = 6 * 3_600_000;

/** Types of date columns by their number. */
const KINDS: ReadonlyMap<number, DateKind> = new Map([
  [1082, 'day'],
  [1114, 'local'],
  [1184, 'moment'],
]);

async function dateKind(client: Client, statement: string): Promise<DateKind | null> {
  const { fields } = await client.query(statement);
  return KINDS.get(fields[0]?.dataTypeID ?? 0) ?? null;
}

function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'moment') return `${escapeLiteral(`${instant}+00`)}::timestamptz`;
  return `${escapeLiteral(day)}::${kind === 'day' ? 'date' : 'timestamp'}`;
}

/** The statements of a request, as PostgreSQL spells them. */
export const statementOf = (request: Parameters<typeof sourceStatement>[0]): SourceStatement =>
  sourceStatement(request, { name: escapeIdentifier, bound });

/** Rows of a PostgreSQL table or query, as the server itself writes them as CSV. */
export const source = sqlSource({
  dialect: 'postgresql',
  statement: statementOf,
  async read(statement, login, context) {
    const { client, close } = await openSession(login, context, { ...SESSION_LIMITS, statementMs: READ_MS });
    try {
      await client.query('begin transaction isolation level repeatable read, read only');
      await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true)`);
      const kind = statement.dateColumn === null ? null : await dateKind(client, statement.dateColumn);
      return { csv: client.query(copyTo(`copy (${statement.rows(kind)}) to stdout with (format csv, header)`)), close };
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
