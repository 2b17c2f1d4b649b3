import {
  type FoundRecord,
  isObject,
  type Json,
  recordsAt,
  textOf,
  valueAt,
  valuesAt,
} from '../../network/json-values.ts';

/** How the records of JSON answers become the lines of one file. */
export type RowSettings = {
  /** The path of the records in an answer. */
  readonly rows: string;
  /** Whether an answer may lack that path when it has no records. */
  readonly mayLackRows: boolean;
  /** Whether an answer may say that some of its records are missing. */
  readonly mayBePartial: boolean;
  /** Columns by their paths; null keeps each record as it is. */
  readonly columns: readonly { readonly name: string; readonly path: string }[] | null;
  /** Where an answer names the columns of records that are lists of values, and where a record has those values. */
  readonly table: { readonly names: readonly string[]; readonly values: readonly string[] } | null;
  readonly output: 'jsonl' | 'csv';
};

/** The records of an answer; null when there is nothing at the path that holds them. */
export function recordsOf(answer: Json, { rows, mayLackRows }: RowSettings): readonly FoundRecord[] | null {
  return recordsAt(answer, rows) ?? (mayLackRows ? [] : null);
}

/** The first line of a file, before any record. */
export function headerLine({ output, columns }: RowSettings): string {
  return output === 'csv' ? csvLine((columns ?? []).map(({ name }) => name)) : '';
}

/** Records of one answer as lines, each with its line feed. */
export function linesOf(records: readonly FoundRecord[], answer: Json, settings: RowSettings): string {
  const names = settings.table?.names.flatMap((path) => valuesAt(answer, path).map(textOf)) ?? [];
  return records
    .map((found) => (settings.table === null ? found : named(found, names, settings.table.values)))
    .map((found) => lineOf(found, settings))
    .join('');
}

/** A record of plain values as an object with the names of its columns. */
function named({ record, around }: FoundRecord, names: readonly string[], paths: readonly string[]): FoundRecord {
  const values = paths.flatMap((path) => valuesAt(record, path));
  const entries = names.map((name, index): [string, Json] => [name, values[index] ?? null]);
  // Whatever else the record has stays beside them, such as its totals.
  const others = isObject(record) ? Object.entries(record).filter(([name]) => !paths.includes(name)) : [];
  return { record: Object.fromEntries([...others, ...entries]), around };
}

function lineOf({ record, around }: FoundRecord, { columns, output }: RowSettings): string {
  if (columns === null) return `${JSON.stringify(record)}\n`;
  const cells = columns.map(({ name, path }) => [name, cellOf(record, around, path)] as const);
  if (output === 'jsonl') return `${JSON.stringify(Object.fromEntries(cells))}\n`;
  return csvLine(cells.map(([, value]) => (value === null ? null : textOf(value))));
}

/** The value of a column: the record's, else that of the nearest object around it. */
function cellOf(record: Json, around: FoundRecord['around'], path: string): Json {
  for (const holder of [record, ...around]) {
    const value = valueAt(holder, path);
    if (value !== undefined) return value;
  }
  return null;
}

/** A line of RFC 4180; null is empty, and an empty text is "". */
function csvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    if (cell === null) return '';
    return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return `${written.join(',')}\n`;
}
