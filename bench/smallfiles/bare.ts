import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { textSqlType } from '@switchboard/engine/testing';
import type { SmallFile } from './files.ts';

export type BareLoad = { readonly rows: number; readonly dirtyLines: readonly number[] };

/** Reads a file with DuckDB alone: typed values into Parquet, and DuckDB's list of rejected rows. */
export async function loadBare(connection: DuckDBConnection, file: SmallFile, output: string): Promise<BareLoad> {
  const columns = file.columns.map(({ name, type }) => `'${name}': '${textSqlType(type)}'`).join(', ');
  const reader = `read_csv('${file.path}', auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', columns = {${columns}}, store_rejects = true)`;
  const copied = await connection.runAndReadAll(
    `COPY (SELECT * FROM ${reader}) TO '${output}' (FORMAT parquet, COMPRESSION snappy)`,
  );
  const refused = await connection.runAndReadAll('SELECT DISTINCT line FROM reject_errors ORDER BY line');
  await connection.run('DROP TABLE reject_errors; DROP TABLE reject_scans;');
  return { rows: Number(copied.getRows()[0]?.[0]), dirtyLines: refused.getRows().map(([line]) => Number(line)) };
}

/** The same with a database of its own for each file. */
export async function loadBareFresh(file: SmallFile, output: string): Promise<BareLoad> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return await loadBare(connection, file, output);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Whether two Parquet files hold the same rows. */
export async function sameRows(connection: DuckDBConnection, one: string, other: string): Promise<boolean> {
  const [left, right] = [`SELECT * FROM '${one}'`, `SELECT * FROM '${other}'`];
  const found = await connection.runAndReadAll(
    `SELECT count(*) FROM ((${left} EXCEPT ALL ${right}) UNION ALL (${right} EXCEPT ALL ${left}))`,
  );
  return Number(found.getRows()[0]?.[0]) === 0;
}
