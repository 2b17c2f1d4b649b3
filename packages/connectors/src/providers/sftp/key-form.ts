import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { sftpDestinationFailure } from './failures.ts';
import { loginOf } from './login.ts';
import { openSession } from './session.ts';

export const keyForm: KeyFormCode = {
  name: 'sftp',
  verify,
  problems: {
    SSH_LOGIN: ['incorrect_user_or_password', 'password'],
    SSH_PRIVATE_KEY: ['incorrect_rsa_key', 'pem_value'],
    SSH_MALFORMED_KEY: ['malformed_rsa_key', 'pem_value'],
    SSH_PASSPHRASE: ['incorrect_passphrase', 'passphrase'],
    SSH_NO_PASSPHRASE: ['passphrase_required', 'passphrase'],
    SSH_SHA1: ['sha1_not_acknowledged', 'use_sha1'],
    SSH_HOST_KEY: ['host_key_changed', 'host_fingerprint'],
  },
};

/**
 * Signs in, opens SFTP, and asks for the folder of the user.
 * Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, HOST_KEY_CHANGED, DESTINATION_AUTH_FAILED or DESTINATION_UNREACHABLE.
 */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  try {
    const session = await openSession(login, context);
    context.onTrial?.({ step: 'signed_in' });
    try {
      await session.ask<string>('.', (sftp, done) => sftp.realpath('.', done));
    } finally {
      session.close();
    }
  } catch (error) {
    const translated = sftpDestinationFailure(error, { name: key.name }, login);
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
