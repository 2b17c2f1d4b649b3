import type { ConnectorSpec } from '@switchboard/model/catalog';
import { keyTypesOfForm } from '@switchboard/model/key-types/key-types';
import { SQL_SOURCE_PARAMETERS } from '../../sql/source-parameters.ts';
import { TABLE_CONTAINER, TABLE_MODES, tableParameterSpecs } from '../../sql/table-parameters.ts';

/** ClickHouse, as a source and as a destination, by its HTTP interface. */
export const connector: ConnectorSpec = {
  name: 'clickhouse',
  displayName: 'ClickHouse',
  keyTypes: keyTypesOfForm('clickhouse'),
  keyRequired: true,
  source: { parameters: SQL_SOURCE_PARAMETERS },
  destination: {
    parameters: tableParameterSpecs({
      schema: { doc: 'Database of the table, which must exist; by default that of the key.' },
      create: {
        doc: 'Whether to create the table when it is missing, and in a table that is there the hidden column that records deliveries.',
      },
    }),
    modes: ['replace_date', 'truncate', 'append'],
    modeDocs: {
      replace_date:
        'The partition of the report date is replaced in one step; other dates stay. The table must be partitioned by the day of date_column, as one that the upload creates is. Every row must hold that date, or none has the column and the upload fills it in.',
      truncate: TABLE_MODES.truncate,
      append:
        'The rows are added, within one partition of the table. The same result is added once, however often it is tried; a newer result of the same date is added besides.',
    },
    shownAs: 'clickhouse · {table}',
    container: { ...TABLE_CONTAINER, noun: 'database' },
  },
};
