import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { accessOf } from './access.ts';
import { ask } from './call-clickhouse.ts';
import { clickhouseSourceFailure } from './clickhouse-failure.ts';

export const keyForm: KeyFormCode = {
  name: 'clickhouse',
  verify,
  problems: {
    CLICKHOUSE_LOGIN: ['incorrect_user_or_password', 'password'],
    CLICKHOUSE_81: ['database_does_not_exist', 'database'],
    SQL_SERVER_CA: ['invalid_server_ca_certificate', 'server_ca_pem'],
  },
};

/** Signs in and asks the server one question. Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like. */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const access = accessOf(key.name, key);
  try {
    await ask({ access, context }, 'SELECT toString(1)');
  } catch (error) {
    const translated = clickhouseSourceFailure(error, { name: key.name, key: key.name, place: access.origin });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
