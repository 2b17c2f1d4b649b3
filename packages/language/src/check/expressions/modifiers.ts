import type { FunctionSpec } from '../../functions/function-spec.ts';
import type { Expression, ModifiersNode, OrderNode } from '../../syntax/tree/expression-tree.ts';
import type { TypedModifiers, TypedOrder } from '../../typed/typed.ts';
import type { Context } from '../context.ts';
import { NO_NAMES } from '../names/scope.ts';
import { reportFixedOrder } from './constant-order.ts';
import { checkBoolean } from './operation.ts';

type CallNode = Extract<Expression, { kind: 'call' }>;

/** Checks `order by` of a call or of a window. */
export function checkOrder(order: readonly OrderNode[], context: Context): readonly TypedOrder[] {
  return order.map(({ by: node, descending, nulls }) => {
    const by = context.check(node, context);
    reportFixedOrder(node, by, NO_NAMES, context);
    return { by, descending, nulls };
  });
}

/** Checks the modifiers of a call, and whether its function accepts them. `context` is that of its arguments. */
export function checkModifiers(
  node: ModifiersNode,
  call: CallNode,
  spec: FunctionSpec,
  context: Context,
): TypedModifiers {
  const { name } = spec;
  const [first] = node.order;
  const ordering = spec.kind === 'aggregate' ? 'Remove it: its result is the same in any order.' : 'Remove it.';
  if (first && !spec.ordered)
    context.report('SBS3060', first, { name, what: 'order by between its brackets', advice: ordering });
  if (node.ignoreNulls && !spec.ignoresNulls)
    context.report('SBS3060', node.ignoreNulls, { name, what: 'ignore nulls', advice: 'Remove it.' });
  else if (node.ignoreNulls && !call.over) {
    const advice = 'Write filter (where … is not null) after it.';
    context.report('SBS3060', node.ignoreNulls, { name, what: 'ignore nulls without over (…)', advice });
  }
  if (node.filter && spec.kind !== 'aggregate')
    context.report('SBS3060', node.filter, { name, what: 'filter', advice: 'Only aggregates accept it.' });
  else if (node.filter && call.over && spec.ignoresNulls) {
    const advice = `Write ${name}(if(condition, value) ignore nulls) over (…).`;
    context.report('SBS3060', node.filter, { name, what: 'filter over a window', advice });
  }
  return {
    order: checkOrder(node.order, context),
    ignoreNulls: node.ignoreNulls !== null,
    filter: node.filter ? checkBoolean(node.filter, 'The condition of filter', context) : null,
  };
}
