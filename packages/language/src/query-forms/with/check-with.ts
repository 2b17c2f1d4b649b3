import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { CheckedResult } from '../../check/checked-query.ts';
import { localSymbol } from '../../check/names/scope.ts';
import { checkNested, localTable } from '../../check/nested-query.ts';
import type { Placed, Program, TableInfo } from '../../check/program.ts';
import { DIAGNOSTICS } from '../../diagnostics/diagnostics.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { CheckedWith } from '../../typed/typed.ts';
import type { WithNode } from './with-node.ts';

/** The same context with a table that only this query defines. It hides tables of the same name. */
function withLocal(program: Program, info: TableInfo, read: Set<string>): Program {
  const { tables } = program;
  const get = (name: string): TableInfo | undefined => {
    if (name !== info.name) return tables.get(name);
    read.add(name);
    return info;
  };
  return { ...program, tables: { get }, locals: [...program.locals, info.name] };
}

/** `with a as (…), b as (…) select …`: each part sees those before it, and the query behind them sees all. */
export function checkWith(
  program: Program,
  { report: reportAll, ...place }: Placed<TableNode>,
  node: WithNode,
): CheckedResult {
  let mistaken = false;
  const placed: Placed<TableNode> = {
    ...place,
    report: (code, span, values, fix) => {
      mistaken ||= DIAGNOSTICS[code].severity === 'error';
      reportAll(code, span, values, fix);
    },
  };
  const parts: CheckedWith['parts'][number][] = [];
  const defined = new Set<string>();
  const read = new Set<string>();
  let within: Program = program;
  for (const { name, query } of node.parts) {
    const nested = checkNested(within, placed, query, null);
    const emitted = `${RESERVED_PREFIX}with:${program.nesting.count}`;
    const info = localTable(name, nested, emitted);
    if (info.local) program.recorder?.declareRows(localSymbol(info, info.local), name, info);
    if (defined.has(name.text.toLowerCase())) placed.report('SBS2018', name, { name: name.text });
    defined.add(name.text.toLowerCase());
    parts.push({ name: emitted, query: nested.result.query });
    within = withLocal(within, info, read);
  }
  const result = program.checkQuery(within, placed, node.body);
  // The name may be misspelt where it should be read.
  for (const { name } of mistaken ? [] : node.parts)
    if (!read.has(name.text)) placed.report('SBS2019', name, { name: name.text });
  return { ...result, query: { kind: 'with', parts, body: result.query } };
}
