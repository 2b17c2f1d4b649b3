import {
  BIGINT,
  BOOLEAN,
  DATE,
  DECIMAL,
  DOUBLE,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  TIME,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api';
import type { ColumnType } from '@switchboard/model/schema';
import { decimalText, type Value } from './second-implementation.ts';

/** Writer of values of a type to the database. */
export type Writer = { readonly type: DuckDBType; readonly write: (value: Value) => DuckDBValue };

const SAME = (value: Value): DuckDBValue => value as DuckDBValue;

/** The writer of a type of the language. Throws for records and unknown types. */
export function writerOf(type: ColumnType): Writer {
  switch (type.kind) {
    case 'string':
    case 'json':
      return { type: VARCHAR, write: SAME };
    case 'integer':
      return { type: BIGINT, write: SAME };
    case 'float':
      return { type: DOUBLE, write: SAME };
    case 'boolean':
      return { type: BOOLEAN, write: SAME };
    case 'date':
      return { type: DATE, write: (value) => new DuckDBDateValue(Number(value)) };
    case 'datetime':
      return { type: TIMESTAMP, write: (value) => new DuckDBTimestampValue(value as bigint) };
    case 'time':
      return { type: TIME, write: (value) => new DuckDBTimeValue(value as bigint) };
    case 'decimal': {
      const { precision, scale } = type;
      return {
        type: DECIMAL(precision, scale),
        write: (value) => new DuckDBDecimalValue(value as bigint, precision, scale),
      };
    }
    case 'list': {
      const element = writerOf(type.element);
      const write = (value: Value): DuckDBValue => (value === null ? null : element.write(value));
      return {
        type: LIST(element.type),
        write: (value) => new DuckDBListValue((value as readonly Value[]).map(write)),
      };
    }
    default:
      throw new Error(`There are no random values of the type ${type.kind}.`);
  }
}

/** A result of the database as a second implementation gives it. */
export function readValue(value: DuckDBValue): Value {
  if (value instanceof DuckDBDateValue) return value.days;
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimeValue) return value.micros;
  if (value instanceof DuckDBDecimalValue) return decimalText(value.value, value.scale);
  if (value instanceof DuckDBListValue) return value.items.map(readValue);
  if (value === null || typeof value !== 'object') return value;
  throw new Error(`There is no second implementation with such a result: ${String(value)}`);
}

const bits = new DataView(new ArrayBuffer(8));

/** Floats in their order as integers, so that neighbours differ by one. */
function orderOf(value: number): bigint {
  bits.setFloat64(0, value);
  const order = bits.getBigInt64(0);
  return order < 0n ? -(2n ** 63n) - order : order;
}

/** The client of the database leaves out a byte order mark at the start of a text. */
const asRead = (value: Value): Value => (typeof value === 'string' ? value.replace(/^\ufeff/, '') : value);

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** Whether two results are the same; floats may lie some floats apart. Zero has one sign. Not-a-number is never right. */
export function sameValue(found: Value, expected: Value, ulps: number): boolean {
  if (isList(found) && isList(expected))
    return found.length === expected.length && found.every((each, at) => sameValue(each, expected[at] ?? null, ulps));
  if (found === asRead(expected)) return true;
  if (ulps === 0 || typeof found !== 'number' || typeof expected !== 'number') return false;
  const distance = orderOf(found) - orderOf(expected);
  return Number.isFinite(found) && distance <= BigInt(ulps) && distance >= -BigInt(ulps);
}
