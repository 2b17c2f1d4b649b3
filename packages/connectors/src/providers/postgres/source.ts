import { to as copyTo } from 'pg-copy-streams';
import { sqlSource } from '../../sql/sql-source.ts';
import { POSTGRES_ERRORS } from './failures.ts';
import { openSession, SESSION_LIMITS } from './session.ts';
import { dateKind, decimalsOf, READ_MS, statementOf } from './source-reader.ts';

/** Rows of a PostgreSQL table or query, as the server itself writes them as CSV. */
export const source = sqlSource({
  dialect: 'postgresql',
  errors: POSTGRES_ERRORS,
  statement: statementOf,
  async read(statement, login, context) {
    const { client, close } = await openSession(login, context, { ...SESSION_LIMITS, statementMs: READ_MS });
    try {
      await client.query('begin transaction isolation level repeatable read, read only');
      await client.query(`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true)`);
      const kind = await dateKind(client, statement);
      const rows = statement.rows(kind);
      const decimals = await decimalsOf(client, rows);
      return { csv: client.query(copyTo(`copy (${rows}) to stdout with (format csv, header)`)), decimals, close };
    } catch (error) {
      close();
      throw error;
    }
  },
});
