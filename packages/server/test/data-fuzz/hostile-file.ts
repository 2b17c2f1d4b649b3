import { gzipSync } from 'node:zlib';
import type { SourceTable } from '@switchboard/model/plan';
import type { SourceColumn } from '@switchboard/model/schema';
import { type Choices, type FileValue, type Hostility, hostileValue } from './hostile-values.ts';

/** A file for a source table. `content` is its text, `bytes` are what is stored. */
export type HostileFile = {
  readonly table: string;
  readonly filename: string;
  readonly content: string;
  readonly bytes: Uint8Array;
};

const SURPRISES: readonly SourceColumn[] = (['string', 'json'] as const).map((kind) => ({
  name: 'surprise',
  header: 'surprise',
  type: { kind },
  nullable: true,
}));
const DEGREES: readonly Hostility[] = [
  { hostile: 4, dirty: 0, missing: 10 },
  { hostile: 15, dirty: 1, missing: 25 },
  { hostile: 60, dirty: 3, missing: 15 },
  { hostile: 25, dirty: 0, missing: 70 },
  { hostile: 30, dirty: 25, missing: 5 },
];
const NOTHING: Hostility = { hostile: 0, dirty: 0, missing: 100 };
const MAX_DIFFERENT = 6;
const MAX_ROWS = 60;

const DELIMITED = [
  { extension: 'csv', delimiter: ',' },
  { extension: 'tsv', delimiter: '\t' },
  { extension: 'psv', delimiter: '|' },
] as const;
const LINE_ENDS = ['\n', '\r\n', '\r'];

const bigEndian = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16();
const ENCODERS: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  (text) => bigEndian(`\ufeff${text}`),
];

const needsQuotes = /[",|\t\r\n]|^\s|\s$/;
const field = ({ text, json }: FileValue): string =>
  text === '' && json !== 'null' ? '""' : needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const pick = <T>({ whole }: Choices, items: readonly T[]): T => items[whole(items.length)] as T;

/** Up to sixty rows, of which a few are different, so that many are duplicates. A nullable column may be null in all of them. */
function hostileRows(choices: Choices, columns: readonly SourceColumn[]): readonly (readonly FileValue[])[] {
  const degree = pick(choices, DEGREES);
  const degrees = columns.map(({ nullable }) => (nullable && choices.whole(12) === 11 ? NOTHING : degree));
  const different = Array.from({ length: choices.whole(MAX_DIFFERENT + 1) }, () =>
    columns.map((column, index) => hostileValue(choices, column, degrees[index] ?? degree)),
  );
  if (different.length === 0 || choices.whole(3) < 2) return different;
  return Array.from({ length: choices.whole(MAX_ROWS) + 1 }, (_, at) => different[(at * at) % different.length] ?? []);
}

function delimitedText(choices: Choices, columns: readonly SourceColumn[], delimiter: string): string {
  const lineEnd = pick(choices, LINE_ENDS);
  const header = columns.map((column) => field({ text: column.header, json: '' }));
  const rows = hostileRows(choices, columns).map((row) => row.map(field));
  return [header, ...rows].map((fields) => `${fields.join(delimiter)}${lineEnd}`).join('');
}

function jsonText(choices: Choices, columns: readonly SourceColumn[], isLines: boolean): string {
  const records = hostileRows(choices, columns).map(
    (row) => `{${row.map(({ json }, index) => `${JSON.stringify(columns[index]?.header)}: ${json}`).join(', ')}}`,
  );
  return isLines ? records.map((record) => `${record}\n`).join('') : `[${records.join(',\n')}]`;
}

/** A file of a source table in a random format, encoding and compression. */
export function hostileFile(choices: Choices, { name, schema }: SourceTable): HostileFile {
  const columns = schema.rest ? [...schema.columns, pick(choices, SURPRISES)] : schema.columns;
  const kind = choices.whole(DELIMITED.length + 2);
  const delimited = DELIMITED[kind];
  const isLines = kind === DELIMITED.length;
  const extension = delimited?.extension ?? (isLines ? 'jsonl' : 'json');
  const content = delimited
    ? delimitedText(choices, columns, delimited.delimiter)
    : jsonText(choices, columns, isLines);
  const encoded = pick(choices, ENCODERS)(content);
  const isCompressed = choices.whole(6) === 5;
  return {
    table: name,
    filename: `x.${extension}${isCompressed ? '.gz' : ''}`,
    content,
    bytes: isCompressed ? gzipSync(encoded) : encoded,
  };
}
