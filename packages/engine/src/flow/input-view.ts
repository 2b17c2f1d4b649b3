import { PSEUDO_COLUMNS } from '@switchboard/model';
import { sqlType } from '../executors/column-type.ts';
import { sqlName, sqlText } from '../executors/configuration.ts';
import type { FlowInput } from '../requests.ts';

/**
 * The view of one source table over the Parquet of its parts, matched by column name: a column that a part lacks is null.
 * The pseudo-columns come last and give way to the table's own of the same name. `paths` are local, one a part.
 * Typed without rows when there is no part, so that "no file" reads as an empty table.
 */
export function inputView(input: FlowInput, paths: readonly string[]): string {
  const own = new Set(input.columns.map((column) => column.name.toLowerCase()));
  const pseudo = PSEUDO_COLUMNS.filter((column) => !own.has(column.name));
  const columns = [...input.columns, ...pseudo];
  const header = columns.flatMap((column) => {
    const type = sqlType(column.type);
    return type === null && paths.length > 0 ? [] : [`CAST(NULL AS ${type ?? 'VARCHAR'}) AS ${sqlName(column.name)}`];
  });
  const parts = input.parts.map((part, index) => {
    const values = new Map([
      ['report_date', part.reportDate === null ? 'CAST(NULL AS DATE)' : `DATE ${sqlText(part.reportDate)}`],
      ['filename', sqlText(part.filename)],
    ]);
    const given = pseudo.flatMap(({ name }) => (values.has(name) ? [`${values.get(name)} AS ${sqlName(name)}`] : []));
    return `SELECT ${['*', ...given].join(', ')} FROM read_parquet(${sqlText(paths[index] ?? '')})`;
  });
  const rows = [`SELECT ${header.join(', ')} WHERE false`, ...parts].join('\nUNION ALL BY NAME ');
  return `CREATE TEMP VIEW ${sqlName(input.table)} AS SELECT ${columns.map((column) => sqlName(column.name)).join(', ')} FROM (\n${rows}\n)`;
}
