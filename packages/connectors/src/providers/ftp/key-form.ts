import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { ftpDestinationFailure } from './failures.ts';
import { loginOf } from './login.ts';
import { openSession } from './session.ts';

export const keyForm: KeyFormCode = {
  name: 'ftp',
  verify,
  problems: {
    FTP_LOGIN: ['incorrect_user_or_password', 'password'],
    FTP_WITHOUT_TLS: ['tls_not_offered', 'tls_mode'],
    FTP_NEEDS_TLS: ['tls_required', 'tls_mode'],
  },
};

/**
 * Signs in, asks for the folder of the user, and lists it, which opens a connection for data.
 * Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, DESTINATION_AUTH_FAILED, DESTINATION_REFUSED or DESTINATION_UNREACHABLE.
 */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  try {
    const session = await openSession(login, context);
    context.onTrial?.({ step: 'signed_in' });
    try {
      await session.run('.', (client) => client.list());
      context.onTrial?.({ step: 'listed', place: 'the folder of the user', isAllowed: true });
    } finally {
      session.close();
    }
  } catch (error) {
    const translated = ftpDestinationFailure(error, key.name, login);
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
