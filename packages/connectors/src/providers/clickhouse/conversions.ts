import type { ColumnType } from '@switchboard/model/schema';
import { readType } from './column-type.ts';
import { literal } from './quote.ts';

/** How a column of the rows becomes a column of the table. */
export type Conversion = {
  /** The type in which the server reads the CSV of the rows: it holds every value exactly. */
  readonly read: string;
  /** The value for the table. */
  readonly value: string;
  /** Whether the value is another than that of the rows, where the server would not say so; null where it cannot be. */
  readonly differs: string | null;
};

const INTEGER = /^U?Int\d+$/;
const TIME = "Nullable(DateTime64(6, 'UTC'))";

/**
 * The conversion of a column into a type of the table; null for a type that cannot hold it. The server cuts many values to make them
 * fit without a word, so that each is compared with what was read.
 * @param column name under which the value is read
 * @param type of the table, as the server spells it
 */
export function convert(kind: ColumnType, column: string, type: string): Conversion | null {
  const conversion = conversionOf(kind, column, type);
  const { base, isNullable } = readType(type);
  if (conversion === null || !isNullable || base === 'String') return conversion;
  // A value that a column of nulls cannot hold becomes null there, where another column refuses it.
  const isLost = `(${conversion.value} IS NULL AND ${column} IS NOT NULL)`;
  const { differs } = conversion;
  return { ...conversion, differs: differs === null ? isLost : `${isLost} OR ${differs}` };
}

function conversionOf(kind: ColumnType, column: string, type: string): Conversion | null {
  const { base } = readType(type);
  const cast = `accurateCast(${column}, ${literal(type)})`;
  const asText: Conversion = {
    read: 'Nullable(String)',
    value: cast,
    differs: base === 'String' ? null : `toString(${cast}) != ${column}`,
  };
  if (base === 'String') return asText;
  switch (kind.kind) {
    case 'integer': {
      const isNumber = INTEGER.test(base) || base === 'Decimal' || base.startsWith('Float');
      return isNumber ? { read: 'Nullable(Int64)', value: cast, differs: null } : null;
    }
    case 'decimal': {
      const read = `Nullable(Decimal(${kind.precision}, ${kind.scale}))`;
      if (base.startsWith('Float')) return { read, value: `CAST(${column}, ${literal(type)})`, differs: null };
      const isNumber = INTEGER.test(base) || base === 'Decimal';
      return isNumber ? { read, value: cast, differs: `${cast} != ${column}` } : null;
    }
    case 'float': {
      const read = 'Nullable(Float64)';
      if (base === 'Float64') return { read, value: cast, differs: null };
      const rounded = `CAST(${column}, ${literal(type)})`;
      if (base === 'Float32') return { read, value: rounded, differs: `NOT isFinite(${rounded})` };
      return INTEGER.test(base) ? { read, value: cast, differs: null } : null;
    }
    case 'boolean':
      return base === 'Bool' || INTEGER.test(base) ? { read: 'Nullable(Bool)', value: cast, differs: null } : null;
    case 'date':
      return base === 'Date' || base === 'Date32' ? asText : null;
    case 'datetime': {
      if (base !== 'DateTime' && base !== 'DateTime64') return null;
      const time = `accurateCast(${column}, ${literal(TIME)})`;
      const value = `accurateCast(${time}, ${literal(type)})`;
      // A time beyond the range of the type comes out as another one.
      const differs = `${value} != ${time} OR substring(toString(${time}), 1, 19) != substring(${column}, 1, 19)`;
      return { read: 'Nullable(String)', value, differs };
    }
    case 'string':
    case 'unknown':
    case 'time':
      return asText;
    case 'json':
    case 'record':
    case 'list':
      return null;
  }
}

/** The type of a column that the upload makes. Times are UTC; lists and records are JSON texts. */
export function columnType(type: ColumnType, isNullable: boolean): string {
  const plain = plainType(type);
  return isNullable ? `Nullable(${plain})` : plain;
}

function plainType(type: ColumnType): string {
  switch (type.kind) {
    case 'integer':
      return 'Int64';
    case 'float':
      return 'Float64';
    case 'decimal':
      return `Decimal(${type.precision}, ${type.scale})`;
    case 'boolean':
      return 'Bool';
    case 'date':
      return 'Date32';
    case 'datetime':
      return "DateTime64(6, 'UTC')";
    default:
      return 'String';
  }
}
