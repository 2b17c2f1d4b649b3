import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { defineParameters } from '../../parameters/define-parameters.ts';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';

export const SOURCE_PARAMETERS = defineParameters({
  project: { type: 'string', doc: 'Project that runs the query; by default that of the service account.' },
});

export const DESTINATION_PARAMETERS = defineParameters({
  project: { type: 'string', doc: 'Project of the dataset; by default that of the service account.' },
  dataset: { type: 'string', required: true, doc: 'Dataset of the table. It must exist.' },
  table: { type: 'string', required: true, doc: 'Table that takes the rows.' },
  create: { type: 'boolean', default: true, doc: 'Whether to create the table when it is missing.' },
  evolve: {
    type: 'string',
    allowed: ['add_columns'],
    doc: 'Set to add_columns, the columns that the table lacks are added, with the types that a created table has. Without it a missing column is an error.',
  },
  date_column: {
    type: 'string',
    default: 'report_date',
    doc: 'Column that holds the report date; filled in by the upload when the rows have no such column. A table that is created is partitioned by it.',
  },
});

/** Google BigQuery, as a source and as a destination, by its REST API. */
export const connector: ConnectorSpec = {
  name: 'bigquery',
  displayName: 'Google BigQuery',
  keyTypes: keyTypesOfForm('google'),
  keyRequired: true,
  source: { parameters: [...SQL_SOURCE_PARAMETERS, ...SOURCE_PARAMETERS.specs] },
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
        'Rows whose key_columns are there already are overwritten, the others added. A key that is empty or occurs twice in one result is an error that names it, and so is one that several rows of the table have.',
    },
    shownAs: 'bigquery · {dataset}.{table}',
    container: { noun: 'dataset', parameters: ['project', 'dataset'], object: 'table', coveredBy: 'name' },
  },
};
