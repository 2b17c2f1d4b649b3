import { type FunctionFamilySql, type SqlArgument, sqlOf } from './function-sql.ts';

/** The argument as a string: of a JSON string the text without its quotation marks. */
function asText(arg: SqlArgument | undefined): string {
  if (arg === undefined) return 'NULL';
  if (arg.type.kind === 'string') return arg.sql;
  return arg.type.kind === 'json' ? `json_extract_string(${arg.sql}, '$')` : `CAST(${arg.sql} AS VARCHAR)`;
}

/** A number from a string. DuckDB's own casts accept 12.7 as an integer, and 0x1F and 1_000 as numbers. */
function fromText(arg: SqlArgument | undefined, pattern: string, type: string): string {
  return `TRY_CAST(regexp_extract(${asText(arg)}, '^\\s*(${pattern})\\s*$', 1) AS ${type})`;
}

function isTextual(arg: SqlArgument | undefined): boolean {
  return arg?.type.kind === 'string' || arg?.type.kind === 'json' || arg?.type.kind === 'unknown';
}

const NUMERAL = '[+-]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)?';

/** DuckDB writes a decimal without digits before its point as `.5`, which is not valid JSON. */
function jsonOf(args: readonly SqlArgument[]): string {
  const type = args[0]?.type;
  const bare = type?.kind === 'decimal' && type.precision === type.scale;
  return bare ? `to_json(CAST(${sqlOf(args, 0)} AS DOUBLE))` : `to_json(${sqlOf(args, 0)})`;
}

/** DuckDB's SQL of the conversion functions. */
export const CONVERSION_SQL: FunctionFamilySql = {
  string: (args) => asText(args[0]),
  integer: (args) => {
    const kind = args[0]?.type.kind;
    if (isTextual(args[0])) return fromText(args[0], '[+-]?[0-9]+', 'BIGINT');
    return kind === 'float' || kind === 'decimal'
      ? `TRY_CAST(trunc(${sqlOf(args, 0)}) AS BIGINT)`
      : `TRY_CAST(${sqlOf(args, 0)} AS BIGINT)`;
  },
  float: (args) =>
    isTextual(args[0]) ? fromText(args[0], NUMERAL, 'DOUBLE') : `TRY_CAST(${sqlOf(args, 0)} AS DOUBLE)`,
  decimal: (args, type) => {
    const target = type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : 'DECIMAL(18, 6)';
    return isTextual(args[0]) ? fromText(args[0], NUMERAL, target) : `TRY_CAST(${sqlOf(args, 0)} AS ${target})`;
  },
  boolean: (args) => {
    if (!isTextual(args[0])) return `TRY_CAST(${sqlOf(args, 0)} AS BOOLEAN)`;
    const words = "['true', 'yes', 't', 'y', '1', 'false', 'no', 'f', 'n', '0']";
    return `(list_position(${words}, lower(trim(${asText(args[0])}))) <= 5)`;
  },
  json: (args) => (args[0]?.type.kind === 'string' ? `TRY_CAST(${sqlOf(args, 0)} AS JSON)` : jsonOf(args)),
};
