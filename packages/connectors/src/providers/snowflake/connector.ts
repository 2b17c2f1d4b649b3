import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

export const SESSION_PARAMETERS = defineParameters({
  database: {
    type: 'string',
    doc: 'Database of the tables; by default that of the user. Names without double quotes are stored in upper case, as SQL has it; such columns are read back in lower case.',
  },
  warehouse: { type: 'string', doc: 'Warehouse that runs the statements; by default that of the user.' },
  role: { type: 'string', doc: 'Role of the statements; by default that of the user.' },
});

/** Snowflake, as a source and as a destination, by its SQL API. */
export const connector: ConnectorSpec = {
  name: 'snowflake',
  displayName: 'Snowflake',
  keyTypes: keyTypesOfForm('snowflake'),
  keyRequired: true,
  source: { parameters: [...SQL_SOURCE_PARAMETERS, ...SESSION_PARAMETERS.specs] },
  destination: {
    parameters: [
      ...tableParameterSpecs({
        schema: {
          doc: 'Schema of the table, which must exist; PUBLIC by default.',
        },
      }),
      ...SESSION_PARAMETERS.specs,
    ],
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: TABLE_MODES,
    shownAs: 'snowflake · {database}.{schema}.{table}',
    container: { ...TABLE_CONTAINER, parameters: ['database', 'schema'] },
  },
};
