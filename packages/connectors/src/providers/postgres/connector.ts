import { keyTypesOfForm } from '@switchboard/model';
import type { Connector } from '../../spec.ts';
import { postgresDestination } from './destination.ts';
import { POSTGRES_PARAMETERS } from './parameters.ts';

/** PostgreSQL, as a destination. */
export const postgresConnector: Connector = {
  spec: {
    name: 'postgres',
    displayName: 'PostgreSQL',
    keyTypes: keyTypesOfForm('sql'),
    keyRequired: true,
    destination: {
      parameters: POSTGRES_PARAMETERS,
      modes: ['replace_date', 'truncate', 'append', 'upsert'],
      modeDocs: {
        replace_date:
          'The rows of the report date, told by date_column, are replaced; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.',
        truncate: 'All rows of the table are replaced. Readers see the old rows until the new ones are complete.',
        append:
          'The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides.',
        upsert:
          'Rows whose key_columns are there already are overwritten, the others added. A key that is empty or stands twice in one result is an error that names it.',
      },
      shownAs: 'postgres · {schema}.{table}',
    },
  },
  destination: postgresDestination,
};
