import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { DatabaseError } from 'pg';
import type { KeyFormCode } from '../key-fields/key-form-code.ts';
import { SqlKeyError } from '../key-fields/sql-key-error.ts';
import { POSTGRES_ERRORS } from '../providers/postgres/failures.ts';
import { SESSION_LIMITS, withSession } from '../providers/postgres/session.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { type SqlErrors, sqlDestinationFailure } from '../sql/sql-failures.ts';
import { SQL_DIALECTS, type SqlDialect, type SqlLogin, sqlLoginOf } from '../sql/sql-login.ts';
import { authorityFault } from '../sql/sql-tls.ts';

export const keyForm: KeyFormCode = {
  name: 'sql',
  verify,
  isEncrypted: (key) => sqlLoginOf(key.name, key, SQL_DIALECTS).tls !== null,
  problems: {
    '28P01': ['incorrect_user_or_password', 'password'],
    '28000': ['incorrect_user_password_or_database', 'user'],
    '3D000': ['database_does_not_exist', 'db_name'],
    ER_ACCESS_DENIED_ERROR: ['incorrect_user_or_password', 'password'],
    ER_DBACCESS_DENIED_ERROR: ['incorrect_user_password_or_database', 'db_name'],
    ER_BAD_DB_ERROR: ['database_does_not_exist', 'db_name'],
    MSSQL_18456: ['incorrect_user_or_password', 'password'],
    MSSQL_4060: ['incorrect_user_password_or_database', 'db_name'],
    SQL_CHARSET: ['invalid_charset', 'charset'],
    SQL_CLIENT_CERTIFICATE: ['invalid_client_certificate', 'client_cert_pem'],
    SQL_CLIENT_KEY: ['invalid_client_key', 'client_key_pem'],
    SQL_SERVER_CA: ['invalid_server_ca_certificate', 'server_ca_pem'],
    SQL_SERVER_CA_EXPIRED: ['ssl_certificate_expired', 'server_ca_pem'],
    SQL_SERVER_CA_NOT_YET_VALID: ['ssl_certificate_not_yet_valid', 'server_ca_pem'],
    SQL_SERVER_CA_NOT_RSA: ['server_ca_not_rsa', 'server_ca_pem'],
    SQL_NO_SSL: ['ssl_not_supported', 'ssl'],
    SQL_SSL_REQUIRED: ['ssl_required', 'ssl'],
    TUNNEL_NOT_ALLOWED: ['host_not_allowed', 'ssh_tunnel_host'],
    TUNNEL_UNKNOWN_HOST: ['unknown_host', 'ssh_tunnel_host'],
    TUNNEL_PORT: ['port_inaccessible', 'ssh_tunnel_port'],
    TUNNEL_LOGIN: ['incorrect_user_or_password', 'ssh_tunnel_password'],
    TUNNEL_PRIVATE_KEY: ['incorrect_rsa_key', 'ssh_tunnel_rsa_key'],
    TUNNEL_MALFORMED_KEY: ['malformed_rsa_key', 'ssh_tunnel_rsa_key'],
    TUNNEL_PASSPHRASE: ['incorrect_passphrase', 'ssh_tunnel_passphrase'],
    TUNNEL_NO_PASSPHRASE: ['passphrase_required', 'ssh_tunnel_passphrase'],
    TUNNEL_SHA1: ['sha1_not_acknowledged', 'ssh_tunnel_use_sha1'],
    TUNNEL_HOST_KEY: ['host_key_changed', 'ssh_tunnel_host_fingerprint'],
    TUNNEL_TIMEOUT: ['connection_timed_out'],
    TUNNEL_TARGET_UNKNOWN: ['unknown_host', 'host'],
    TUNNEL_TARGET_PORT: ['port_inaccessible', 'port'],
    TUNNEL_FAILED: ['ssh_tunnel_failed', 'ssh_tunnel_host'],
  },
};

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
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
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
      context.onTrial?.({ step: 'signed_in' });
      await client.query('select 1');
      if (login.charset === null) return;
      await client.query(`select set_config('client_encoding', $1, false)`, [login.charset]).catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error;
        throw unknownCharset(login, error);
      });
    });
  } catch (error) {
    throw refusalOf(POSTGRES_ERRORS, error, login);
  }
}

async function probeMysql(login: SqlLogin, context: ConnectorContext): Promise<void> {
  const { MYSQL_LIMITS, withMysqlSession } = await import('../sql/mysql-session.ts');
  const { MYSQL_ERRORS } = await import('../sql/mysql-failures.ts');
  const limits = { ...MYSQL_LIMITS, silenceMs: VERIFY_MS };
  // The server knows UTF-8 by another name.
  const charset = login.charset?.replace(/^utf-8$/i, 'utf8mb4') ?? 'utf8mb4';
  try {
    await withMysqlSession(login, context, limits, (session) => session.ask(`set names '${charset}'`));
  } catch (error) {
    throw refusalOf(MYSQL_ERRORS, error, login);
  }
}

async function probeMssql(login: SqlLogin, context: ConnectorContext): Promise<void> {
  const { MSSQL_LIMITS, withMssqlSession } = await import('../sql/mssql-session.ts');
  const { MSSQL_ERRORS } = await import('../sql/mssql-failures.ts');
  // The protocol has no other than Unicode.
  if (login.charset !== null && !/^utf-?(?:8|16)(?:mb4)?$/i.test(login.charset))
    throw unknownCharset(login, new Error(`SQL Server does not exchange ${login.charset}`));
  try {
    const limits = { ...MSSQL_LIMITS, statementMs: VERIFY_MS };
    await withMssqlSession(login, context, limits, (session) => session.ask('select 1'));
  } catch (error) {
    throw refusalOf(MSSQL_ERRORS, error, login);
  }
}

/** A failure in the words of a destination, since verification delivers nowhere. */
const refusalOf = (errors: SqlErrors, error: unknown, login: SqlLogin): unknown =>
  sqlDestinationFailure(errors, error, { name: login.key, login, table: '', isSignedIn: false });

function unknownCharset({ key, charset }: SqlLogin, error: Error): PipelineError {
  const cause = new SqlKeyError('SQL_CHARSET', error.message, error);
  const values = { name: key, parameter: 'charset', reason: `is ${charset}, which the server does not know` };
  return new PipelineError('PARAMETER_INVALID', values, { cause });
}
