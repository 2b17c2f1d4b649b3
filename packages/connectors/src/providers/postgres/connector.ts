import { type ConnectorSpec, keyTypesOfForm } from '@switchboard/model';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

export const DESTINATION_PARAMETERS = defineParameters({
  schema: { type: 'string', default: 'public', doc: 'Schema of the table.' },
  table: { type: 'string', required: true, doc: 'Table that takes the rows.' },
  create: { type: 'boolean', default: true, doc: 'Whether to create the schema and the table when they are missing.' },
  date_column: {
    type: 'string',
    default: 'report_date',
    doc: 'Column that holds the report date; filled in by the upload when the rows have no such column.',
  },
});

/** PostgreSQL, as a source and as a destination. */
export const connector: ConnectorSpec = {
  name: 'postgres',
  displayName: 'PostgreSQL',
  keyTypes: keyTypesOfForm('sql'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
  destination: {
    parameters: DESTINATION_PARAMETERS.specs,
    modes: ['replace_date', 'truncate', 'append', 'upsert'],
    modeDocs: {
      replace_date:
        'The rows of the report date, identified by date_column, are replaced; other dates stay. Every row must hold that date, or none has the column and the upload fills it in.',
      truncate: 'All rows of the table are replaced. Readers see the old rows until the new ones are complete.',
      append:
        'The rows are added. The same result is added once, however often it is tried; a newer result of the same date is added besides.',
      upsert:
        'Rows whose key_columns are there already are overwritten, the others added. A key that is empty or occurs twice in one result is an error that names it.',
    },
    shownAs: 'postgres · {schema}.{table}',
  },
};
