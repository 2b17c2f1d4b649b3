import { compile, formatScript } from '../../src/index.ts';
import { CATALOG } from '../catalog.ts';
import { startKept } from '../kept/kept-tables.ts';
import { createSources, type Database, describeInferred, describeQuery } from '../open-database.ts';
import type { ValidScript } from './script.ts';

const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
/** Values that do not fit end a run, as they should: sums beyond 64 bits, texts that are no number. */
const ROWS_REFUSED = /^(Out of Range|Conversion) Error/;

/** Why a script that must be right is not; null when the compiler and DuckDB agree about all of it. Its first word is the kind. */
export async function disproof(database: Database, { text, rows }: ValidScript): Promise<string | null> {
  const { messages, plan } = compile([{ path: 'a.sbs', text }], CATALOG);
  const [error] = messages.filter((message) => message.type === 'error');
  // Constants are chosen without regard to the functions that read them.
  if (error?.code === 'SBS3070') return null;
  if (error) return `refused ${error.code} ${error.startLine}:${error.startColumn} ${error.message}`;
  if (!plan) return 'refused without a message';
  const again = compile([{ path: 'a.sbs', text: formatScript(text) }], CATALOG);
  if (JSON.stringify(again.plan?.tables.map(({ sql }) => sql)) !== JSON.stringify(plan.tables.map(({ sql }) => sql)))
    return 'formatted to another meaning';
  await createSources(database, plan, rows);
  for (const table of plan.tables) {
    const sql = table.sql.duckdb;
    const name = sqlName(table.name);
    try {
      if (table.state) await startKept(database, table);
      const described = await describeQuery(database, sql);
      const inferred = await describeInferred(database, table.columns);
      const missing = table.closed
        ? JSON.stringify(described) !== JSON.stringify(inferred)
        : inferred.some((column) => !described.includes(column));
      if (missing) return `types of ${table.name}: DuckDB ${described.join(', ')}; compiler ${inferred.join(', ')}`;
    } catch (reason) {
      return `bind ${table.name}: ${String(reason)} in ${sql}`;
    }
    try {
      await database.run(`CREATE OR REPLACE TABLE ${name} AS ${sql}`);
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      if (!ROWS_REFUSED.test(why)) return `run ${table.name}: ${why} in ${sql}`;
      const columns = await describeQuery(database, sql);
      const empty = columns.map(
        (_, index) => `CAST(NULL AS ${typeAt(columns, index)}) AS ${sqlName(nameAt(columns, index))}`,
      );
      await database.run(`CREATE OR REPLACE TABLE ${name} AS SELECT ${empty.join(', ')} LIMIT 0`);
    }
    const sure = table.columns.filter((column) => !column.nullable).map((column) => column.name);
    if (sure.length === 0) continue;
    const [row] = await database.run(
      `SELECT ${sure.map((column) => `count(*) - count(${sqlName(column)})`).join(' + ')} AS nulls FROM ${name}`,
    );
    if (String(row?.nulls) !== '0')
      return `null in a column of ${table.name} that cannot be: one of ${sure.join(', ')} in ${sql}`;
  }
  for (const { name, claim } of plan.assertions ?? []) {
    if (claim.kind === 'row_count') continue;
    const sql = claim.sql.duckdb;
    try {
      await describeQuery(database, sql);
    } catch (reason) {
      return `bind assertion ${name}: ${String(reason)} in ${sql}`;
    }
    try {
      await database.run(sql);
    } catch (reason) {
      const why = reason instanceof Error ? reason.message : String(reason);
      if (!ROWS_REFUSED.test(why)) return `run assertion ${name}: ${why} in ${sql}`;
    }
  }
  return null;
}

/** A described column is its name, a space, and its type, which holds a space only in brackets. */
function split(column: string): [string, string] {
  const match = /^(.*?) ((?:STRUCT|DECIMAL)\(.*|[A-Z]+(?:\[\])*)$/.exec(column);
  return [match?.[1] ?? column, match?.[2] ?? 'VARCHAR'];
}

function nameAt(columns: readonly string[], index: number): string {
  return split(columns[index] ?? '')[0];
}

function typeAt(columns: readonly string[], index: number): string {
  return split(columns[index] ?? '')[1];
}
