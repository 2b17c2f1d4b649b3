/** A fix decided by an engine that is not ours: the dialect, the engine, where it stands, the habit, and its meaning there. */
export type Decided = readonly [dialect: string, engine: Engine, place: Place, habit: string, meaning: string];
export type Engine = 'postgres' | 'sqlite' | 'duckdb';
/** An item, an item whose text counts letter by letter, an aggregate by kind, or a condition. */
export type Place = 'e' | 't' | 'a' | 'w';

type Value = string | number | boolean | null | readonly (string | null)[];
type Row = readonly Value[];

/** The columns of the rows with their types in DuckDB and PostgreSQL, and in the language. */
export const COLUMNS: readonly (readonly [name: string, duckdb: string, postgres: string, own: string])[] = [
  ['id', 'BIGINT', 'bigint', 'integer'],
  ['day', 'DATE', 'date', 'date'],
  ['at', 'TIMESTAMP', 'timestamp', 'datetime'],
  ['site', 'VARCHAR', 'text', 'string'],
  ['kind', 'VARCHAR', 'text', 'string'],
  ['clicks', 'BIGINT', 'bigint', 'integer'],
  ['cost', 'DECIMAL(18, 3)', 'numeric(18, 3)', 'decimal(18, 3)'],
  ['ratio', 'DOUBLE', 'double precision', 'float'],
  ['active', 'BOOLEAN', 'boolean', 'boolean'],
  ['m_one', 'BIGINT', 'bigint', 'integer'],
  ['m_two', 'BIGINT', 'bigint', 'integer'],
  ['tags', 'VARCHAR[]', 'text[]', '[string]'],
  ['extra', 'JSON', 'jsonb', 'json'],
];

/** Nulls, negatives, ties, empty and foreign texts, halves, and days at the borders of weeks, months and years. */
export const ROWS: readonly Row[] = [
  [1, '2026-01-31', '2026-01-31 23:59:59', 'www.a.com', 'a', 5, 2.5, 2.5, true, 2, 0, ['b', 'a', 'b'], '{"a": "x"}'],
  [2, '2026-02-28', '2026-02-28 00:00:00', 'Ünïcode.x', 'b', -3, -0.5, -2.5, false, 0, 1, [], '{"b": "x"}'],
  [3, '2024-02-29', '2024-02-29 12:30:15', '', 'a', 0, 0.005, 0.5, null, -7, 3, null, null],
  [4, null, null, null, null, null, null, null, null, null, null, null, null],
  [5, '2026-03-01', '2026-03-02 01:02:03', ' pad ', 'b', 7, 1.005, 1.25, true, 3, -2, ['a', null], '{"a": null}'],
  [6, '2026-01-01', '2026-01-01 00:00:01', '2026-01-05', 'a', 5, -1.005, -0.5, false, 1, 1, ['c'], '{"a": "é"}'],
  [
    7,
    '2025-12-29',
    '2025-12-29 06:00:00',
    '日本.jp',
    'b',
    4503599627370497,
    12345.675,
    3.25,
    true,
    -1,
    0,
    [null],
    '{}',
  ],
  [
    8,
    '2025-12-31',
    '2026-01-01 00:30:00',
    "it's, 100%",
    'a',
    -1,
    0.1,
    -0.1,
    null,
    10,
    3,
    ['z', 'é', 'a'],
    '{"a": "y"}',
  ],
  [9, '2021-01-03', '2021-01-03 23:59:59', 'a.b.c', null, 5, 0, 1.5, true, 4, 4, ['a', 'a'], '{"a": ""}'],
  [
    10,
    '1969-12-31',
    '1969-12-31 23:59:58',
    'WWW.B.COM',
    'b',
    -5,
    -12.345,
    -1.5,
    false,
    -2,
    2,
    ['b', null, 'a'],
    '{"a": "q"}',
  ],
];

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  return `ARRAY[${value.map(literal).join(', ')}]`;
}

/** A table of the rows, in DuckDB or PostgreSQL. */
export function tableOfRows(engine: 'duckdb' | 'postgres'): string {
  const type = engine === 'duckdb' ? 1 : 2;
  const rows = ROWS.map((row) => {
    const values = row.map((value, index) => {
      const column = COLUMNS[index];
      const cast = column?.[type] ?? '';
      const written = literal(value);
      return `CAST(${engine === 'duckdb' && Array.isArray(value) ? written.replace(/^ARRAY/, '') : written} AS ${cast})`;
    });
    return `(${values.join(', ')})`;
  });
  const names = COLUMNS.map(([name]) => `"${name}"`).join(', ');
  return `SELECT * FROM (VALUES ${rows.join(', ')}) AS rows(${names})`;
}

/** A statement that gives the meaning of a habit as `v`. */
export function statementOf([, , place, , meaning]: Decided): string {
  if (place === 'w') return `SELECT id AS v FROM ads WHERE ${meaning} ORDER BY id`;
  if (place === 'a') return `SELECT kind, ${meaning} AS v FROM ads GROUP BY kind ORDER BY kind NULLS LAST`;
  return `SELECT id, ${meaning} AS v FROM ads ORDER BY id`;
}

/** The habit in a script. */
export function scriptOf([, , place, habit]: Decided): string {
  if (place === 'w') return `table t is select id from ads where ${habit} order by id;`;
  if (place === 'a') return `table t is select kind, ${habit} as v from ads order by kind;`;
  return `table t is select id, ${habit} as v from ads order by id;`;
}

/** A value in one form for all engines: numbers by their value, booleans as numbers, the start of a day as the day. */
export function comparable(value: unknown, place: Place): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => comparable(each, place));
  if (typeof value === 'boolean') return value ? '1' : '0';
  // Values of engines, such as days, are objects that write themselves.
  const text = (value as { toString(): string }).toString();
  if (place === 't') return text;
  // Aggregates of floats are equal up to their last digits.
  if (place !== 'a' && /^-?\d+$/.test(text)) return String(BigInt(text));
  if (/^-?\d*\.?\d+(?:e[+-]?\d+)?$/i.test(text)) return String(Number(Number(text).toPrecision(12)));
  return text.replace(/ 00:00:00(?:\.0+)?(?:\+00)?$/, '');
}
