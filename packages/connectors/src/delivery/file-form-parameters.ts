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
