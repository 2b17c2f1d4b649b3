import type { Plan, PlanTable } from '@switchboard/model';
import type { CheckedTable, Program } from './check/program.ts';
import type { Typed } from './check/typed.ts';
import { BOOLEAN } from './check/types.ts';
import { DUCKDB } from './emit/duckdb.ts';

const NEVER: Typed = { kind: 'constant', value: false, type: BOOLEAN, nullable: false, span: { start: 0, end: 0 } };

function planTable({ query, ...table }: CheckedTable): PlanTable {
  const sql = { duckdb: DUCKDB.select(query) };
  if (query.kind !== 'upsert') return { ...table, sql };
  const empty = { duckdb: DUCKDB.select({ ...query.input, where: NEVER }) };
  return { ...table, sql, state: { keys: query.keys, table: query.state, empty } };
}

/** The plan of a program without errors: plain JSON, sorted so that equal scripts give equal plans. */
export function planOf(program: Program): Plan {
  const numbered = (table: string): boolean => program.usedColumns.get(table)?.has('line_number') ?? false;
  return {
    version: 1,
    sources: program.sources.map((source) => ({
      ...source,
      tables: source.tables.map((table) => {
        const own = table.schema.columns.some((column) => column.name === 'line_number');
        return { ...table, keepsLineNumbers: !own && numbered(table.name) };
      }),
    })),
    tables: program.checkedTables.map(planTable),
    uploads: program.uploads,
  };
}
