// Plain JavaScript on the database's low-level bindings, as the program that runs it.
// @ts-check
import duckdb from '@duckdb/node-bindings';

/** @import { SqlRow } from './executor.ts' */
/** @import { ChildReply } from './protocol.ts' */
/** @typedef {(row: number) => SqlRow[string]} Reader */

const STRING_BYTES = 16;
const INLINE_BYTES = 12;

/** @param {bigint} value @returns {SqlRow[string]} */
function plainInteger(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** @param {unknown} value @returns {SqlRow[string]} */
function plain(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return plainInteger(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  // The database's own value classes have a text form.
  return value.toString();
}

/** @param {DataView} view @param {number} at */
function textAt(view, at) {
  const length = view.getUint32(at, true);
  const bytes =
    length <= INLINE_BYTES
      ? new Uint8Array(view.buffer, view.byteOffset + at + 4, length)
      : duckdb.get_data_from_pointer(/** @type {ArrayBuffer} */ (view.buffer), view.byteOffset + at + 8, length);
  return Buffer.from(bytes).toString('utf8');
}

/**
 * Returns a reader for the types of counts, names and descriptions; null for any other type.
 * @param {number} type @param {import('@duckdb/node-bindings').Vector} vector @param {number} rows @returns {Reader | null}
 */
function readerOf(type, vector, rows) {
  /** @param {number} size */
  const data = (size) => {
    const bytes = duckdb.vector_get_data(vector, rows * size);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  switch (type) {
    case duckdb.Type.BOOLEAN: {
      const view = data(1);
      return (row) => view.getUint8(row) !== 0;
    }
    case duckdb.Type.INTEGER: {
      const view = data(4);
      return (row) => view.getInt32(row * 4, true);
    }
    case duckdb.Type.BIGINT: {
      const view = data(8);
      return (row) => plainInteger(view.getBigInt64(row * 8, true));
    }
    case duckdb.Type.DOUBLE: {
      const view = data(8);
      return (row) => view.getFloat64(row * 8, true);
    }
    case duckdb.Type.VARCHAR: {
      const view = data(STRING_BYTES);
      return (row) => textAt(view, row * STRING_BYTES);
    }
    default:
      return null;
  }
}

/** @param {import('@duckdb/node-bindings').Result} result @param {number[]} types @returns {SqlRow[string][][] | null} */
function readSimple(result, types) {
  /** @type {SqlRow[string][][]} */
  const rows = [];
  for (let index = 0; index < duckdb.result_chunk_count(result); index += 1) {
    const chunk = duckdb.result_get_chunk(result, index);
    const size = duckdb.data_chunk_get_size(chunk);
    /** @type {Reader[]} */
    const readers = [];
    for (const [column, type] of types.entries()) {
      const vector = duckdb.data_chunk_get_vector(chunk, column);
      const read = readerOf(type, vector, size);
      if (read === null) return null;
      // Absent when no value is null.
      const valid = duckdb.vector_get_validity(vector, Math.ceil(size / 64) * 8);
      readers.push((row) => (valid && (((valid[row >> 3] ?? 0) >> (row & 7)) & 1) === 0 ? null : read(row)));
    }
    for (let row = 0; row < size; row += 1) rows.push(readers.map((read) => read(row)));
  }
  return rows;
}

/** @param {import('@duckdb/node-bindings').Result} result */
async function readAll(result) {
  const { DuckDBMaterializedResult, DuckDBResultReader } = await import('@duckdb/node-api');
  const reader = new DuckDBResultReader(new DuckDBMaterializedResult(result));
  await reader.readAll();
  return reader.getRows().map((row) => row.map(plain));
}

/**
 * Runs a statement on a connection, and reads all of its rows.
 * @param {import('@duckdb/node-bindings').Connection} connection @param {string} sql @returns {Promise<ChildReply>}
 */
export async function runStatement(connection, sql) {
  try {
    const result = await duckdb.query(connection, sql);
    const columns = Array.from({ length: duckdb.column_count(result) }, (_, index) => index);
    const names = columns.map((index) => duckdb.column_name(result, index));
    const types = columns.map((index) => duckdb.column_type(result, index));
    const rows = readSimple(result, types) ?? (await readAll(result));
    return {
      kind: 'rows',
      rows: rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))),
    };
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}
