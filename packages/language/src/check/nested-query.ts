import type { TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { CheckedResult } from './checked-query.ts';
import { WITHIN } from './names/occurrence.ts';
import type { OuterNames, Placed, Program, TableInfo } from './program.ts';

const NOTHING_CARRIED = new Map<string, never>();

/**
 * Checks a subquery, under a symbol of its own for the names inside.
 * @param outer the names around it, when it stands in an expression; null in FROM and WITH
 * @param anyRows whether it only matters that the query has rows
 * @returns `flawed` when it has errors and no columns, so that messages about its columns would only repeat them
 */
export function checkNested(
  program: Program,
  placed: Placed<TableNode>,
  query: QueryNode,
  outer: OuterNames | null,
  anyRows = false,
): { readonly result: CheckedResult; readonly flawed: boolean; readonly symbol: string } {
  let reported = false;
  const report: typeof placed.report = (code, span, values, fix) => {
    reported = true;
    placed.report(code, span, values, fix);
  };
  program.nesting.count += 1;
  const symbol = `${placed.node.name.text}${WITHIN}${program.nesting.count}`;
  const outerSymbol = program.recorder?.within(symbol);
  const result = program.checkQuery({ ...program, outer, anyRows }, { ...placed, report }, query);
  if (outerSymbol !== undefined) program.recorder?.within(outerSymbol);
  return { result, flawed: reported && result.columns.length === 0, symbol };
}

/** Describes a checked subquery as a table that the query around it reads. `emitted`: its name in the SQL, if several queries can read it. */
export function localTable(
  name: Name,
  { result, flawed, symbol }: ReturnType<typeof checkNested>,
  emitted: string | null,
): TableInfo {
  const { query, columns, open, carried = NOTHING_CARRIED, ordered = false } = result;
  return {
    name: name.text,
    kind: 'table',
    columns,
    open,
    flawed,
    local: { symbol, at: name, carried, query, emitted, ordered },
  };
}
