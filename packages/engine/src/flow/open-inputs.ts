import { PipelineError } from '@switchboard/model/errors/errors';
import { NO_COLUMNS, type PlanTable } from '@switchboard/model/plan';
import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import { closest } from '@switchboard/model/text/closest-name';
import { sqlText } from '../executors/configuration.ts';
import type { SqlSession } from '../executors/executor.ts';
import type { FlowInput } from '../requests.ts';

/** Whether a column of a table stands for none; a pattern may have given it a longer name. */
export const isPlaceholder = (name: string): boolean => name.includes(NO_COLUMNS);

/** The columns that a flow names of each table and that are not declared there, also through tables that take all columns. */
export function undeclaredNames(tables: readonly PlanTable[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (table: string, name: string): void => void names.set(table, (names.get(table) ?? new Set()).add(name));
  for (const table of tables.toReversed()) {
    for (const [input, name] of table.undeclared ?? []) if (name !== null) add(input, name);
    const { origins, rest = [] } = table.lineage?.step ?? table.lineage ?? { origins: [] };
    for (const position of rest) {
      const [input, column] = origins[position] ?? [];
      if (input !== undefined && column === null) for (const name of names.get(table.name) ?? []) add(input, name);
    }
  }
  return names;
}

/** The names among some that an input does not have, ignoring case. */
function missingFrom({ columns }: FlowInput, names: ReadonlySet<string> | undefined): readonly string[] {
  const own = new Set([...columns, ...PSEUDO_COLUMNS].map(({ name }) => name.toLowerCase()));
  return [...(names ?? [])].filter((name) => !own.has(name.toLowerCase()));
}

/**
 * Columns of an input without rows that its view has as nulls of no type, so that queries that name them, or take all, find some
 * that fit: a day without rows has none where the columns are not declared, or has their names alone.
 * @param paths local Parquet files, one a part
 */
export async function absentColumns(
  input: FlowInput,
  paths: readonly string[],
  names: ReadonlySet<string> | undefined,
  session: SqlSession,
): Promise<readonly string[]> {
  const named = [...(names ?? [])];
  if (named.length === 0 && input.columns.length > 0) return [];
  if (paths.length > 0) {
    const files = paths.map(sqlText).join(', ');
    const [counted] = await session.run(`SELECT count(*) AS n FROM read_parquet([${files}])`, { table: input.table });
    if (Number(counted?.['n'] ?? 0) > 0) return [];
  }
  const pseudo = new Set(PSEUDO_COLUMNS.map(({ name }) => name.toLowerCase()));
  const absent = named.filter((name) => !pseudo.has(name.toLowerCase()));
  return input.columns.length > 0 ? absent : [...absent, NO_COLUMNS];
}

/** The failure of a table that names a column which an input does not have on this report date; null when it names none. */
export function missingColumn(
  table: PlanTable,
  tables: readonly PlanTable[],
  inputs: readonly FlowInput[],
): PipelineError | null {
  const names = undeclaredNames(tables.slice(0, tables.indexOf(table) + 1));
  const needed = new Set([table.name]);
  for (const each of tables.slice(0, tables.indexOf(table) + 1).toReversed())
    if (needed.has(each.name)) for (const name of each.inputs) needed.add(name);
  for (const input of inputs.filter((each) => needed.has(each.table))) {
    const [name] = missingFrom(input, names.get(input.table));
    if (name === undefined) continue;
    const known = input.columns.map((column) => column.name);
    const near = closest(name, known);
    const hint =
      near === null
        ? known.length > 0
          ? `It has ${known.slice(0, 20).join(', ')}.`
          : 'It has no columns.'
        : `Did you mean ${near}?`;
    const reason = `it names the column ${name} of ${input.table}, which has no such column on this report date. ${hint}`;
    return new PipelineError('QUERY_FAILED', { table: table.name, reason });
  }
  return null;
}
