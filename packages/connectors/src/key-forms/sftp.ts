import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { sftpDestinationFailure } from '../providers/sftp/failures.ts';
import { loginOf } from '../providers/sftp/login.ts';
import { openSession } from '../providers/sftp/session.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/**
 * Signs in, opens SFTP, and asks for the folder of the user.
 * Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, HOST_KEY_CHANGED, DESTINATION_AUTH_FAILED or DESTINATION_UNREACHABLE.
 */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  try {
    const session = await openSession(login, context);
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
