import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { ftpDestinationFailure } from '../providers/ftp/failures.ts';
import { loginOf } from '../providers/ftp/login.ts';
import { openSession } from '../providers/ftp/session.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/**
 * Signs in, asks for the folder of the user, and lists it, which opens a connection for data.
 * Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, DESTINATION_AUTH_FAILED, DESTINATION_REFUSED or DESTINATION_UNREACHABLE.
 */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  try {
    const session = await openSession(login, context);
    try {
      await session.run('.', (client) => client.list());
    } finally {
      session.close();
    }
  } catch (error) {
    const translated = ftpDestinationFailure(error, key.name, login);
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
