import type { DecimalDigits } from '@switchboard/connectors';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { textSqlType } from '../../executors/column-type.ts';
import { sqlName, sqlText } from '../../executors/configuration.ts';
import type { Target } from '../../values/column-reader.ts';
import { strptimeFormat } from '../../values/time-pieces.ts';
import { type CsvDialect, LONE_NULL, REWRITTEN } from '../csv-dialect.ts';

/** The shape that the database's JSON reader wants for a nested type. */
function jsonShape(type: ColumnType): unknown {
  if (type.kind === 'record')
    return Object.fromEntries(type.fields.map((field) => [field.name, jsonShape(field.type)]));
  return type.kind === 'list' ? [jsonShape(type.element)] : textSqlType(type);
}

/** Records that the scan has found good, ready for the database: one or more files of one dialect. */
export type CleanFiles = {
  /** In order, each with the physical line (from 1) that its line 0 is. */
  readonly parts: readonly { readonly path: string; readonly firstLine: number }[];
  readonly dialect: CsvDialect;
  readonly crlf: boolean;
  readonly nullValues: readonly string[];
  /** By position in the files; null: not wanted. A `format` that the database can read means that the fields are written in it. */
  readonly fields: readonly (Target | null)[];
  /** Whether the records end with the physical line on which they began, from 0. */
  readonly lineNumbers: boolean;
  /** Lines before the first record. */
  readonly skippedLines?: number;
  /** Has one thread read the files from their beginning to their end. Far slower, and needs memory for all of a file. */
  readonly singleThreaded?: boolean;
};

const strptimeOf = (field: Target): string | undefined =>
  field.format === undefined ? undefined : strptimeFormat(field.format);

/** Whether a field's numbers are written with a decimal separator that the database does not read. */
const hasComma = ({ type, separators }: Target): boolean =>
  separators !== undefined && separators.decimal !== '.' && (type.kind === 'float' || type.kind === 'decimal');

const withPoint = (name: string, separators: Target['separators']): string =>
  separators === undefined ? name : `replace(${name}, ${sqlText(separators.decimal)}, '.')`;

const isNested = (type: ColumnType): boolean => type.kind === 'record' || type.kind === 'list';

/** The type as which a field is read; nested values and formatted dates become what they are afterwards. */
const readType = (field: CleanFiles['fields'][number]): string =>
  field === null ||
  isNested(field.type) ||
  field.type.kind === 'json' ||
  strptimeOf(field) !== undefined ||
  hasComma(field)
    ? 'VARCHAR'
    : textSqlType(field.type);

function readCsv(clean: CleanFiles): string {
  const columns = clean.fields.map((field, index) => `${sqlText(`c${index}`)}: ${sqlText(readType(field))}`);
  if (clean.lineNumbers) columns.push("'line': 'BIGINT'");
  const { delimiter, quote, escape: escapes } = clean.dialect;
  const options = [
    'auto_detect = false',
    'header = false',
    `skip = ${clean.skippedLines ?? 0}`,
    `columns = {${columns.join(', ')}}`,
    `delim = ${sqlText(delimiter)}`,
    `quote = ${sqlText(quote ?? '')}`,
    `escape = ${sqlText(quote === null ? '' : (escapes ?? ''))}`,
    `new_line = ${sqlText(clean.crlf ? '\\r\\n' : '\\n')}`,
    `nullstr = [${['', ...clean.nullValues, LONE_NULL].map(sqlText).join(', ')}]`,
    'allow_quoted_nulls = false',
    "compression = 'none'",
    // A record is at most 1 MB; small buffers keep the memory low and cost no time.
    'max_line_size = 2097152',
    'buffer_size = 4194304',
    ...(clean.lineNumbers ? ["filename = 'file'"] : []),
    ...(clean.singleThreaded === true ? ['parallel = false'] : []),
  ];
  return `read_csv([${clean.parts.map((part) => sqlText(part.path)).join(', ')}], ${options.join(', ')})`;
}

/** A table without rows. */
const NOTHING = '(SELECT 1) nothing(one) WHERE false';

function fieldValue(field: NonNullable<CleanFiles['fields'][number]>, index: number): string {
  const name = `c${index}`;
  const format = strptimeOf(field);
  if (format !== undefined) {
    const rewritten = `starts_with(${name}, ${sqlText(REWRITTEN)})`;
    return `CASE WHEN ${rewritten} THEN substr(${name}, 2)::TIMESTAMP ELSE strptime(${name}, ${sqlText(format)}) END::${textSqlType(field.type)}`;
  }
  if (field.type.kind === 'json') return `${name}::JSON`;
  if (hasComma(field)) return `${withPoint(name, field.separators)}::${textSqlType(field.type)}`;
  return isNested(field.type)
    ? `from_json_strict(${name}::JSON, ${sqlText(JSON.stringify(jsonShape(field.type)))})`
    : name;
}

/** The text of an undeclared column, ready for a cast to the type that was inferred for it. */
const unknownValue = ({ separators }: Target, type: ColumnType, index: number): string =>
  type.kind === 'float' ? withPoint(`c${index}`, separators) : `c${index}`;

/** The statement that turns clean records into a typed Parquet file of the given columns. Its answer has one row, `Count`. */
export function copyToParquet(clean: CleanFiles, columns: readonly Column[], path: string): string {
  const items = columns.map((column) => {
    const index = clean.parts.length === 0 ? -1 : clean.fields.findIndex((field) => field?.name === column.name);
    const field = clean.fields[index];
    const value = !field
      ? 'NULL'
      : field.type.kind === 'unknown'
        ? unknownValue(field, column.type, index)
        : fieldValue(field, index);
    const cast = !field || field.type.kind === 'unknown' ? `::${textSqlType(column.type)}` : '';
    return `${value}${cast} AS ${sqlName(column.name)}`;
  });
  if (clean.lineNumbers) {
    const cases = clean.parts.map((part) => `WHEN ${sqlText(part.path)} THEN ${part.firstLine}`);
    items.push(
      clean.parts.length === 0
        ? 'NULL::BIGINT AS line_number'
        : `(line + CASE file ${cases.join(' ')} END)::BIGINT AS line_number`,
    );
  }
  // A file without a header, read for all its columns, has none; a Parquet file must.
  if (items.length === 0) items.push('NULL::VARCHAR AS nothing');
  const from = clean.parts.length === 0 ? NOTHING : readCsv(clean);
  return `COPY (SELECT ${items.join(', ')} FROM ${from}) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION snappy)`;
}

const INFERRED: readonly {
  readonly kind: 'integer' | 'float' | 'boolean' | 'date' | 'datetime';
  /** `point` is the decimal separator, as a regular expression. */
  readonly holds: (name: string, point: string) => string;
}[] = [
  { kind: 'integer', holds: (name) => `regexp_full_match(${name}, '-?(0|[1-9][0-9]{0,17})')` },
  {
    kind: 'float',
    holds: (name, point) =>
      `regexp_full_match(${name}, '-?(0|[1-9][0-9]{0,14})([${point}][0-9]{1,17})?([eE][-+]?[0-9]{1,2})?')`,
  },
  { kind: 'boolean', holds: (name) => `lower(${name}) IN ('true', 'false')` },
  {
    kind: 'date',
    holds: (name) =>
      `regexp_full_match(${name}, '[0-9]{4}-[0-9]{2}-[0-9]{2}') AND TRY_CAST(${name} AS DATE) IS NOT NULL`,
  },
  {
    kind: 'datetime',
    holds: (name) =>
      `regexp_full_match(${name}, '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?') AND TRY_CAST(${name} AS TIMESTAMP) IS NOT NULL`,
  },
];

/** The statement that finds, for each column of unknown type, whether all its values are of a kind: columns `{kind}_{index}` and `any_{index}`. */
export function inferTypes(clean: CleanFiles): string {
  const items = clean.fields.flatMap((field, index) =>
    field?.type.kind === 'unknown'
      ? [
          `bool_or(c${index} IS NOT NULL) AS any_${index}`,
          ...(field.exact === undefined ? [] : exactDigits(`c${index}`, index)),
          ...INFERRED.map(
            ({ kind, holds }) =>
              `bool_and(${holds(`c${index}`, field.separators?.decimal ?? '.')}) AS ${kind}_${index}`,
          ),
        ]
      : [],
  );
  return `SELECT ${items.join(', ')} FROM ${readCsv(clean)}`;
}

const PLAIN_DECIMAL = '-?[0-9]+([.][0-9]+)?';

/** Whether all values are plain decimals, and their digits before and behind the point. */
const exactDigits = (name: string, index: number): readonly string[] => [
  `bool_and(regexp_full_match(${name}, '${PLAIN_DECIMAL}')) AS exact_${index}`,
  `max(length(ltrim(split_part(ltrim(${name}, '-'), '.', 1), '0'))) AS whole_${index}`,
  `max(length(split_part(${name}, '.', 2))) AS scale_${index}`,
];

/** The decimal of a field that is exact where it comes from; null when its values are not, or need more digits than there are. */
function exactType(row: Readonly<Record<string, unknown>>, index: number, digits: DecimalDigits): ColumnType | null {
  if (row[`exact_${index}`] !== true) return null;
  const [whole, scale] = [Number(row[`whole_${index}`]), Number(row[`scale_${index}`])];
  const isDeclared = digits !== null && whole <= digits.precision - digits.scale && scale <= digits.scale;
  const type = isDeclared ? digits : { precision: Math.max(1, whole + scale), scale };
  return type.precision > MAX_PRECISION ? { kind: 'string' } : { kind: 'decimal', ...type };
}

/** The type of an undeclared field: the one that its file declares, else that of its values. Null when it is empty in every record. */
export function inferredType(
  row: Readonly<Record<string, unknown>>,
  index: number,
  { stored, exact }: Pick<Target, 'stored' | 'exact'> = {},
): ColumnType | null {
  const hasAny = row[`any_${index}`] === true;
  const found = hasAny ? INFERRED.find(({ kind }) => row[`${kind}_${index}`] === true) : undefined;
  // Whole numbers stay integers, such as those that warehouses store as decimals of 38 digits.
  const isWhole = stored?.kind === 'decimal' && stored.scale === 0;
  if (stored !== undefined && !(isWhole && (!hasAny || found?.kind === 'integer'))) return stored;
  if (!hasAny) return null;
  if (exact !== undefined && found?.kind !== 'integer')
    return exactType(row, index, exact) ?? { kind: found?.kind ?? 'string' };
  return { kind: found?.kind ?? 'string' };
}

/** The type that holds values of both; null means that there are none. */
export function joinedType(one: ColumnType | null, other: ColumnType | null): ColumnType | null {
  if (one === null || other === null) return one ?? other;
  if (one.kind === 'decimal' || other.kind === 'decimal') return joinedDecimal(one, other);
  if (one.kind === other.kind) return one;
  const kinds = new Set([one.kind, other.kind]);
  if (kinds.has('integer') && kinds.has('float')) return { kind: 'float' };
  return { kind: 'string' };
}

const MAX_PRECISION = 38;
/** Digits of an integer whose type was inferred. */
const INTEGER_DIGITS = 18;

function joinedDecimal(one: ColumnType, other: ColumnType): ColumnType {
  const parts = [one, other].map((type) =>
    type.kind === 'decimal'
      ? { whole: type.precision - type.scale, scale: type.scale }
      : type.kind === 'integer'
        ? { whole: INTEGER_DIGITS, scale: 0 }
        : null,
  );
  const [first, second] = parts;
  if (!first || !second) return { kind: one.kind === 'float' || other.kind === 'float' ? 'float' : 'string' };
  const scale = Math.max(first.scale, second.scale);
  const precision = Math.max(first.whole, second.whole) + scale;
  return precision > MAX_PRECISION ? { kind: 'string' } : { kind: 'decimal', precision, scale };
}
