import type { ColumnTypes } from '../column-types/stored-type.ts';
import { BIGQUERY_TYPES } from '../providers/bigquery/column-types.ts';
import { CLICKHOUSE_TYPES } from '../providers/clickhouse/stored-types.ts';
import { DATABRICKS_TYPES } from '../providers/databricks/column-types.ts';
import { MSSQL_TYPES } from '../providers/mssql/column-types.ts';
import { MYSQL_TYPES } from '../providers/mysql/column-types.ts';
import { POSTGRES_TYPES } from '../providers/postgres/column-types.ts';
import { REDSHIFT_TYPES } from '../providers/redshift/column-types.ts';
import { SNOWFLAKE_TYPES } from '../providers/snowflake/column-types.ts';

export { alteredValue } from '../column-types/altered-value.ts';
export { DECLARED } from './declared-types.ts';

/** The column types of a database as its server spells them, and the source of what is known of them. */
export type ColumnTypeTable = {
  readonly database: string;
  readonly types: ColumnTypes;
  readonly source: string;
  readonly columnTypes: readonly string[];
};

const DOCUMENTED = 'the documentation of its conversions; no server of it runs in the tests';

export const COLUMN_TYPE_TABLES: readonly ColumnTypeTable[] = [
  {
    database: 'PostgreSQL',
    types: POSTGRES_TYPES,
    source: 'a server of PostgreSQL in each run of the tests',
    columnTypes: [
      ...[
        'text',
        'character varying(3)',
        'character(3)',
        'name',
        '"char"',
        'xml',
        'json',
        'jsonb',
        'bytea',
        'tsvector',
      ],
      ...['smallint', 'integer', 'bigint', 'real', 'double precision', 'money', 'oid', 'boolean', 'uuid', 'text[]'],
      ...['numeric', 'numeric(4,1)', 'numeric(10,2)', 'numeric(18,6)', 'numeric(12,0)', 'numeric(6,-2)', 'date'],
      ...['timestamp without time zone', 'timestamp(0) without time zone', 'timestamp with time zone'],
      ...['timestamp(3) with time zone', 'time without time zone', 'time(0) without time zone', 'time with time zone'],
      ...['interval', 'interval(0)'],
    ],
  },
  {
    database: 'MySQL and MariaDB',
    types: MYSQL_TYPES,
    source:
      'servers of MariaDB and MySQL, whose answers are recorded in `providers/mysql/golden/column-types.json` and `mysql-column-types.json`',
    columnTypes: [
      ...['text', 'longtext', 'varchar(3)', 'char(3)', 'varbinary(200)', 'blob', 'json', "enum('a','b')", 'year'],
      ...['tinyint(1)', 'tinyint(4)', 'smallint(6)', 'int(11)', 'int(10) unsigned', 'bigint(20)', 'bit(1)', 'bit(64)'],
      ...['decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'decimal(12,0)', 'float', 'double', 'float(10,2)'],
      ...['date', 'datetime', 'datetime(3)', 'datetime(6)', 'timestamp', 'timestamp(6)', 'time', 'time(3)', 'time(6)'],
    ],
  },
  {
    database: 'SQL Server',
    types: MSSQL_TYPES,
    source: DOCUMENTED,
    columnTypes: [
      ...['varchar', 'nvarchar', 'char', 'nchar', 'text', 'ntext', 'xml', 'uniqueidentifier', 'bit'],
      ...['tinyint', 'smallint', 'int', 'bigint', 'real', 'float', 'money', 'smallmoney'],
      ...['decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'numeric(12,0)', 'date', 'datetime', 'smalldatetime'],
      ...['datetime2(0)', 'datetime2(3)', 'datetime2(7)', 'datetimeoffset(7)', 'time(0)', 'time(7)'],
    ],
  },
  {
    database: 'Amazon Redshift',
    types: REDSHIFT_TYPES,
    source: DOCUMENTED,
    columnTypes: [
      ...['character varying', 'character', 'text', 'super', 'boolean', 'smallint', 'integer', 'bigint', 'real'],
      ...['double precision', 'numeric(4,1)', 'numeric(10,2)', 'numeric(18,6)', 'numeric(38,10)', 'numeric(12,0)'],
      ...['date', 'timestamp without time zone', 'timestamp with time zone', 'time without time zone'],
      ...['time with time zone', 'varbyte', 'geometry'],
    ],
  },
  {
    database: 'Snowflake',
    types: SNOWFLAKE_TYPES,
    source: DOCUMENTED,
    columnTypes: [
      ...[
        'text',
        'boolean',
        'real',
        'variant',
        'fixed(38,0)',
        'fixed(4,1)',
        'fixed(10,2)',
        'fixed(18,6)',
        'fixed(38,10)',
      ],
      ...['fixed(12,0)', 'date', 'time(0)', 'time(6)', 'time(9)', 'timestamp_ntz(0)', 'timestamp_ntz(3)'],
      ...['timestamp_ntz(6)', 'timestamp_ntz(9)', 'timestamp_ltz(9)', 'timestamp_tz(0)', 'timestamp_tz(9)'],
    ],
  },
  {
    database: 'Databricks',
    types: DATABRICKS_TYPES,
    source:
      'Apache Spark with the statements of the upload (`DATABRICKS_SERVER=spark`), whose answers are recorded in `providers/databricks/golden/column-types.json`',
    columnTypes: [
      ...['string', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'boolean', 'date', 'timestamp'],
      ...['timestamp_ntz', 'variant', 'decimal(4,1)', 'decimal(10,2)', 'decimal(18,6)', 'decimal(38,10)'],
      ...['decimal(12,0)', 'decimal(38,0)', 'decimal(5,5)', 'decimal(20,6)'],
    ],
  },
  {
    database: 'Google BigQuery',
    types: BIGQUERY_TYPES,
    source: DOCUMENTED,
    columnTypes: [
      ...['STRING', 'INT64', 'INTEGER', 'FLOAT64', 'FLOAT', 'BOOL', 'NUMERIC', 'BIGNUMERIC', 'NUMERIC(4,1)'],
      ...['NUMERIC(10,2)', 'NUMERIC(18,6)', 'BIGNUMERIC(38,10)', 'NUMERIC(12,0)', 'DATE', 'DATETIME', 'TIMESTAMP'],
      ...['TIME', 'JSON', 'BYTES', 'GEOGRAPHY'],
    ],
  },
  {
    database: 'ClickHouse',
    types: CLICKHOUSE_TYPES,
    source:
      'the engine of ClickHouse (`CLICKHOUSE_SERVER=chdb`), whose answers are recorded in `providers/clickhouse/golden/column-types.json`. Each value but those of floats is compared with what was read, so that the statement that loads them fails',
    columnTypes: [
      ...['String', 'Int8', 'Int32', 'Int64', 'UInt64', 'Float32', 'Float64', 'Nullable(Float64)', 'Bool'],
      ...['Decimal(4, 1)', 'Decimal(10, 2)', 'Decimal(18, 6)', 'Date', 'Date32', 'DateTime', "DateTime64(3, 'UTC')"],
      ...["DateTime64(6, 'UTC')", 'LowCardinality(String)', 'UUID', 'FixedString(3)'],
    ],
  },
];
