import type { ColumnType } from '@switchboard/model';
import type { Typed } from '../check/typed.ts';
import { type FunctionSpec, type SqlArgument, sqlOf } from './function-spec.ts';

const scalar = 'scalar';

/** The argument as a text: the text inside a JSON string, without its quotation marks. */
function asText(arg: SqlArgument | undefined): string {
  if (arg === undefined) return 'NULL';
  if (arg.type.kind === 'string') return arg.sql;
  return arg.type.kind === 'json' ? `json_extract_string(${arg.sql}, '$')` : `CAST(${arg.sql} AS VARCHAR)`;
}

/** A number from a text: DuckDB's own casts accept 12.7 as an integer, 0x1F and 1_000, which are no numbers to a reader. */
function fromText(arg: SqlArgument | undefined, pattern: string, type: string): string {
  return `TRY_CAST(regexp_extract(${asText(arg)}, '^\\s*(${pattern})\\s*$', 1) AS ${type})`;
}

function isTextual(arg: SqlArgument | undefined): boolean {
  return arg?.type.kind === 'string' || arg?.type.kind === 'json' || arg?.type.kind === 'unknown';
}

const NUMERAL = '[+-]?(?:[0-9]+(?:[.][0-9]*)?|[.][0-9]+)(?:[eE][+-]?[0-9]+)?';

function decimalType(args: readonly Typed[]): ColumnType {
  const digits = (index: number, otherwise: number): number => {
    const arg = args[index];
    return arg?.kind === 'constant' ? Number(arg.value) : otherwise;
  };
  const precision = Math.min(38, Math.max(1, digits(1, 18)));
  return {
    kind: 'decimal',
    precision,
    scale: Math.min(precision, Math.max(0, digits(2, args[1] === undefined ? 6 : 0))),
  };
}

/** Of a decimal without digits before its point DuckDB writes `.5`, which is no JSON. */
function jsonOf(args: readonly SqlArgument[]): string {
  const type = args[0]?.type;
  const bare = type?.kind === 'decimal' && type.precision === type.scale;
  return bare ? `to_json(CAST(${sqlOf(args, 0)} AS DOUBLE))` : `to_json(${sqlOf(args, 0)})`;
}

/** Conversions. What cannot be converted becomes null; `cast` fails instead. */
export const CONVERSION_FUNCTIONS: readonly FunctionSpec[] = [
  {
    name: 'string',
    kind: scalar,
    signature: '(value: any): string',
    doc: 'The value as a text.',
    example: 'string(12)',
    // A JSON null is a value to JSON, and none as a text.
    nullable: true,
    duckdb: (args) => asText(args[0]),
  },
  {
    name: 'integer',
    kind: scalar,
    converts: true,
    signature: '(value: any): integer',
    doc: 'The value as an integer, a fraction cut off; null when it is none.',
    example: "integer('12')",
    nullable: true,
    duckdb: (args) => {
      const kind = args[0]?.type.kind;
      if (isTextual(args[0])) return fromText(args[0], '[+-]?[0-9]+', 'BIGINT');
      return kind === 'float' || kind === 'decimal'
        ? `TRY_CAST(trunc(${sqlOf(args, 0)}) AS BIGINT)`
        : `TRY_CAST(${sqlOf(args, 0)} AS BIGINT)`;
    },
  },
  {
    name: 'float',
    kind: scalar,
    converts: true,
    signature: '(value: any): float',
    doc: 'The value as a float; null when it is no number.',
    example: "float('1.5')",
    nullable: true,
    duckdb: (args) =>
      isTextual(args[0]) ? fromText(args[0], NUMERAL, 'DOUBLE') : `TRY_CAST(${sqlOf(args, 0)} AS DOUBLE)`,
  },
  {
    name: 'decimal',
    kind: scalar,
    converts: true,
    signature: '(value: any, precision?: digits, scale?: digits): number',
    doc: 'The value as a decimal, (18, 6) if not given; null when it does not fit.',
    example: "decimal('1.50', 10, 2)",
    nullable: true,
    result: decimalType,
    duckdb: (args, type) => {
      const target = type.kind === 'decimal' ? `DECIMAL(${type.precision}, ${type.scale})` : 'DECIMAL(18, 6)';
      return isTextual(args[0]) ? fromText(args[0], NUMERAL, target) : `TRY_CAST(${sqlOf(args, 0)} AS ${target})`;
    },
  },
  {
    name: 'boolean',
    kind: scalar,
    converts: true,
    signature: '(value: any): boolean',
    doc: 'The value as a boolean: true, yes, t, y and 1 are true; null when it is none.',
    example: "boolean('yes')",
    nullable: true,
    duckdb: (args) => {
      if (!isTextual(args[0])) return `TRY_CAST(${sqlOf(args, 0)} AS BOOLEAN)`;
      const words = "['true', 'yes', 't', 'y', '1', 'false', 'no', 'f', 'n', '0']";
      return `(list_position(${words}, lower(trim(${asText(args[0])}))) <= 5)`;
    },
  },
  {
    name: 'json',
    kind: scalar,
    signature: '(value: any): json',
    doc: 'The value as JSON: a text is read as JSON, null when it is none; anything else is turned into it.',
    example: `json('{"a": 1}')`,
    nullable: true,
    duckdb: (args) => (args[0]?.type.kind === 'string' ? `TRY_CAST(${sqlOf(args, 0)} AS JSON)` : jsonOf(args)),
  },
];
