import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import type { KeyProperties } from '../../spec.ts';
import { normalFingerprint, type SshLogin } from '../../ssh/ssh-login.ts';

/** The login in a key of type `sftp`. Throws KEY_MISSING or PARAMETER_INVALID. */
export function loginOf(name: string, key: KeyProperties | null): SshLogin {
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
    fingerprint: normalFingerprint(fieldText(key, 'host_fingerprint')),
    key: key.name,
  };
}
