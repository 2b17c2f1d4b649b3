import { PipelineError } from '@switchboard/model/errors/errors';
import { checkAuthority } from '../../key-fields/check-authority.ts';
import { fieldText } from '../../key-fields/field-text.ts';
import type { KeyProperties } from '../../spec.ts';

/** Where a server is, and who asks. */
export type ClickhouseAccess = {
  readonly key: KeyProperties;
  /** Address of the HTTP interface, without a slash at its end. */
  readonly origin: string;
  readonly host: string;
  /** Database of tables that are named without one. */
  readonly database: string;
  readonly authorization: string;
  /** The authority that signed the certificate of the server; null for those that everybody trusts. */
  readonly authority: string | null;
};

const PORTS = { https: 8443, http: 8123 } as const;

/** The access in a key of type `clickhouse`. Throws KEY_MISSING, KEY_NOT_SUPPORTED or PARAMETER_INVALID. */
export function accessOf(name: string, key: KeyProperties | null): ClickhouseAccess {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'clickhouse' });
  if (key.type !== 'clickhouse')
    throw new PipelineError('KEY_NOT_SUPPORTED', {
      key: key.name,
      reason: `keys of type ${key.type} are not for ClickHouse`,
    });
  const refuse = (parameter: string, reason: string, cause?: Error): never => {
    throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter, reason }, { cause });
  };
  const needed = (field: string): string => fieldText(key, field) ?? refuse(field, 'is missing');
  const { secure } = key.properties;
  const scheme = secure === false || secure === 'false' ? 'http' : 'https';
  const port = Number(fieldText(key, 'port') ?? PORTS[scheme]);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) refuse('port', 'must be between 1 and 65535');
  const host = needed('host').trim();
  // Nothing that could lead elsewhere than to the host.
  if (/[/?#@\\\s]/.test(host) || !URL.canParse(`${scheme}://${host}:${port}`))
    refuse('host', 'is not the name of a host');
  const username = needed('username').trim();
  if (username.includes(':')) refuse('username', 'must not hold a colon');
  const authority = scheme === 'https' ? (fieldText(key, 'server_ca_pem') ?? null) : null;
  if (authority !== null) checkAuthority(authority, refuse);
  return {
    key,
    origin: `${scheme}://${host}:${port}`,
    host,
    database: fieldText(key, 'database')?.trim() ?? 'default',
    authorization: `Basic ${Buffer.from(`${username}:${needed('password')}`).toString('base64')}`,
    authority,
  };
}
