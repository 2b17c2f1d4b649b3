import type { CheckedResult } from '../../check/checked-query.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program, type TableInfo } from '../../check/program.ts';
import { DIAGNOSTICS } from '../../diagnostics/diagnostics.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';
import type { Operands } from './set-operation-node.ts';

/** A table that is combined with others, and the place of messages about it. */
export type Member = { readonly name: Span; readonly info: TableInfo };

type Combined = Span & Operands & { readonly kind: 'union' | 'except' | 'intersect' };

/** A query in brackets as the table of its rows. Its columns are recorded as those of the whole. */
function queryMember(program: Program, placed: Placed<TableNode>, query: QueryNode, index: number): Member {
  let flawed = false;
  // Of a table whose declaration is broken, no columns are known.
  const get = (name: string): TableInfo | undefined => {
    const info = program.tables.get(name);
    flawed ||= !info || info.flawed;
    return info;
  };
  const report: typeof placed.report = (code, span, values, fix) => {
    flawed ||= DIAGNOSTICS[code].severity === 'error';
    placed.report(code, span, values, fix);
  };
  program.nesting.count += 1;
  const result: CheckedResult = program.checkQuery(
    { ...program, tables: { get }, outer: null, anyRows: false },
    { ...placed, report },
    query,
  );
  const { columns, open, carried = new Map<string, never>() } = result;
  const name = { start: query.start, end: query.start + query.kind.length };
  const local = { symbol: '', at: name, carried, query: result.query, emitted: null, ordered: false };
  return { name, info: { name: `query ${index + 1}`, kind: 'table', columns, open, flawed, local } };
}

/** Reports a table with which no other is combined. A mistake in its name or declaration is reported there. */
function reportSingle({ kind, start, end }: Combined, { info }: Member, { report }: Placed<TableNode>): void {
  if (info.flawed) return;
  const select = kind === 'union' ? 'select * from' : 'select distinct * from';
  const fix = { title: `Write ${select}`, edits: [{ start, end: start + kind.length, text: select }] };
  report('SBS3064', { start, end }, { form: kind, table: info.name, select }, fix);
}

/** Returns the operands of a set operation, in order. */
export function membersOf(program: Program, placed: Placed<TableNode>, node: Combined): Member[] {
  const { tables, queries } = node;
  const named = tables.map((name) => ({ name, info: tableAt(program, name, placed.report) }));
  for (const { info } of named) for (const column of info.columns) markUsed(program, info, column.name);
  const [first, ...others] = named;
  if (first && others.length === 0) reportSingle(node, first, placed);
  return [...named, ...queries.map((query, index) => queryMember(program, placed, query, index))];
}
