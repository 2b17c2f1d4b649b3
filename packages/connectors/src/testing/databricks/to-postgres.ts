import type { StoreField } from '../warehouse/postgres-store.ts';

/** Functions of Databricks that PostgreSQL lacks, in PostgreSQL. */
export const FUNCTIONS = `
  create function unix_micros(value timestamptz) returns bigint language sql as 'select (extract(epoch from value) * 1000000)::bigint';
  create function hex(value bytea) returns text language sql as 'select upper(encode(value, ''hex''))';
  create function parse_json(value text) returns jsonb language sql as 'select value::jsonb';
  create function startswith(value text, prefix text) returns boolean language sql as 'select starts_with(value, prefix)';
`;

const TYPES: Readonly<Record<string, string>> = {
  STRING: 'text',
  DOUBLE: 'double precision',
  TIMESTAMP: 'timestamptz',
  TIMESTAMP_NTZ: 'timestamp',
};

/**
 * A statement of Databricks as PostgreSQL understands it. Knows no more of the language than the connector and its tests write: what
 * it does not know, PostgreSQL refuses. Names have two parts there: the catalog is left out.
 * @param parameters values by name, as strings
 */
export function toPostgres(statement: string, parameters: ReadonlyMap<string, string> = new Map()): string {
  // What stands in quotes is left as it is.
  return statement
    .replace(/ TBLPROPERTIES \('[^']+' = '[^']+'\)/, '')
    .split(/(`(?:[^`]|``)*`|"(?:[^"]|"")*"|'(?:[^']|'')*')/)
    .map((part, index) => {
      if (part.startsWith('`')) return `"${part.slice(1, -1).replaceAll('``', '`').replaceAll('"', '""')}"`;
      if (index % 2 === 1) return part;
      return part
        .replace(/\bCURRENT_TIMESTAMP\(\)/g, 'now()')
        .replace(/\b(STRING|DOUBLE|TIMESTAMP|TIMESTAMP_NTZ)(?=[,)]|$)/g, (name) => TYPES[name] ?? name)
        .replace(/(?<!:):(\w+)/g, (all, name: string) => literal(parameters.get(name)) ?? all);
    })
    .join('')
    .replace(/ ADD COLUMNS \((.*)\)$/s, ' ADD COLUMN $1')
    .replace(/"[^"]+"\.("[^"]+"\.(?:"[^"]+"|\w+))/g, '$1')
    .replace(/"[^"]+"\.(information_schema\.)/gi, '$1');
}

const literal = (value: string | undefined): string | null =>
  value === undefined ? null : `'${value.replaceAll("'", "''")}'`;

/** Types of a result, by the oid of PostgreSQL's. */
const RESULT_TYPES: Readonly<Record<number, string>> = {
  16: 'BOOLEAN',
  17: 'BINARY',
  20: 'BIGINT',
  23: 'INT',
  701: 'DOUBLE',
  1082: 'DATE',
  1114: 'TIMESTAMP_NTZ',
  1184: 'TIMESTAMP',
  1700: 'DECIMAL',
  3802: 'VARIANT',
};

/** A column of a result as the API describes it. */
export function columnOf({ name, oid, modifier }: StoreField, position: number) {
  const type = RESULT_TYPES[oid] ?? 'STRING';
  const isSized = oid === 1700 && modifier > 4;
  const size = isSized ? `(${((modifier - 4) >> 16) & 0xffff},${(modifier - 4) & 0x7ff})` : '(38,18)';
  return { name, position, type_name: type, type_text: type === 'DECIMAL' ? `DECIMAL${size}` : type };
}
