import { createHash, createPrivateKey } from 'node:crypto';
import { PipelineError } from '@switchboard/model';
import type { ParsedKey } from 'ssh2';
import { fieldText } from '../../key-forms/field-text.ts';
import type { KeyProperties } from '../../spec.ts';
import { isPassphraseAtFault, SshFailure } from './failures.ts';

/** A login as the key gives it. */
export type Login = {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** How the user signs in. */
  readonly secret:
    | { readonly kind: 'password'; readonly password: string }
    | { readonly kind: 'private key'; readonly pem: string; readonly passphrase: string | undefined };
  readonly useSha1: boolean;
  /** The only host key that is accepted; null for any. */
  readonly fingerprint: string | null;
  /** Name of the key, for messages. */
  readonly key: string;
};

/** The login in a key of type `sftp`. Throws KEY_MISSING or PARAMETER_INVALID. */
export function loginOf(name: string, key: KeyProperties | null): Login {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'sftp' });
  const refuse = (parameter: string, reason: string): never => {
    throw new PipelineError('PARAMETER_INVALID', { name: key.name, parameter, reason });
  };
  const needed = (field: string): string => fieldText(key, field) ?? refuse(field, 'is missing');
  const port = Number(fieldText(key, 'port') ?? 22);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) refuse('port', 'must be between 1 and 65535');
  const byKey = fieldText(key, 'auth_type')?.trim() === 'privateKey';
  const { use_sha1: useSha1 } = key.properties;
  return {
    host: needed('host').trim(),
    port,
    username: needed('username').trim(),
    secret: byKey
      ? { kind: 'private key', pem: needed('pem_value'), passphrase: fieldText(key, 'passphrase') }
      : { kind: 'password', password: needed('password') },
    useSha1: byKey && (useSha1 === true || useSha1 === 'true'),
    fingerprint: fieldText(key, 'host_fingerprint')?.trim().replace(/=+$/, '') ?? null,
    key: key.name,
  };
}

/** The fingerprint of a host key, as OpenSSH writes it. */
export const fingerprintOf = (hostKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(hostKey).digest('base64').replace(/=+$/, '')}`;

type ParseKey = (data: string, passphrase?: string) => ParsedKey | ParsedKey[] | Error;

/** Reads a private key. Throws SshFailure for one that is malformed, or whose passphrase is another. */
export function readPrivateKey(pem: string, passphrase: string | undefined, parse: ParseKey): ParsedKey {
  const parsed = parse(legacyForm(pem.trim(), passphrase), passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key instanceof Error && isPassphraseAtFault(key, pem))
    throw new SshFailure('SSH_PASSPHRASE', 'the passphrase does not open the private key');
  if (key === undefined || key instanceof Error || !key.isPrivateKey())
    throw new SshFailure('SSH_MALFORMED_KEY', 'the private key is malformed');
  return key;
}

/** PKCS#8, which the library does not read, in the older form that it reads; everything else as it is. */
function legacyForm(pem: string, passphrase: string | undefined): string {
  if (!/^-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(pem)) return pem;
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) });
    if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'pem' }).toString();
    return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : pem;
  } catch {
    return pem;
  }
}
