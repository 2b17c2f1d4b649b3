import { PipelineError } from '@switchboard/model/errors/errors';
import type { KeyType } from '@switchboard/model/key-types/key-type';
import { accessOf } from '../providers/clickhouse/access.ts';
import { ask } from '../providers/clickhouse/call-clickhouse.ts';
import { clickhouseSourceFailure } from '../providers/clickhouse/clickhouse-failure.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

/** Signs in and asks the server one question. Throws SOURCE_AUTH_FAILED, SOURCE_UNREACHABLE and the like. */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const access = accessOf(key.name, key);
  try {
    await ask({ access, context }, 'SELECT toString(1)');
  } catch (error) {
    const translated = clickhouseSourceFailure(error, { name: key.name, key: key.name, place: access.origin });
    throw translated instanceof PipelineError ? translated : error;
  }
  return true;
}
