import type { DecimalSeparator, ProposedColumn } from './infer-columns.ts';

/** A file in the account's folder for `file` sources, and what is to become of it. */
export type ProposedPipeline = {
  /** Name of the download and the upload. */
  readonly name: string;
  /** Where the file lies in the folder. */
  readonly path: string;
  readonly delimiter: string;
  readonly decimalSeparator: DecimalSeparator;
  readonly columns: readonly ProposedColumn[];
};

const quote = (text: string): string => JSON.stringify(text);

/** The script that downloads a file whenever it changes, and uploads its rows as a CSV file; formatted. */
export function proposeScript({ name, path, delimiter, decimalSeparator, columns }: ProposedPipeline): string {
  const parameters = [
    'type: "file"',
    `path: ${quote(path)}`,
    'format: "csv"',
    ...(delimiter === ',' ? [] : [`delimiter: ${quote(delimiter)}`]),
    ...(decimalSeparator === '.' ? [] : [`decimal_separator: ${quote(decimalSeparator)}`]),
    'timezone: "UTC"',
    'delay_hours: 0',
    'lookback_days: 1',
  ];
  return [
    '// The file is read again whenever it is replaced. With {YYYY-MM-DD} in both paths, each report date has files of its own.',
    `download ${name} from {`,
    ...parameters.map((line) => `    ${line};`),
    '} using {',
    ...columns.map((column) => `    ${declareColumn(column)};`),
    '};',
    '',
    `upload ${name} to { type: "file"; path: ${quote(`${name}.csv`)}; format: "csv"; };`,
    '',
  ].join('\n');
}

function declareColumn({ header, name, type }: ProposedColumn): string {
  return header === name ? `${name}: ${type}` : `${quote(header)}: ${type} as ${name}`;
}
