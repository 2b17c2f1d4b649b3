import type { Plan, PlanTable } from '@switchboard/model';
import { type LineageTable, lineageOf, lineageTable } from './check/lineage.ts';
import type { CheckedTable, Program } from './check/program.ts';
import type { Typed } from './check/typed.ts';
import { BOOLEAN } from './check/types.ts';
import { DUCKDB } from './emit/duckdb.ts';

const NEVER: Typed = { kind: 'constant', value: false, type: BOOLEAN, nullable: false, span: { start: 0, end: 0 } };

/** `known`: the source tables and the tables before this one, to which it is added. */
function planTable({ query, ...checked }: CheckedTable, known: Map<string, LineageTable>): PlanTable {
  const inputs = new Map(
    checked.inputs.flatMap((name): [string, LineageTable][] => {
      const input = known.get(name);
      return input ? [[name, input]] : [];
    }),
  );
  const lineage = lineageOf(query, checked.columns, !checked.closed, inputs);
  known.set(checked.name, lineageTable(checked.columns, lineage));
  const sql = { duckdb: DUCKDB.select(query) };
  const table = { ...checked, sql, lineage };
  if (query.kind !== 'upsert') return table;
  const empty = { duckdb: DUCKDB.select({ ...query.input, where: NEVER }) };
  return { ...table, state: { keys: query.keys, table: query.state, empty } };
}

/** The plan of a program without errors: plain JSON, sorted so that equal scripts give equal plans. */
export function planOf(program: Program): Plan {
  const numbered = (table: string): boolean => program.usedColumns.get(table)?.has('line_number') ?? false;
  const known = new Map<string, LineageTable>();
  for (const { name, schema } of program.sources.flatMap((source) => source.tables))
    known.set(name, lineageTable(schema.columns, null));
  return {
    version: 1,
    sources: program.sources.map((source) => ({
      ...source,
      tables: source.tables.map((table) => {
        const own = table.schema.columns.some((column) => column.name === 'line_number');
        return { ...table, keepsLineNumbers: !own && numbered(table.name) };
      }),
    })),
    tables: program.checkedTables.map((table) => planTable(table, known)),
    uploads: program.uploads,
  };
}
