import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import type { Typed } from '../typed.ts';
import { coerce, fits } from '../types/coerce.ts';
import { arithmetic, FLOAT, isFlexible, isNumeric, isScalar, STRING, shown } from '../types/types.ts';
import { compared } from './comparisons.ts';
import { constantNumber } from './constants.ts';
import { checkBoolean, operation } from './operation.ts';
import { checkPattern } from './patterns.ts';

export function checkUnary(node: Extract<Expression, { kind: 'unary' }>, context: Context): Typed {
  if (node.operator === 'not')
    return operation('not', [checkBoolean(node.operand, 'The operand of not', context)], node);
  if (node.operand.kind === 'number') return constantNumber(`-${node.operand.text}`, node, context.report);
  const operand = context.check(node.operand, context);
  if (!isNumeric(operand.type) && !isFlexible(operand.type)) {
    return unfit(node, context, ['-', shown(operand.type), 'nothing'], 'Only numbers can be negated.');
  }
  return operation('negate', [operand], node, operand.type);
}

export function checkBinary(node: Extract<Expression, { kind: 'binary' }>, context: Context): Typed {
  switch (node.operator) {
    case 'and':
    case 'or': {
      const what = node.operator === 'and' ? 'A side of and' : 'A side of or';
      return operation(
        node.operator,
        [checkBoolean(node.left, what, context), checkBoolean(node.right, what, context)],
        node,
      );
    }
    case '||': {
      return operation('||', [textual(node.left, context), textual(node.right, context)], node, STRING);
    }
    case 'like':
    case 'ilike':
    case '~':
      return checkMatch(node, node.operator, context);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return checkArithmetic(node, node.operator, context);
    default:
      return compared(node.operator, node.left, node.right, node, context);
  }
}

/** Reports an operator that does not take these types. */
function unfit(
  node: Expression,
  context: Context,
  [operator, left, right]: readonly [operator: string, left: string, right: string],
  advice: string,
): Typed {
  context.report('SBS3002', node, { operator, left, right, advice });
  return failed(node);
}

function textual(node: Expression, context: Context): Typed {
  const checked = context.check(node, context);
  if (isScalar(checked.type) || checked.type.kind === 'json') return coerce(checked, STRING);
  return unfit(node, context, ['||', shown(checked.type), 'string'], 'Name one of its parts.');
}

function checkMatch(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: 'like' | 'ilike' | '~',
  context: Context,
): Typed {
  const [left, right] = [context.check(node.left, context), context.check(node.right, context)];
  for (const side of [left, right]) {
    if (fits(side.type, STRING)) continue;
    const sides = [operator, shown(left.type), shown(right.type)] as const;
    return unfit(node, context, sides, 'Convert both sides with string(…).');
  }
  if (operator === '~') {
    if (right.kind !== 'constant' || typeof right.value !== 'string')
      context.report('SBS3011', node.right, { what: 'A regular expression' });
    else checkPattern(right.value, node.right, context.report);
  }
  return operation(operator === '~' ? 'matches' : operator, [coerce(left, STRING), coerce(right, STRING)], node);
}

function isCountable(side: Typed): boolean {
  return isNumeric(side.type) || isFlexible(side.type);
}

function checkArithmetic(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: '+' | '-' | '*' | '/' | '%',
  context: Context,
): Typed {
  const left = context.check(node.left, context);
  const right = context.check(node.right, context);
  if (!isCountable(left) || !isCountable(right)) {
    const kinds = [left.type.kind, right.type.kind];
    const advice =
      kinds.includes('date') || kinds.includes('datetime')
        ? 'Calculate with date_add, date_sub and date_diff.'
        : operator === '+' && kinds.includes('string')
          ? 'To concatenate strings, write ||.'
          : 'Convert both sides to numbers, for example with integer(…) or float(…).';
    return unfit(node, context, [operator, shown(left.type), shown(right.type)], advice);
  }
  if (operator === '/') {
    const operands = [coerce(left, FLOAT), coerce(right, FLOAT)];
    return { kind: 'operator', operator, operands, type: FLOAT, nullable: true, span: node };
  }
  const type = arithmetic(operator, left.type, right.type);
  const sides =
    type.kind === 'float' || left.type.kind === 'null' || right.type.kind === 'null'
      ? [coerce(left, type), coerce(right, type)]
      : [left, right];
  const result = operation(operator, sides, node, type);
  return operator === '%' ? { ...result, nullable: true } : result;
}
