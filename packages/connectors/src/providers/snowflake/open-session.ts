import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import type { WarehouseSession } from '../../warehouse/warehouse.ts';
import { openSnowflake } from './access.ts';
import { SESSION_PARAMETERS } from './connector.ts';
import { storedName } from './names.ts';

/**
 * The SQL API as a declaration uses it. Nothing is sent yet.
 * Throws PARAMETER_INVALID, KEY_MISSING, KEY_NOT_SUPPORTED, or WarehouseFailure for a private key that cannot be used.
 */
export function openSession(
  { name, parameters, key }: Pick<SourceRequest, 'name' | 'parameters' | 'key'>,
  context: ConnectorContext,
): WarehouseSession {
  const { refuse, ...values } = SESSION_PARAMETERS.read(name, parameters);
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  // These fields are case-sensitive.
  const fields = Object.fromEntries(given.map(([field, value]) => [field, storedName(String(value))]));
  return { api: openSnowflake(name, key, context), fields };
}
