import type { Plan } from '@switchboard/model/plan';
import { type ColumnType, type SourceColumn, typeName } from '@switchboard/model/schema';
import { sqlType } from '../../src/emit/duckdb/literals.ts';
import { compile, type Message } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { startKept } from '../kept/kept-tables.ts';
import { type Database, describeInferred, describeQuery, openDatabase } from '../open-database.ts';
import { type GoodSample, readSources, type WrittenRows } from './read-samples.ts';

export const SOURCES = readSources();

export type Scripts = { readonly sources: string; readonly script: string };
/** * Result of a sample: `name: type` for each column, and each value as a comparable text. */
export type SampleResult = { readonly columns: readonly string[]; readonly rows: WrittenRows };

let opened: Promise<Database> | null = null;

/** Compiles a sample beside the sources that all samples share. */
export function compileSample({ sources, script }: Scripts): {
  readonly plan: Plan | null;
  readonly messages: readonly Message[];
} {
  const files = [
    { path: 'a.sbs', text: script },
    { path: 'sources.sbs', text: sources },
  ];
  const { plan, messages } = compile(files, CATALOG);
  return { plan, messages };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
const isNested = (type: ColumnType): boolean => type.kind === 'list' || type.kind === 'record';

function literal(written: string, type: ColumnType): string {
  const sql = sqlType(type) ?? 'VARCHAR';
  if (written === 'null') return `CAST(NULL AS ${sql})`;
  return `CAST(${isNested(type) ? `CAST(${text(written)} AS JSON)` : text(written === "''" ? '' : written)} AS ${sql})`;
}

/** Rows of a source as SQL. A value behind the declared columns is that of the column `surprise`. */
function rowsSql(columns: readonly SourceColumn[], isOpen: boolean, rows: WrittenRows): string {
  const all: readonly Pick<SourceColumn, 'name' | 'type'>[] = [
    ...columns,
    ...(isOpen ? [{ name: 'surprise', type: { kind: 'string' } as const }] : []),
  ];
  const select = (row: readonly string[], number: number): string =>
    `SELECT ${[
      ...all.map(({ name, type }, at) => `${literal(row[at] ?? 'null', type)} AS ${quoted(name)}`),
      "DATE '2026-11-20' AS report_date",
      "'a.csv' AS filename",
      `${number}::BIGINT AS line_number`,
    ].join(', ')}`;
  if (rows.length === 0) return `${select([], 0)} LIMIT 0`;
  return rows.map((row, at) => select(row, at + 2)).join(' UNION ALL ');
}

/** Creates the sources of a plan; `names` are those that the tables of the inputs had before a rename. */
async function createInputs(
  database: Database,
  plan: Plan,
  sample: Pick<GoodSample, 'inputs'>,
  original: (name: string) => string,
): Promise<void> {
  for (const { name, schema } of plan.sources.flatMap((source) => source.tables)) {
    const rows = sample.inputs.get(original(name)) ?? SOURCES.inputs.get(original(name));
    if (!rows) throw new Error(`Source ${name} has no input.`);
    await database.run(`CREATE OR REPLACE TABLE ${quoted(name)} AS ${rowsSql(schema.columns, schema.rest, rows)}`);
  }
}

function scalarText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  throw new Error(`${typeof value} is not a value of DuckDB`);
}

/** A list or record in one spelling: every value in it is a text or null. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, canonical(each)]));
  return value === null ? null : scalarText(value);
}

/** A value of the database as a sample writes it. */
function shown(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return JSON.stringify(canonical(value));
  return value === '' ? "''" : scalarText(value);
}

/** The expected rows in the same spelling. */
export function expectedRows({ columns, rows }: Pick<GoodSample, 'columns' | 'rows'>): WrittenRows {
  const nested = columns.map((column) => /: [[{]/.test(column));
  return rows.map((row) =>
    row.map((value, at) => (nested[at] && value !== 'null' ? JSON.stringify(canonical(JSON.parse(value))) : value)),
  );
}

/** The types that DuckDB gives must be the inferred ones; of an open table those of its known columns. */
async function compareTypes(database: Database, table: Plan['tables'][number]): Promise<void> {
  const described = await describeQuery(database, table.sql.duckdb);
  const inferred = await describeInferred(database, table.columns);
  const isWrong = table.closed
    ? JSON.stringify(described) !== JSON.stringify(inferred)
    : inferred.some((column) => !described.includes(column));
  if (isWrong) throw new Error(`${table.name} has ${described.join(', ')}; inferred ${inferred.join(', ')}`);
}

/** Columns that are not nullable must hold no null. */
async function compareNulls(database: Database, table: Plan['tables'][number]): Promise<void> {
  for (const { name } of table.columns.filter((column) => !column.nullable)) {
    const [row] = await database.run(`SELECT count(*) AS n FROM ${quoted(table.name)} WHERE ${quoted(name)} IS NULL`);
    if (String(row?.n) !== '0') throw new Error(`Column ${name} of ${table.name} cannot be null, but is.`);
  }
}

type Assertion = NonNullable<Plan['assertions']>[number];

async function resultOf(database: Database, { table, claim }: Assertion): Promise<SampleResult> {
  if (claim.kind !== 'row_count') {
    const { columns, rows } = await shownRows(database, claim.sql.duckdb);
    return { columns: columns.map(([name, type]) => `${name}: ${typeOf(type)}`), rows };
  }
  const [row] = await database.run(`SELECT count(*) AS n FROM ${quoted(table)}`);
  const columns = ['rows: integer', 'low: float', 'high: float', 'dates: integer'];
  return { columns, rows: [[row?.n, claim.low, claim.high, claim.dates].map(shown)] };
}

const NAMES: Readonly<Record<string, string>> = {
  VARCHAR: 'string',
  BIGINT: 'integer',
  DOUBLE: 'float',
  TIMESTAMP: 'datetime',
  'VARCHAR[]': '[string]',
};

/** The name that scripts give a type of DuckDB. */
function typeOf(type: string): string {
  return NAMES[type] ?? type.toLowerCase().replace(',', ', ');
}

type ShownRows = { readonly columns: readonly (readonly [name: string, type: string])[]; readonly rows: WrittenRows };

async function shownRows(database: Database, sql: string): Promise<ShownRows> {
  const described = await database.run(`DESCRIBE ${sql}`);
  const columns = described.map((row) => [String(row.column_name), String(row.column_type)] as const);
  const rows = await database.run(sql);
  return { columns, rows: rows.map((row) => columns.map(([name]) => shown(row[name]))) };
}

/** Runs the tables of a plan on the rows of a sample. The result is that of its first assertion, or of its last table. */
export async function runSample(
  plan: Plan,
  sample: Pick<GoodSample, 'inputs'>,
  original: (name: string) => string = (name) => name,
): Promise<SampleResult> {
  opened ??= openDatabase();
  const database = await opened;
  await createInputs(database, plan, sample, original);
  let result: SampleResult = { columns: [], rows: [] };
  for (const table of plan.tables) {
    if (table.state) await startKept(database, table);
    await compareTypes(database, table);
    const { columns, rows } = await shownRows(database, table.sql.duckdb);
    const types = new Map(table.columns.map(({ name, type }) => [name, typeName(type)]));
    result = { columns: columns.map(([name, type]) => `${name}: ${types.get(name) ?? typeOf(type)}`), rows };
    await database.run(`CREATE OR REPLACE TABLE ${quoted(table.name)} AS ${table.sql.duckdb}`);
    await compareNulls(database, table);
  }
  const [assertion] = plan.assertions ?? [];
  return assertion ? resultOf(database, assertion) : result;
}
