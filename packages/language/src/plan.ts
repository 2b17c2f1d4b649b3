import type { Plan } from '@switchboard/model';
import type { Program } from './check/program.ts';
import { DUCKDB } from './emit/duckdb.ts';

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
    tables: program.checkedTables.map(({ query, ...table }) => ({ ...table, sql: { duckdb: DUCKDB.select(query) } })),
    uploads: program.uploads,
  };
}
