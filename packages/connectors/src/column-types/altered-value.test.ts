import type { ColumnType } from '@switchboard/model/schema';
import { describe, expect, it } from 'vitest';
import { CONNECTORS } from '../registry.ts';
import { COLUMN_TYPE_TABLES, DECLARED } from '../testing/column-type-tables.ts';
import { alteredValue } from './altered-value.ts';

const tableOf = (database: string) => {
  const found = COLUMN_TYPE_TABLES.find((table) => table.database === database);
  if (found === undefined) throw new Error(`there is no table of ${database}`);
  return found;
};

/** A value of a declared type that a column changes; null for none. */
function altered(database: string, label: string, columnType: string): string | null {
  const declared = DECLARED.find((one) => one.label === label);
  if (declared === undefined) throw new Error(`there is no type ${label}`);
  const { types } = tableOf(database);
  return alteredValue(declared.type, types.read(columnType.toLowerCase()), types);
}

it.each(COLUMN_TYPE_TABLES.map(({ database }) => database))('the table of %s has at least 200 cells', (database) => {
  const { columnTypes } = tableOf(database);
  expect(new Set(columnTypes).size).toBe(columnTypes.length);
  expect(columnTypes.length * DECLARED.length).toBeGreaterThanOrEqual(200);
});

/** Destinations without columns of types of their own: files, objects, cells and texts. */
const UNTYPED = ['azure_blob', 'file', 'ftp', 'gcs', 'google_sheets', 'redis', 's3', 'sftp'];

it('every destination with typed columns has a table; SQLite is a source alone', () => {
  const typed = CONNECTORS.flatMap(({ spec }) => (spec.destination && !UNTYPED.includes(spec.name) ? [spec.name] : []));
  expect(typed.sort()).toEqual([
    ...['bigquery', 'clickhouse', 'databricks', 'mssql', 'mysql', 'postgres', 'redshift', 'snowflake'],
  ]);
  expect(COLUMN_TYPE_TABLES).toHaveLength(typed.length);
});

describe('conversions that the documentation of a database states', () => {
  it.each([
    ['MySQL and MariaDB', 'decimal(18, 6)', 'json', '999999999999.999999'],
    ['MySQL and MariaDB', 'decimal(10, 2)', 'json', null],
    ['MySQL and MariaDB', 'integer', 'json', null],
    ['MySQL and MariaDB', 'json', 'json', '0.12345678901234567'],
    ['SQL Server', 'decimal(10, 2)', 'decimal(4,1)', '1.05'],
    ['SQL Server', 'decimal(10, 2)', 'money', null],
    ['SQL Server', 'decimal(18, 6)', 'money', '1.000005'],
    ['SQL Server', 'integer', 'float', '922337203685477580'],
    ['SQL Server', 'integer', 'bit', '5'],
    ['SQL Server', 'datetime', 'datetime', '2026-11-26 10:00:00.123456'],
    ['SQL Server', 'datetime', 'smalldatetime', '2026-11-26 10:00:00.6'],
    ['SQL Server', 'datetime', 'datetime2(7)', null],
    ['SQL Server', 'datetime', 'date', '2026-11-26 23:59:59'],
    ['SQL Server', 'time', 'time(0)', '10:00:00.6'],
    ['SQL Server', 'boolean', 'bit', null],
    ['SQL Server', 'string', 'nvarchar', null],
    ['SQL Server', 'string', 'int', '007'],
    ['Amazon Redshift', 'decimal(10, 2)', 'integer', '1.05'],
    ['Amazon Redshift', 'float', 'real', '0.1234567890123456'],
    ['Amazon Redshift', 'datetime', 'timestamp with time zone', null],
    ['Amazon Redshift', 'datetime', 'date', '2026-11-26 23:59:59'],
    ['Amazon Redshift', 'json', 'super', null],
    ['Snowflake', 'integer', 'fixed(38,0)', null],
    ['Snowflake', 'decimal(10, 2)', 'fixed(38,0)', '1.05'],
    ['Snowflake', 'datetime', 'timestamp_ntz(3)', '2026-11-26 10:00:00.123456'],
    ['Snowflake', 'datetime', 'timestamp_tz(9)', null],
    ['Snowflake', 'float', 'real', null],
    ['Databricks', 'integer', 'double', '922337203685477580'],
    ['Databricks', 'decimal(10, 2)', 'decimal(4,1)', '1.05'],
    ['Databricks', 'time', 'string', null],
    ['Databricks', 'datetime', 'date', '2026-11-26 23:59:59'],
    ['Google BigQuery', 'decimal(38, 10)', 'NUMERIC', '1.0000000005'],
    ['Google BigQuery', 'decimal(38, 10)', 'BIGNUMERIC', null],
    ['Google BigQuery', 'decimal(10, 2)', 'NUMERIC(4,1)', '1.05'],
    ['Google BigQuery', 'datetime', 'TIMESTAMP', null],
    ['Google BigQuery', 'integer', 'FLOAT64', '922337203685477580'],
    ['ClickHouse', 'integer', 'Nullable(Float64)', '922337203685477580'],
    ['ClickHouse', 'decimal(18, 6)', 'Float64', '999999999999.999999'],
    ['ClickHouse', 'float', 'Float32', '0.1234567890123456'],
    ['ClickHouse', 'datetime', 'DateTime', null],
  ])('%s decides of values of %s in a column of type %s: %s', (database, label, columnType, expected) => {
    expect(altered(database, label, columnType)).toBe(expected);
  });
});

describe('numbers inside lists and records, in a column of JSON whose fractions are doubles', () => {
  const wide: ColumnType = { kind: 'decimal', precision: 20, scale: 4 };
  it.each<readonly [ColumnType, string | null]>([
    [{ kind: 'list', element: wide }, '[9999999999999999.9999]'],
    [
      { kind: 'record', fields: [{ name: 'a "b"', type: wide, nullable: true }] },
      '{"a \\"b\\"":9999999999999999.9999}',
    ],
    [{ kind: 'list', element: { kind: 'list', element: { kind: 'json' } } }, '[[0.12345678901234567]]'],
    [{ kind: 'list', element: { kind: 'decimal', precision: 15, scale: 4 } }, null],
    [{ kind: 'list', element: { kind: 'integer' } }, null],
    [{ kind: 'list', element: { kind: 'float' } }, null],
    [{ kind: 'record', fields: [{ name: 's', type: { kind: 'string' }, nullable: true }] }, null],
  ])('the numbers of %j: %s is changed', (type, value) => {
    expect(alteredValue(type, { kind: 'json', digits: 15 }, { isLeftToServer: new Set() })).toBe(value);
    expect(alteredValue(type, { kind: 'json' }, { isLeftToServer: new Set() })).toBeNull();
  });
});
