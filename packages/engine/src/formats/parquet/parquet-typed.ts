import { LIMITS } from '@switchboard/model/limits';
import type { Column, ColumnType } from '@switchboard/model/schema';
import { textSqlType } from '../../executors/column-type.ts';
import { sqlName, sqlText } from '../../executors/configuration.ts';
import type { Target } from '../../values/column-reader.ts';

/** A column of a Parquet file, its type in the database's words. */
export type ParquetColumn = { readonly name: string; readonly type: string };

/** How a column becomes a declared one without a reading of ours, and which of its values would not fit. */
type Typed = { readonly value: string; readonly unfit: readonly string[] };

const WHOLE = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'UTINYINT', 'USMALLINT', 'UINTEGER']);

/** Whether each decimal of a type is exact in another. */
function isWithin(type: string, precision: number, scale: number): boolean {
  const [, ownPrecision, ownScale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (ownPrecision === undefined || ownScale === undefined) return false;
  return Number(ownScale) <= scale && Number(ownPrecision) - Number(ownScale) <= precision - scale;
}

function typed({ name, type: given }: ParquetColumn, wanted: ColumnType): Typed | null {
  const value = sqlName(name);
  const onCalendar = `NOT (isfinite(${value}) AND year(${value}) BETWEEN 1 AND 9999)`;
  switch (wanted.kind) {
    case 'integer':
      return WHOLE.has(given) ? { value, unfit: [] } : null;
    case 'float':
      return given === 'DOUBLE' ? { value, unfit: [`NOT isfinite(${value})`] } : null;
    case 'decimal':
      return isWithin(given, wanted.precision, wanted.scale) ? { value, unfit: [] } : null;
    case 'boolean':
      return given === 'BOOLEAN' ? { value, unfit: [] } : null;
    case 'date':
      return given === 'DATE' ? { value, unfit: [onCalendar] } : null;
    case 'datetime':
      if (given === 'TIMESTAMP WITH TIME ZONE') return { value: `${value} AT TIME ZONE 'UTC'`, unfit: [onCalendar] };
      return /^(?:TIMESTAMP|TIMESTAMP_S|TIMESTAMP_MS|TIMESTAMP_NS|DATE)$/.test(given)
        ? { value, unfit: [onCalendar] }
        : null;
    case 'time':
      return given === 'TIME' ? { value, unfit: [] } : null;
    case 'string':
      // Texts so long that the record may be longer than one is allowed to be are left to the scan.
      return given === 'VARCHAR'
        ? { value, unfit: [`contains(${value}, chr(0))`, `strlen(${value}) > ${LIMITS.recordBytes / 4}`] }
        : null;
    default:
      return null;
  }
}

/** The statements that take a Parquet file as it is. */
export type TypedParquet = {
  /** Gives one row: `records`, and `unfit`, how many of them do not fit their declared type. */
  readonly count: string;
  /** Writes the declared columns into another Parquet file; its answer has one row, `Count`. */
  readonly copy: (columns: readonly Column[], to: string, lineNumbers: boolean) => string;
};

/**
 * Plans to take a file as it is. Null unless each wanted column already has the declared type, so that its values need no
 * reading. `fields` are the targets by position.
 */
export function typedParquet(
  path: string,
  columns: readonly ParquetColumn[],
  fields: readonly (Target | null)[],
): TypedParquet | null {
  const values = new Map<string, string>();
  const unfit: string[] = [];
  for (const [index, target] of fields.entries()) {
    const column = columns[index];
    if (!target || !column) continue;
    const found = typed(column, target.type);
    if (!found) return null;
    values.set(target.name, `(${found.value})::${textSqlType(target.type)}`);
    unfit.push(...found.unfit.map((test) => `coalesce(${test}, false)`));
    if (!target.nullable) unfit.push(`${sqlName(column.name)} IS NULL`);
  }
  const from = `read_parquet([${sqlText(path)}], file_row_number = true)`;
  return {
    count: `SELECT count(*) AS records, count(*) FILTER (WHERE ${unfit.length === 0 ? 'false' : unfit.join(' OR ')}) AS unfit FROM ${from}`,
    copy(wanted, to, lineNumbers) {
      const items = wanted.map(
        ({ name, type }) => `${values.get(name) ?? `NULL::${textSqlType(type)}`} AS ${sqlName(name)}`,
      );
      if (lineNumbers) items.push('(file_row_number + 1)::BIGINT AS line_number');
      return `COPY (SELECT ${items.join(', ')} FROM ${from}) TO ${sqlText(to)} (FORMAT parquet, COMPRESSION snappy)`;
    },
  };
}
