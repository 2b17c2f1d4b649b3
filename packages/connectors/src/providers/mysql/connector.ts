import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

/** MySQL and MariaDB, as a source and as a destination. */
export const connector: ConnectorSpec = {
  name: 'mysql',
  displayName: 'MySQL',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
  destination: {
    parameters: tableParameterSpecs({
      schema: { doc: 'Database of the table, which must exist; by default that of the key.' },
      create: { doc: 'Whether to create the table when it is missing.' },
    }),
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: TABLE_MODES,
    shownAs: 'mysql · {table}',
    container: { ...TABLE_CONTAINER, noun: 'database' },
  },
};
