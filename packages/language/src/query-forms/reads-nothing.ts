import type { Context } from '../check/context.ts';
import { childrenOf, type Expression, queriesIn } from '../syntax/tree/expression-tree.ts';
import type { Name } from '../syntax/tree/name.ts';

/** Whether a name is that of a constant; of one that could not be read, too, unless a column has it. */
function isConstant({ text, quoted }: Name, { program, scope }: Context): boolean {
  if (quoted) return false;
  return program.constants.has(text) || (program.constants.isBroken(text) && !scope.has(text));
}

/** Whether an expression has its value without any row: no column and no query is in it. */
export function readsNothing(node: Expression, context: Context): boolean {
  if (node.kind === 'name') return node.constant === true || isConstant(node.name, context);
  if (node.kind === 'columns' || queriesIn(node).length > 0) return false;
  return childrenOf(node).every((each) => readsNothing(each, context));
}
