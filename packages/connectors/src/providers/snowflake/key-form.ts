import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { fieldText } from '../../key-fields/field-text.ts';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import { codeOf, NetworkError } from '../../network/network-error.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { WarehouseFailure, warehouseSourceFailure } from '../../warehouse/warehouse-failure.ts';
import { openSnowflake } from './access.ts';
import { execute } from './api.ts';

export const keyForm: KeyFormCode = {
  name: 'snowflake',
  verify,
  problems: {
    SNOWFLAKE_PRIVATE_KEY: ['malformed_rsa_key', 'private_key'],
    SNOWFLAKE_PASSPHRASE: ['incorrect_passphrase', 'private_key_passphrase'],
    SNOWFLAKE_KEY_PAIR: ['rejected', 'private_key'],
    SNOWFLAKE_TOKEN: ['rejected', 'token'],
    SNOWFLAKE_ACCOUNT_UNKNOWN: ['unknown_host', 'account'],
  },
};

/** Runs a statement that needs no warehouse. Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like. */
async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  try {
    await execute({ api: openSnowflake(key.name, key, context), fields: {} }, { text: 'SELECT CURRENT_VERSION()' });
  } catch (error) {
    const addressed = { name: key.name, key: key.name, place: 'Snowflake' };
    const translated = warehouseSourceFailure(ofAccount(error, key), addressed);
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}

/** Translates an unknown host into an unknown account where the host was derived from the account. */
function ofAccount(error: unknown, key: KeyProperties): unknown {
  const isUnknown = error instanceof NetworkError && codeOf(error.cause) === 'ENOTFOUND';
  if (!isUnknown || fieldText(key, 'endpoint') !== undefined) return error;
  const reason = `the account ${fieldText(key, 'account')} does not exist`;
  return new WarehouseFailure('missing', 'SNOWFLAKE_ACCOUNT_UNKNOWN', reason, { host: error.host, status: 404 });
}
