import type { KeyType } from '@switchboard/model';
import { postgresFailure } from '../providers/postgres/failures.ts';
import { loginOf, SESSION_LIMITS, withSession } from '../providers/postgres/session.ts';
import type { ConnectorContext, KeyProperties } from '../spec.ts';

const VERIFY_MS = 15_000;

/**
 * Signs in and asks the server one question.
 * Throws KEY_NOT_SUPPORTED for another dialect than postgresql, PARAMETER_INVALID, HOST_NOT_ALLOWED,
 * DESTINATION_AUTH_FAILED or DESTINATION_UNREACHABLE.
 */
export async function verify(key: KeyProperties, _type: KeyType, context: ConnectorContext): Promise<boolean> {
  const login = loginOf(key.name, key);
  const limits = { ...SESSION_LIMITS, statementMs: VERIFY_MS, lockMs: VERIFY_MS };
  try {
    await withSession(login, context, limits, (client) => client.query('select 1'));
  } catch (error) {
    throw postgresFailure(error, { name: key.name, key: key.name, login, table: '' });
  }
  return true;
}
