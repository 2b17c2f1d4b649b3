import type { ConnectorContext, KeyProperties } from '../../spec.ts';
import { postgresFailure } from './failures.ts';
import { loginOf, SESSION_LIMITS, withSession } from './session.ts';

const VERIFY_MS = 15_000;

/** Signs in and asks the server one question. Throws PARAMETER_INVALID, HOST_NOT_ALLOWED, DESTINATION_LOGIN or DESTINATION_UNREACHABLE. */
export async function verifyPostgres(key: KeyProperties, context: ConnectorContext): Promise<void> {
  const login = loginOf(key.name, key);
  const limits = { ...SESSION_LIMITS, statementMs: VERIFY_MS, lockMs: VERIFY_MS };
  try {
    await withSession(login, context, limits, (client) => client.query('select 1'));
  } catch (error) {
    throw postgresFailure(error, { name: key.name, key: key.name, login, table: '' });
  }
}
