import { DuckDBInstance } from '@duckdb/node-api';
import type { Plan } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import { sqlType } from '../src/emit/duckdb/literals.ts';

export type Row = Readonly<Record<string, unknown>>;
export type Database = { readonly run: (sql: string) => Promise<Row[]> };

let instance: Promise<DuckDBInstance> | undefined;
let opened = 0;

/** An empty database with the variables that a flow sets, in the one DuckDB of this process: starting another takes ten times as long. */
export async function openDatabase(): Promise<Database> {
  instance ??= DuckDBInstance.create(':memory:');
  const connection = await (await instance).connect();
  opened += 1;
  const name = `database_${opened}`;
  const run = async (sql: string): Promise<Row[]> => {
    const reader = await connection.runAndReadAll(sql);
    return reader.getRowObjectsJson();
  };
  await run(`ATTACH ':memory:' AS ${name}`);
  await run(`USE ${name}`);
  await run("SET TimeZone = 'UTC'");
  await run("SET VARIABLE flow_date = DATE '2026-11-20'");
  await run("SET VARIABLE flow_now = TIMESTAMP '2026-11-20 23:59:59.999999'");
  await run("SET VARIABLE flow_report_date = DATE '2026-11-20'");
  await run("SET VARIABLE flow_as_of = DATE '2026-11-20'");
  return { run };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const PSEUDO = `DATE '2026-11-20' AS report_date, 'a.csv' AS filename, 7::BIGINT AS line_number`;

/** One row of nulls for each source table, pseudo-columns included; what a source does not declare is `surprise`. */
export async function createSources(
  database: Database,
  plan: Plan,
  rows: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const table of plan.sources.flatMap((source) => source.tables)) {
    const columns = table.schema.columns.map(
      (column) => `CAST(NULL AS ${sqlType(column.type) ?? 'VARCHAR'}) AS ${quoted(column.name)}`,
    );
    if (table.schema.rest) columns.push("'s' AS surprise");
    const own = new Set(table.schema.columns.map((column) => column.name.toLowerCase()));
    const pseudo = PSEUDO.split(', ').filter((part) => !own.has(part.split(' AS ')[1] ?? ''));
    const values = Object.hasOwn(rows, table.name) ? rows[table.name] : undefined;
    const query =
      values === undefined
        ? `SELECT ${[...columns, ...pseudo].join(', ')}`
        : `SELECT *, ${pseudo.join(', ')} FROM (${values})`;
    await database.run(`CREATE OR REPLACE TABLE ${quoted(table.name)} AS ${query}`);
  }
}

/** The names and types that DuckDB gives a query's columns. */
export async function describeQuery(database: Database, sql: string): Promise<string[]> {
  const rows = await database.run(`DESCRIBE ${sql}`);
  return rows.map((row) => `${String(row.column_name)} ${String(row.column_type)}`);
}

/** The same for columns that the compiler inferred; an unknown type is shown as a text. */
export async function describeInferred(database: Database, columns: readonly Column[]): Promise<string[]> {
  if (columns.length === 0) return [];
  const items = columns.map((column) => `CAST(NULL AS ${sqlType(column.type) ?? 'VARCHAR'}) AS ${quoted(column.name)}`);
  return describeQuery(database, `SELECT ${items.join(', ')}`);
}
