import type { KeyType } from '@switchboard/model/key-types/key-type';
import { fieldText } from '../key-fields/field-text.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';
import { verify as verifyAccessKey } from './aws.ts';
import { verify as verifyLogin } from './sql.ts';

/** Signs in at the database, and tries the access key of the bucket where the key has one. Throws as both verifications do. */
export async function verify(key: KeyProperties, type: KeyType, context: ConnectorContext): Promise<boolean> {
  await verifyLogin(key, type, context);
  if (fieldText(key, 'aws_access_key_id') !== undefined) await verifyAccessKey(key, type, context);
  return true;
}
