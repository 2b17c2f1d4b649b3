/** Types of GoogleSQL and the PostgreSQL types in which the stand-in keeps their values. */
const TYPES: Readonly<Record<string, string>> = {
  STRING: 'text',
  INT64: 'bigint',
  INTEGER: 'bigint',
  FLOAT64: 'double precision',
  NUMERIC: 'numeric',
  BIGNUMERIC: 'numeric',
  BOOL: 'boolean',
  DATE: 'date',
  DATETIME: 'timestamp',
  TIMESTAMP: 'timestamptz',
  TIME: 'time',
  JSON: 'jsonb',
};

/** A column of the API as PostgreSQL defines it. */
export function columnDefinition(field: {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly precision?: string;
  readonly scale?: string;
}): string {
  const size = field.precision === undefined ? '' : `(${field.precision}, ${field.scale ?? '0'})`;
  return `${quoteName(field.name)} ${TYPES[field.type] ?? 'text'}${size}${field.mode === 'REPEATED' ? '[]' : ''}`;
}

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * A statement of GoogleSQL as PostgreSQL understands it, and the names of its parameters in order. Knows no more of the language than
 * the destination writes: what it does not know, PostgreSQL refuses.
 */
export function toPostgres(statement: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const text = statement
    .replace(/`([^`]+)`/g, (_, name: string) => {
      const [, dataset, table] = /^[^.]+\.(\w+)\.(.+)$/.exec(name) ?? [];
      return table === undefined ? quoteName(name) : `${quoteName(dataset ?? '')}.${quoteName(table)}`;
    })
    .replace(/PARSE_JSON\(("[^"]+"), wide_number_mode=>'exact'\)/g, 'CAST($1 AS jsonb)')
    .replace(/ AS (INT64|FLOAT64|NUMERIC|BIGNUMERIC|BOOL|TIMESTAMP|DATETIME|DATE|TIME)\)/g, (_, type: string) => {
      return ` AS ${TYPES[type] ?? type})`;
    })
    .replace(/\bIFNULL\(/g, 'COALESCE(')
    .replace(/\bCURRENT_TIMESTAMP\(\)/g, 'now()')
    .replace(/@(\w+)/g, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
  return { text, names };
}

/** Parses the query and message of an ASSERT; null for any other statement. */
export function readAssertion(statement: string): { readonly query: string; readonly message: string } | null {
  const match = /^ASSERT (.+) AS '([^']+)'$/s.exec(statement);
  return match === null ? null : { query: `SELECT (${match[1] ?? ''}) AS holds`, message: match[2] ?? '' };
}
