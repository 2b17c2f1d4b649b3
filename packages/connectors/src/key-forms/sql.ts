import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { DatabaseError } from 'pg';
import { postgresFailure } from '../providers/postgres/failures.ts';
import { SESSION_LIMITS, withSession } from '../providers/postgres/session.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { SqlKeyError } from '../sql/sql-key-error.ts';
import { SQL_DIALECTS, type SqlDialect, type SqlLogin, sqlLoginOf } from '../sql/sql-login.ts';
import { authorityFault } from '../sql/sql-tls.ts';

const VERIFY_MS = 15_000;

/** Signs in and asks the server one question; with a character set, whether the server knows it. */
type Probe = (login: SqlLogin, context: ConnectorContext) => Promise<void>;

/** The probe of each dialect. Drivers are loaded on first use. Throws PipelineError. */
const PROBES: Readonly<Record<SqlDialect, Probe>> = {
  postgresql: probePostgres,
  redshift: probePostgres,
  mysql: probeMysql,
  mssql: probeMssql,
};

/**
 * Signs in and asks the server one question.
 * Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, DESTINATION_AUTH_FAILED, DESTINATION_REFUSED or DESTINATION_UNREACHABLE, with causes
 * that say which field is at fault.
 */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = sqlLoginOf(key.name, key, SQL_DIALECTS);
  try {
    await PROBES[login.dialect](login, context);
  } catch (error) {
    const fault = authorityFault(error, login.tls, context.now());
    throw fault !== null && error instanceof PipelineError ? withCause(error, fault) : error;
  }
  return true;
}

const withCause = ({ code, parameters }: PipelineError, cause: Error): PipelineError =>
  new PipelineError(code, parameters, { cause });

async function probePostgres(login: SqlLogin, context: ConnectorContext): Promise<void> {
  const limits = { ...SESSION_LIMITS, statementMs: VERIFY_MS, lockMs: VERIFY_MS };
  try {
    await withSession(login, context, limits, async (client) => {
      await client.query('select 1');
      if (login.charset === null) return;
      await client.query(`select set_config('client_encoding', $1, false)`, [login.charset]).catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        throw unknownCharset(login, error);
      });
    });
  } catch (error) {
    throw postgresFailure(error, { name: login.key, key: login.key, login, table: '' });
  }
}

async function probeMysql(login: SqlLogin, context: ConnectorContext): Promise<void> {
  const { MYSQL_LIMITS, withMysqlSession } = await import('../sql/mysql-session.ts');
  const { mysqlFailure } = await import('../sql/mysql-failures.ts');
  const limits = { ...MYSQL_LIMITS, silenceMs: VERIFY_MS };
  // The server knows UTF-8 by another name.
  const charset = login.charset?.replace(/^utf-8$/i, 'utf8mb4') ?? 'utf8mb4';
  try {
    await withMysqlSession(login, context, limits, (session) => session.ask(`set names '${charset}'`));
  } catch (error) {
    throw mysqlFailure(error, { name: login.key, login, table: '', isSignedIn: false });
  }
}

async function probeMssql(login: SqlLogin, context: ConnectorContext): Promise<void> {
  const { MSSQL_LIMITS, withMssqlSession } = await import('../sql/mssql-session.ts');
  const { mssqlFailure } = await import('../sql/mssql-failures.ts');
  // The protocol has no other than Unicode.
  if (login.charset !== null && !/^utf-?(?:8|16)(?:mb4)?$/i.test(login.charset))
    throw unknownCharset(login, new Error(`SQL Server does not exchange ${login.charset}`));
  try {
    const limits = { ...MSSQL_LIMITS, statementMs: VERIFY_MS };
    await withMssqlSession(login, context, limits, (session) => session.ask('select 1'));
  } catch (error) {
    throw mssqlFailure(error, { name: login.key, login, table: '' });
  }
}

function unknownCharset({ key, charset }: SqlLogin, error: Error): PipelineError {
  const cause = new SqlKeyError('SQL_CHARSET', error.message, error);
  const values = { name: key, parameter: 'charset', reason: `is ${charset}, which the server does not know` };
  return new PipelineError('PARAMETER_INVALID', values, { cause });
}
