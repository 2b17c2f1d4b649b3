import { type Expression, queriesIn } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { NestedQuery } from '../query-form.ts';
import type { SelectNode, TableReference } from './select-node.ts';

/** The tables of a select, in the order of the text. */
export function referencesOf({ from, joins }: SelectNode): readonly TableReference[] {
  return [from, ...joins.map((join) => join.reference)];
}

/** The names of the tables that a select reads itself. */
export function tablesRead({ from, joins }: SelectNode): readonly Name[] {
  const names: Name[] = [];
  if (from.query === null) names.push(from.table);
  for (const { reference } of joins) if (reference.query === null) names.push(reference.table);
  return names;
}

function expressionsOf({ items, joins, where, having, qualify, order }: SelectNode): readonly Expression[] {
  const values = items.flatMap((item) =>
    item.kind === 'value' ? [item.value] : item.replace.map(({ value }) => value),
  );
  const conditions = [...joins.map((join) => join.on), where, having, qualify].filter((each) => each !== null);
  return [...values, ...conditions, ...order.map(({ by }) => by)];
}

const NONE: readonly NestedQuery[] = [];

/** The queries directly inside a select: those it reads, then those of its expressions. */
export function nestedIn(node: SelectNode): readonly NestedQuery[] {
  if (!node.nests) return NONE;
  const read = referencesOf(node).flatMap(({ query }): QueryNode[] => (query ? [query] : []));
  const valued = expressionsOf(node).flatMap((each) => queriesIn(each));
  return [...read, ...valued].map((query) => ({ query, locals: [] }));
}
