import type { Plan, PlanTable } from '@switchboard/model';
import { type LineageTable, lineageOf, lineageTable } from './check/lineage.ts';
import { type CheckedTable, type Program, placedOf } from './check/program.ts';
import type { Typed } from './check/typed.ts';
import { BOOLEAN } from './check/types.ts';
import type { Dialect } from './emit/dialect.ts';
import { DUCKDB } from './emit/duckdb.ts';
import { refusal } from './emit/sql-fence.ts';

const NEVER: Typed = { kind: 'constant', value: false, type: BOOLEAN, nullable: false, span: { start: 0, end: 0 } };

/** `known`: the source tables and the tables before this one, to which it is added. */
function planTable({ query, ...checked }: CheckedTable, known: Map<string, LineageTable>, dialect: Dialect): PlanTable {
  const inputs = new Map(
    checked.inputs.flatMap((name): [string, LineageTable][] => {
      const input = known.get(name);
      return input ? [[name, input]] : [];
    }),
  );
  const lineage = lineageOf(query, checked.columns, !checked.closed, inputs);
  known.set(checked.name, lineageTable(checked.columns, lineage));
  const sql = { duckdb: dialect.select(query) };
  const table = { ...checked, sql, lineage };
  if (query.kind !== 'upsert') return table;
  const empty = { duckdb: dialect.select({ ...query.input, where: NEVER }) };
  return { ...table, state: { keys: query.keys, table: query.state, empty } };
}

/** Whether every statement is one that may run. One that is not is our mistake, and is reported as such. */
function isSound(program: Program, tables: readonly PlanTable[], { words }: Dialect): boolean {
  let sound = true;
  for (const { name, sql, state } of tables) {
    const reason = refusal(sql.duckdb, words) ?? (state ? refusal(state.empty.duckdb, words) : null);
    if (reason === null) continue;
    sound = false;
    const placed = placedOf(program, 'table').find((each) => each.node.name.text === name);
    placed?.report('SBS3025', placed.node.name, { name, reason });
  }
  return sound;
}

/**
 * The plan of a program without errors: plain JSON, sorted so that equal scripts give equal plans. Null, with an error that
 * names the table, when the dialect wrote a statement that may not run.
 */
export function planOf(program: Program, dialect: Dialect = DUCKDB): Plan | null {
  const numbered = (table: string): boolean => program.usedColumns.get(table)?.has('line_number') ?? false;
  const known = new Map<string, LineageTable>();
  for (const { name, schema } of program.sources.flatMap((source) => source.tables))
    known.set(name, lineageTable(schema.columns, null));
  const tables = program.checkedTables.map((table) => planTable(table, known, dialect));
  if (!isSound(program, tables, dialect)) return null;
  return {
    version: 1,
    sources: program.sources.map((source) => ({
      ...source,
      tables: source.tables.map((table) => {
        const own = table.schema.columns.some((column) => column.name === 'line_number');
        return { ...table, keepsLineNumbers: !own && numbered(table.name) };
      }),
    })),
    tables,
    uploads: program.uploads,
  };
}
