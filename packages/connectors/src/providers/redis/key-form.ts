import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import { serviceSourceFailure } from '../../network/service-failure.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { loginOf, openSession, RedisFailure } from './session.ts';

export const keyForm: KeyFormCode = {
  name: 'redis',
  verify,
  problems: {
    REDIS_LOGIN: ['incorrect_user_or_password', 'password'],
    REDIS_DATABASE: ['database_does_not_exist', 'database'],
    SQL_SERVER_CA: ['invalid_server_ca_certificate', 'server_ca_pem'],
    ERR_SSL_WRONG_VERSION_NUMBER: ['tls_not_offered', 'secure'],
  },
};

/** Signs in and sends PING. Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like. */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  try {
    const session = await openSession(login, context);
    context.onTrial?.({ step: 'signed_in' });
    try {
      await session.ask(['PING']);
    } finally {
      session.close();
    }
  } catch (error) {
    // A user who may not PING is known.
    if (error instanceof RedisFailure && error.kind === 'denied') return true;
    const place = `redis://${login.host}:${login.port}`;
    const translated = serviceSourceFailure(error, { name: key.name, key: key.name, place }, 'the key');
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
