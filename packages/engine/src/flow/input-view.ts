import { PSEUDO_COLUMNS } from '@switchboard/model/schema';
import { sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { FlowInput } from '../requests.ts';

/** Rows of a part: their numbers from 0, the end excluded. */
export type RowRange = { readonly from: number; readonly to: number };

/** The view of one source table. `paths` are local, one a part. */
export function inputView(input: FlowInput, paths: readonly string[], absent: readonly string[] = []): string {
  return `CREATE TEMP VIEW ${sqlName(input.table)} AS ${inputRows(input, paths, undefined, absent)}`;
}

/**
 * The query of one source table over the Parquet of its parts, matched by column name: a column that a part lacks is null.
 * The pseudo-columns come last and give way to the table's own of the same name.
 * Typed without rows when there is no part, so that "no file" reads as an empty table.
 * @param paths local, one a part
 * @param ranges the rows to read, one a part; by default all
 * @param absent columns of an input without rows that are nulls of no type, which fit every expression
 */
export function inputRows(
  input: FlowInput,
  paths: readonly string[],
  ranges?: readonly RowRange[],
  absent: readonly string[] = [],
): string {
  const own = new Set(input.columns.map((column) => column.name.toLowerCase()));
  const pseudo = PSEUDO_COLUMNS.filter((column) => !own.has(column.name));
  const columns = [...input.columns, ...pseudo];
  const untyped = new Set(absent.map((name) => name.toLowerCase()));
  const header = columns.flatMap((column) => {
    if (untyped.has(column.name.toLowerCase())) return [`NULL AS ${sqlName(column.name)}`];
    const type = sqlType(column.type);
    return type === null && paths.length > 0 && untyped.size === 0
      ? []
      : [`CAST(NULL AS ${type ?? 'VARCHAR'}) AS ${sqlName(column.name)}`];
  });
  const parts = (untyped.size > 0 ? [] : input.parts).map((part, index) => {
    const values = new Map([
      ['report_date', part.reportDate === null ? 'CAST(NULL AS DATE)' : `DATE ${sqlText(part.reportDate)}`],
      ['filename', sqlText(part.filename)],
    ]);
    const given = pseudo.flatMap(({ name }) => (values.has(name) ? [`${values.get(name)} AS ${sqlName(name)}`] : []));
    const items = ['*', ...given].join(', ');
    const path = sqlText(paths[index] ?? '');
    if (!ranges) return `SELECT ${items} FROM read_parquet(${path})`;
    const { from, to } = ranges[index] ?? { from: 0, to: 0 };
    const rows = `file_row_number >= ${from} AND file_row_number < ${to}`;
    return `SELECT ${items} FROM read_parquet(${path}, file_row_number = true) WHERE ${rows}`;
  });
  const added = absent.filter((name) => !columns.some((column) => column.name.toLowerCase() === name.toLowerCase()));
  header.push(...added.map((name) => `NULL AS ${sqlName(name)}`));
  const names = [...columns.map(({ name }) => name), ...added];
  const rows = [`SELECT ${header.join(', ')} WHERE false`, ...parts].join('\nUNION ALL BY NAME ');
  return `SELECT ${names.map(sqlName).join(', ')} FROM (\n${rows}\n)`;
}
