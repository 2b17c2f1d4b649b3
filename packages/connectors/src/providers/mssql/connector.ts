import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

/** Microsoft SQL Server and Azure SQL, as a source and as a destination. */
export const connector: ConnectorSpec = {
  name: 'mssql',
  displayName: 'Microsoft SQL Server',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
  destination: {
    parameters: tableParameterSpecs({
      schema: { default: 'dbo' },
      create: { doc: 'Whether to create the schema and the table when they are missing.' },
    }),
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: TABLE_MODES,
    shownAs: 'mssql · {schema}.{table}',
    container: TABLE_CONTAINER,
  },
};
