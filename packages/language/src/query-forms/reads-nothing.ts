import { childrenOf, type Expression, queriesIn } from '../syntax/tree/expression-tree.ts';

/** Whether an expression has its value without any row: no column and no query is in it. */
export function readsNothing(node: Expression): boolean {
  if (node.kind === 'name' || node.kind === 'columns' || queriesIn(node).length > 0) return false;
  return childrenOf(node).every(readsNothing);
}
