import type { ConnectorContext, SourceRequest } from '../../spec.ts';
import type { DateKind } from '../../sql/source-parameters.ts';
import type { WarehouseSession } from '../../warehouse/warehouse.ts';
import { warehouseSource } from '../../warehouse/warehouse-source.ts';
import { openDatabricks } from './access.ts';
import { execute } from './api.ts';
import { SCHEMA_PARAMETERS, SESSION_PARAMETERS } from './connector.ts';
import { quoteName } from './names.ts';
import { readRows } from './read-rows.ts';

function bound(kind: DateKind, day: string, instant: string): string {
  if (kind === 'text') return `'${day}'`;
  if (kind === 'day') return `DATE'${day}'`;
  return kind === 'local' ? `TIMESTAMP_NTZ'${day} 00:00:00'` : `TIMESTAMP'${instant}Z'`;
}

/** Rows of a table or query of Databricks. */
export const source = warehouseSource({
  scheme: 'databricks',
  kinds: new Map([
    ['date', 'day'],
    ['timestamp_ntz', 'local'],
    ['timestamp', 'moment'],
    ['string', 'text'],
  ]),
  name: quoteName,
  bound,
  open: openSession,
  execute,
  readRows,
});

function openSession({ name, parameters, key }: SourceRequest, context: ConnectorContext): WarehouseSession {
  const { warehouse_id, catalog } = SESSION_PARAMETERS.read(name, parameters);
  const { schema } = SCHEMA_PARAMETERS.read(name, parameters);
  const given = Object.entries({ warehouse_id, catalog, schema }).filter(([, value]) => value !== undefined);
  return { api: openDatabricks(name, key, context), fields: Object.fromEntries(given) as Record<string, string> };
}
