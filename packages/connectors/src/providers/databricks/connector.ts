import type { ConnectorSpec } from '@switchboard/model';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

export const SESSION_PARAMETERS = defineParameters({
  warehouse_id: { type: 'string', required: true, doc: 'Id of the SQL warehouse that runs the statements.' },
  catalog: { type: 'string', doc: 'Catalog of the tables; by default that of the workspace.' },
});

export const SCHEMA_PARAMETERS = defineParameters({
  schema: { type: 'string', doc: 'Schema of tables that are named without one.' },
});

/** Databricks, by the APIs of its workspaces. */
export const connector: ConnectorSpec = {
  name: 'databricks',
  displayName: 'Databricks SQL',
  keyTypes: ['databricks', 'databricks_oauth'],
  keyRequired: true,
  source: { parameters: [...SQL_SOURCE_PARAMETERS, ...SESSION_PARAMETERS.specs, ...SCHEMA_PARAMETERS.specs] },
};
