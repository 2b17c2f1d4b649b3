import type { ConnectorSpec } from '@switchboard/model/catalog';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

export const SESSION_PARAMETERS = defineParameters({
  warehouse_id: { type: 'string', required: true, doc: 'Id of the SQL warehouse that runs the statements.' },
  catalog: { type: 'string', doc: 'Catalog of the tables; by default that of the workspace.' },
});

export const SCHEMA_PARAMETERS = defineParameters({
  schema: { type: 'string', doc: 'Schema of tables that are named without one.' },
});

export const DESTINATION_PARAMETERS = defineParameters({
  warehouse_id: { type: 'string', required: true, doc: 'Id of the SQL warehouse that runs the statements.' },
  catalog: { type: 'string', required: true, doc: 'Catalog of the table.' },
  volume: {
    type: 'string',
    required: true,
    doc: 'Volume through which rows are loaded, with its catalog and schema, such as main.default.loads. Files lie there only while an upload runs.',
  },
});

/** Databricks, as a source and as a destination, by the APIs of its workspaces. */
export const connector: ConnectorSpec = {
  name: 'databricks',
  displayName: 'Databricks SQL',
  keyTypes: ['databricks', 'databricks_oauth'],
  keyRequired: true,
  source: { parameters: [...SQL_SOURCE_PARAMETERS, ...SESSION_PARAMETERS.specs, ...SCHEMA_PARAMETERS.specs] },
  destination: {
    parameters: [
      ...tableParameterSpecs({
        schema: { doc: 'Schema of the table, which must exist; without it, the schema named default.' },
        create: {
          doc: 'Whether to create the table when it is missing. A table that is there must be managed by Unity Catalog with catalog commits.',
        },
      }),
      ...DESTINATION_PARAMETERS.specs,
    ],
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: TABLE_MODES,
    shownAs: 'databricks · {catalog}.{schema}.{table}',
    container: {
      ...TABLE_CONTAINER,
      parameters: ['catalog', 'schema'],
      staging: [{ noun: 'volume', parameter: 'volume', coveredBy: 'name' }],
    },
  },
};
