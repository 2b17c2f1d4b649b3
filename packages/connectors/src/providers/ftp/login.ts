import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { portOf, refuseField, requiredText } from '../../key-fields/key-fields.ts';
import type { KeyProperties } from '../../spec.ts';

/** A login as the key gives it. */
export type Login = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** `explicit`: the connection is encrypted before the sign-in. `implicit`: from its first byte. */
  readonly tls: 'none' | 'explicit' | 'implicit';
  /** The authority that signed the certificate of the server, as PEM; null for the public authorities. */
  readonly serverCa: string | null;
  /** Name of the key, for messages. */
  readonly key: string;
};

const IMPLICIT_PORT = 990;
const PORT = 21;

/** The login in a key of type `ftp`. Throws KEY_MISSING or PARAMETER_INVALID. */
export function loginOf(name: string, key: KeyProperties | null): Login {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'ftp' });
  const mode = fieldText(key, 'tls_mode')?.trim() ?? 'none';
  const tls =
    mode === 'none' || mode === 'explicit' || mode === 'implicit' ? mode : refuseField(key, 'tls_mode', 'is unknown');
  const port = portOf(key, 'port', tls === 'implicit' ? IMPLICIT_PORT : PORT);
  return {
    host: requiredText(key, 'host').trim(),
    port,
    username: requiredText(key, 'username').trim(),
    password: requiredText(key, 'password'),
    tls,
    serverCa: fieldText(key, 'server_ca_pem') ?? null,
    key: key.name,
  };
}

export const originOf = ({ host, tls }: Login): string => `${tls === 'none' ? 'ftp' : 'ftps'}://${host}`;
