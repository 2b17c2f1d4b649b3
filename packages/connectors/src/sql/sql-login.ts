import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../key-fields/field-text.ts';
import { portOf, requiredText } from '../key-fields/key-fields.ts';
import type { KeyProperties } from '../spec.ts';
import { normalFingerprint, type SshLogin } from '../ssh/ssh-login.ts';
import { readTls, type SqlTls } from './sql-tls.ts';

export type SqlDialect = 'postgresql' | 'mysql' | 'mssql' | 'redshift';

/** Ports that servers listen on unless the key names another. */
const PORTS: Readonly<Record<SqlDialect, number>> = { postgresql: 5432, mysql: 3306, mssql: 1433, redshift: 5439 };

export const SQL_DIALECTS = Object.keys(PORTS) as readonly SqlDialect[];

/** A login as a key of type `sql` gives it. */
export type SqlLogin = {
  readonly dialect: SqlDialect;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** The character set that the key names; null for none. */
  readonly charset: string | null;
  /** Null for a connection that is not encrypted. */
  readonly tls: SqlTls | null;
  /** The SSH server through which the database is reached; null for a direct connection. */
  readonly tunnel: SshLogin | null;
  /** Name of the key, for messages. */
  readonly key: string;
};

/**
 * The login in a key of type `sql`, or of type `redshift`, which has no other dialect.
 * @param name of the declaration or key, for messages
 * @param dialects those that the caller can use
 * Throws KEY_MISSING, KEY_NOT_SUPPORTED for another dialect, or PARAMETER_INVALID with the reason as its cause.
 */
export function sqlLoginOf(name: string, key: KeyProperties | null, dialects: readonly SqlDialect[]): SqlLogin {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'sql' });
  const given = key.type === 'redshift' ? key.type : fieldText(key, 'dialect')?.trim();
  const dialect = dialects.find((one) => one === given);
  if (dialect === undefined) {
    const reason = `its dialect is ${given ?? 'empty'}; only ${dialects.join(', ')} can be used here`;
    throw new PipelineError('KEY_NOT_SUPPORTED', { key: key.name, reason });
  }
  const port = portOf(key, 'port', PORTS[dialect]);
  return {
    dialect,
    host: requiredText(key, 'host').trim(),
    port,
    database: requiredText(key, 'db_name').trim(),
    user: requiredText(key, 'user').trim(),
    password: requiredText(key, 'password'),
    charset: fieldText(key, 'charset')?.trim() ?? null,
    tls: readTls(key),
    tunnel: readTunnel(key),
    key: key.name,
  };
}

function readTunnel(key: KeyProperties): SshLogin | null {
  const host = fieldText(key, 'ssh_tunnel_host')?.trim();
  if (host === undefined) return null;
  const port = portOf(key, 'ssh_tunnel_port', 22);
  const pem = fieldText(key, 'ssh_tunnel_rsa_key');
  const { ssh_tunnel_use_sha1: useSha1 } = key.properties;
  return {
    host,
    port,
    username: requiredText(key, 'ssh_tunnel_user').trim(),
    // A key holds exactly one of them.
    secret:
      pem === undefined
        ? { kind: 'password', password: requiredText(key, 'ssh_tunnel_password') }
        : { kind: 'private key', pem, passphrase: fieldText(key, 'ssh_tunnel_passphrase') },
    useSha1: pem !== undefined && (useSha1 === true || useSha1 === 'true'),
    fingerprint: normalFingerprint(fieldText(key, 'ssh_tunnel_host_fingerprint')),
    key: key.name,
  };
}
