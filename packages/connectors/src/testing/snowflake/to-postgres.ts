import type { StoreField } from '../warehouse/postgres-store.ts';

/** Functions of Snowflake that PostgreSQL lacks, in PostgreSQL. */
export const FUNCTIONS = `
  create function iff(condition boolean, yes text, no text) returns text
    language sql as 'select case when condition then yes else no end';
  create function to_number(value text) returns numeric language sql as 'select value::numeric';
  create function parse_json(value text) returns jsonb language sql as 'select value::jsonb';
  create function startswith(value text, prefix text) returns boolean language sql as 'select starts_with(value, prefix)';
  create function convert_timezone(zone text, value timestamptz) returns timestamp
    language sql as 'select value at time zone zone';
`;

const TYPES: Readonly<Record<string, string>> = {
  VARCHAR: 'text',
  NUMBER: 'numeric',
  VARIANT: 'jsonb',
  ARRAY: 'jsonb',
  OBJECT: 'jsonb',
  TIMESTAMP_NTZ: 'timestamp',
  TIMESTAMP_LTZ: 'timestamptz',
  TIMESTAMP_TZ: 'timestamptz',
  BINARY: 'bytea',
};

/**
 * A statement of Snowflake as PostgreSQL understands it. Knows no more of the language than the connector and its tests write: what
 * it does not know, PostgreSQL refuses.
 */
export function toPostgres(statement: string, isBound: boolean): string {
  let place = 0;
  const nextPlace = (): string => {
    place += 1;
    return `$${place}`;
  };
  // What stands in quotes is left as it is.
  return statement
    .split(/("(?:[^"]|"")*"|'(?:[^']|'')*')/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const text = part
        .replace(/\bTRANSIENT TABLE\b/, 'UNLOGGED TABLE')
        .replace(/ DATA_RETENTION_TIME_IN_DAYS = 0/, '')
        .replace(/\bCURRENT_VERSION\(\)/g, 'version()')
        .replace(/\bCURRENT_TIMESTAMP\(\)/g, 'now()')
        .replace(
          /TABLE\(FLATTEN\(INPUT => PARSE_JSON\(\?\)\)\) AS f\b/g,
          'json_array_elements(CAST(? AS json)) AS f(value)',
        )
        .replace(/\b([A-Z_]+)(\(\d+(?:, ?\d+)?\))?(?= *[,)]| NOT NULL|$|\s)/g, (all, name: string, size = '') => {
          const type = TYPES[name];
          return type === undefined ? all : `${type}${type.startsWith('timestamp') ? '' : size}`;
        })
        .replace(/::(DATE|VARCHAR|TIMESTAMP_NTZ|TIMESTAMP_TZ)\b/g, (_, name: string) => `::${TYPES[name] ?? name}`);
      return isBound ? text.replace(/\?/g, nextPlace) : text;
    })
    .join('')
    .replace(/f\.value:"(\w+)"::text/g, "(f.value ->> '$1')");
}

/** Types of a result, by the oid of PostgreSQL's. */
const RESULT_TYPES: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'binary',
  20: 'fixed',
  23: 'fixed',
  701: 'real',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp_ntz',
  1184: 'timestamp_tz',
  1700: 'fixed',
  3802: 'variant',
};

/** A column of a result as the API describes it. */
export function columnOf({ name, oid, modifier }: StoreField) {
  const type = RESULT_TYPES[oid] ?? 'text';
  const isSized = oid === 1700 && modifier > 4;
  const size = isSized ? { precision: ((modifier - 4) >> 16) & 0xffff, scale: (modifier - 4) & 0x7ff } : {};
  return { name, type, ...(type === 'fixed' ? { precision: 38, scale: 0, ...size } : {}), nullable: true };
}

/** A value as the API writes it, from the text of PostgreSQL. */
export function apiValue(value: string | null, type: string): string | null {
  if (value === null) return null;
  switch (type) {
    case 'boolean':
      return String(value === 't');
    case 'binary':
      return value.slice(2).toUpperCase();
    case 'date':
      return String(Date.parse(`${value}T00:00:00Z`) / 86_400_000);
    case 'time':
      return `${Date.parse(`1970-01-01T${value.slice(0, 8)}Z`) / 1000}.${value.slice(9).padEnd(9, '0')}`;
    case 'timestamp_ntz':
      return secondsOf(value);
    case 'timestamp_tz':
      return `${secondsOf(value.replace(/\+00$/, ''))} 1440`;
    default:
      return value;
  }
}

function secondsOf(time: string): string {
  const [whole = '', fraction = ''] = time.split('.');
  const billion = 1_000_000_000n;
  const all = BigInt(Date.parse(`${whole.replace(' ', 'T')}Z`) / 1000) * billion + BigInt(fraction.padEnd(9, '0'));
  const size = all < 0n ? -all : all;
  return `${all < 0n ? '-' : ''}${size / billion}.${String(size % billion).padStart(9, '0')}`;
}
