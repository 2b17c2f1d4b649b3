/** Types of SQL dialects by the type that holds their values. */
export const TYPE_HABITS: Readonly<Record<string, readonly string[]>> = {
  boolean: ['bool', 'bit', 'logical'],
  integer: [
    ...['int', 'bigint', 'smallint', 'tinyint', 'mediumint', 'byteint', 'hugeint', 'long', 'short', 'byte'],
    ...['int2', 'int4', 'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'],
    ...['ubigint', 'uinteger', 'unsigned', 'signed', 'serial', 'bigserial', 'counter'],
  ],
  string: [
    ...['text', 'varchar', 'varchar2', 'nvarchar', 'nvarchar2', 'char', 'nchar', 'bpchar', 'character', 'clob', 'str'],
    ...['tinytext', 'mediumtext', 'longtext', 'citext', 'uuid', 'uniqueidentifier', 'enum', 'lowcardinality'],
    ...['bytes', 'bytea', 'blob', 'binary', 'varbinary'],
  ],
  float: ['double', 'real', 'number', 'float4', 'float8', 'float32', 'float64'],
  decimal: ['numeric', 'dec', 'money', 'smallmoney', 'bignumeric', 'bigdecimal'],
  datetime: [
    ...['timestamp', 'timestamptz', 'timestamp_tz', 'timestamp_ntz', 'timestamp_ltz', 'timestamp_s', 'timestamp_ms'],
    ...['datetime2', 'datetime64', 'smalldatetime', 'datetimeoffset'],
  ],
  date: ['date32', 'day'],
  time: ['timetz', 'time_ntz'],
  json: ['jsonb', 'variant', 'super', 'object', 'struct', 'map', 'row', 'record', 'any'],
};

const byName: ReadonlyMap<string, string> = new Map(
  Object.entries(TYPE_HABITS).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/** The type that holds the values of a type of a SQL dialect. */
export function foreignType(name: string): string | undefined {
  return byName.get(name.toLowerCase());
}
