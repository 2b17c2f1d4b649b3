import { AGGREGATE_SQL } from './aggregate.ts';
import { CONVERSION_SQL } from './conversion.ts';
import type { FunctionSql } from './function-sql.ts';
import { LIST_SQL } from './list.ts';
import { MOMENT_SQL } from './moment.ts';
import { NESTED_SQL } from './nested.ts';
import { NULL_SQL } from './null.ts';
import { NUMBER_SQL } from './number.ts';
import { TEXT_SQL } from './text.ts';
import { TIME_SQL } from './time.ts';
import { WINDOW_SQL } from './window.ts';

export const FUNCTION_SQL: ReadonlyMap<string, FunctionSql> = new Map(
  [
    TEXT_SQL,
    NUMBER_SQL,
    TIME_SQL,
    MOMENT_SQL,
    CONVERSION_SQL,
    NULL_SQL,
    NESTED_SQL,
    LIST_SQL,
    AGGREGATE_SQL,
    WINDOW_SQL,
  ].flatMap((family) => Object.entries(family)),
);

/** The SQL of a function of the language. Throws for one that has none: a test compares the two catalogues. */
export function functionSql(name: string): FunctionSql {
  const sql = FUNCTION_SQL.get(name);
  if (!sql) throw new Error(`DuckDB has no SQL for the function ${name}. Add it to emit/duckdb/functions.`);
  return sql;
}
