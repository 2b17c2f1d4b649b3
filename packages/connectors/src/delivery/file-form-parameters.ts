import type { ConnectorSpec, ParameterSpec } from '@switchboard/model/catalog';

/**
 * A destination that replaces whole files at a path.
 * @param type the connector's name
 * @param noun what it calls a file
 */
export const fileDestination = (
  type: string,
  noun: string,
  parameters: readonly ParameterSpec[],
): NonNullable<ConnectorSpec['destination']> => ({
  parameters,
  modes: ['replace_date', 'truncate'],
  modeDocs: {
    replace_date: `The ${noun} of the report date is replaced as a whole; with a path that holds no date, all dates share one ${noun}, and the last delivered is in it.`,
    truncate: `The ${noun} is replaced as a whole, for rows that belong to no date or to all of them.`,
  },
  shownAs: `${type} · {path}`,
  container: { noun: 'folder', parameters: ['path'], coveredBy: 'folder' },
});

/** The form of a written file: parameters of every destination that writes files. */
export const FILE_FORM = {
  format: {
    type: 'string',
    allowed: ['csv', 'parquet'],
    doc: 'csv or parquet; by default parquet when the path ends in .parquet, else csv.',
  },
  compression: {
    type: 'string',
    allowed: ['gzip', 'zstd', 'none'],
    doc: 'gzip, zstd or none; by default gzip when the path ends in .gz, zstd when it ends in .zst.',
  },
  header: {
    type: 'boolean',
    default: true,
    doc: 'Whether a CSV file begins with the names of the columns.',
  },
  delimiter: {
    type: 'string',
    default: ',',
    allowed: [',', ';', '\t', '|'],
    doc: 'The delimiter between the values of a CSV file.',
  },
} as const;
