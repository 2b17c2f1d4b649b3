import { PipelineError } from '@switchboard/model/errors/errors';
import { fieldText } from '../../key-fields/field-text.ts';
import { portOf, requiredText } from '../../key-fields/key-fields.ts';
import type { KeyProperties } from '../../spec.ts';
import { normalFingerprint, type SshLogin } from '../../ssh/ssh-login.ts';

/** The login in a key of type `sftp`. Throws KEY_MISSING or PARAMETER_INVALID. */
export function loginOf(name: string, key: KeyProperties | null): SshLogin {
  if (key === null) throw new PipelineError('KEY_MISSING', { name, key: 'sftp' });
  const port = portOf(key, 'port', 22);
  const byKey = fieldText(key, 'auth_type')?.trim() === 'privateKey';
  const { use_sha1: useSha1 } = key.properties;
  return {
    host: requiredText(key, 'host').trim(),
    port,
    username: requiredText(key, 'username').trim(),
    secret: byKey
      ? { kind: 'private key', pem: requiredText(key, 'pem_value'), passphrase: fieldText(key, 'passphrase') }
      : { kind: 'password', password: requiredText(key, 'password') },
    useSha1: byKey && (useSha1 === true || useSha1 === 'true'),
    fingerprint: normalFingerprint(fieldText(key, 'host_fingerprint')),
    key: key.name,
  };
}
