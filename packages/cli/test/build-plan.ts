import type { Parameters, Plan, PlanTable, PlanUpload, Source } from '@switchboard/model/plan';
import type { Column, ColumnType } from '@switchboard/model/schema';

const position = { path: 'a.sbs', startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 };

export const columnsOf = (
  columns: Readonly<Record<string, 'string' | 'integer' | 'float' | ColumnType>>,
): readonly Column[] =>
  Object.entries(columns).map(([name, type]) => ({
    name,
    type: typeof type === 'string' ? { kind: type } : type,
    nullable: true,
  }));

/** A download of one table, as the compiler would give it. */
export function buildSource(
  name: string,
  columns: readonly Column[],
  parameters: Parameters,
  connector = 'http',
): Source {
  return {
    name,
    project: 'a',
    connector,
    key: null,
    parameters,
    schedule: { timezone: 'UTC', hours: [6], reportDateOffset: 1, repullDays: [], lookbackDays: 7 },
    tables: [
      {
        name,
        schema: { columns: columns.map((column) => ({ ...column, header: column.name })), rest: false },
        keepsLineNumbers: false,
      },
    ],
    position,
  };
}

export function buildTable(
  name: string,
  inputs: readonly string[],
  duckdb: string,
  columns: readonly Column[],
): PlanTable {
  return { name, project: 'a', inputs, columns, closed: true, sql: { duckdb }, position };
}

/** An upload into a file; `sources` are the source tables, and sources, that it needs. */
export function buildUpload(
  table: string,
  path: string,
  sources: readonly string[],
  tables: readonly string[],
  columns: readonly Column[],
): PlanUpload {
  return {
    name: table,
    project: 'a',
    table,
    connector: 'file',
    key: null,
    parameters: { path },
    mode: 'replace_date',
    columns,
    tables,
    sourceTables: sources,
    sources,
    destination: `file · ${path}`,
    position,
  };
}

export const buildPlan = (
  sources: readonly Source[],
  tables: readonly PlanTable[],
  uploads: readonly PlanUpload[],
): Plan => ({
  version: 1,
  sources,
  tables,
  uploads,
});
