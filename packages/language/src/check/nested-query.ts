import type { TableNode } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';
import type { CheckedResult } from './checked-query.ts';
import { WITHIN } from './names/occurrence.ts';
import type { OuterNames, Placed, Program, TableInfo } from './program.ts';

const NOTHING_CARRIED = new Map<string, never>();

/** Checks a query inside another. `outer`: the names around it, when it stands in an expression. */
export function checkNested(
  program: Program,
  placed: Placed<TableNode>,
  query: QueryNode,
  outer: OuterNames | null,
): { readonly result: CheckedResult; readonly flawed: boolean; readonly symbol: string } {
  let reported = false;
  const report: typeof placed.report = (code, span, values, fix) => {
    reported = true;
    placed.report(code, span, values, fix);
  };
  program.nesting.count += 1;
  const symbol = `${placed.node.name.text}${WITHIN}${program.nesting.count}`;
  const around = program.recorder?.within(symbol);
  const result = program.checkQuery({ ...program, outer }, { ...placed, report }, query);
  if (around !== undefined) program.recorder?.within(around);
  return { result, flawed: reported && result.columns.length === 0, symbol };
}

/** A query inside another as the table of its rows. `emitted`: its name in the statement, if several queries can read it. */
export function localTable(
  name: Name,
  { result, flawed, symbol }: ReturnType<typeof checkNested>,
  emitted: string | null,
): TableInfo {
  const { query, columns, open, carried = NOTHING_CARRIED } = result;
  return {
    name: name.text,
    kind: 'table',
    columns,
    open,
    flawed,
    local: { symbol, at: name, carried, query, emitted },
  };
}
