import type { KeyType } from '@switchboard/model/key-types/key-type';
import { fieldText } from '../../key-fields/field-text.ts';
import type { KeyFormCode } from '../../key-fields/key-form-code.ts';
import { keyForm as login } from '../../key-forms/sql-form.ts';
import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { keyForm as accessKey } from '../s3/key-form.ts';

export const keyForm: KeyFormCode = {
  name: 'redshift',
  verify,
  ...(login.isEncrypted === undefined ? {} : { isEncrypted: login.isEncrypted }),
  problems: { ...login.problems, ...accessKey.problems },
};

/** Signs in at the database, and tries the access key of the bucket where the key has one. Throws as both verifications do. */
async function verify(key: KeyProperties, type: KeyType, context: ConnectorContext): Promise<boolean> {
  await login.verify(key, type, context);
  if (fieldText(key, 'aws_access_key_id') !== undefined) await accessKey.verify(key, type, context);
  return true;
}
