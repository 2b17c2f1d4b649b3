import type { BinaryOperator, Expression } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { BOOLEAN, isWhole, STRING, shown, widen } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import { coerce, fittingConstant } from '../types/coerce.ts';
import { unifiedOf, unifiedType } from '../types/unify.ts';
import { isFixed } from './constant-order.ts';
import { reportMisspelt, warnOfText, warnOfTexts } from './doubtful-text.ts';
import { checkBoolean, operation } from './operation.ts';

function isNullWord(node: Expression): boolean {
  return node.kind === 'word' && node.value === null;
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function isComparison(node: Expression): node is Extract<Expression, { kind: 'binary' }> {
  return node.kind === 'binary' && COMPARISONS.has(node.operator);
}

/** Reports a comparison of which one side is compared again: `1 < a < 5`, or `active == a > 1`. */
function reportChain(
  operator: string,
  [leftNode, rightNode]: readonly [Expression, Expression],
  [left, right]: readonly [Typed, Typed],
  span: Span,
  { report, chained }: Context,
): Typed {
  const values = { operator, left: shown(left.type), right: shown(right.type) };
  if (!isComparison(leftNode) || left.type.kind !== 'boolean') {
    const advice = 'Comparisons are read from the left. Put the one that comes first into brackets.';
    report('SBS3002', span, { ...values, advice });
    return failed(span);
  }
  const between = leftNode.right;
  const isRange = !chained && /^[<>]/.test(operator) && leftNode.operator.charAt(0) === operator.charAt(0);
  const parts = ['(', spanOf(leftNode), ' and ', spanOf(between), ` ${operator} `, spanOf(rightNode), ')'];
  const fix = { title: 'Write and', edits: [{ start: span.start, end: span.end, text: '', parts }] };
  const advice = 'A comparison has two sides: write a < b and b < c.';
  report('SBS3002', span, { ...values, advice }, isRange ? fix : undefined);
  return failed(span);
}

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** A comparison. With a bare null it is a null test. */
export function compared(
  operator: BinaryOperator,
  leftNode: Expression,
  rightNode: Expression,
  span: Span,
  context: Context,
): Typed {
  if ((operator === '==' || operator === '!=') && (isNullWord(leftNode) || isNullWord(rightNode))) {
    const tested = isNullWord(leftNode) ? rightNode : leftNode;
    const operand = context.check(tested, context);
    warnOfText(tested, context);
    const nullTest = operator === '==' ? 'is-null' : 'is-not-null';
    return { kind: 'operator', operator: nullTest, operands: [operand], type: BOOLEAN, nullable: false, span };
  }
  const { chained, ...within } = context;
  const inner = chained ? within : context;
  const left = context.check(leftNode, isComparison(leftNode) ? { ...inner, chained: true } : inner);
  const right = context.check(rightNode, inner);
  const leftType = fittingConstant(left, right.type);
  const rightType = fittingConstant(right, left.type);
  if (widen(leftType, rightType) === null && reportMisspelt([leftNode, rightNode], context)) return failed(span);
  if (widen(leftType, rightType) === null && (chained || isComparison(leftNode)))
    return reportChain(operator, [leftNode, rightNode], [left, right], span, context);
  const type = unifiedOf([leftType, rightType], operator, span, context, [left, right]);
  if (type === null) return failed(span);
  const fixed = isFixed(left) && isFixed(right);
  warnOfTexts(leftNode, fixed, context);
  warnOfTexts(rightNode, fixed, context);
  if (isExact(left, right)) return operation(operator as '==', [left, right], span);
  return operation(operator as '==', [toUnified(left, type, right), toUnified(right, type, left)], span);
}

/** Up to here, every whole number is a float of its own. */
const LARGEST_EXACT = 2 ** 53;

function isSmall(side: Typed): boolean {
  return side.kind === 'constant' && typeof side.value === 'string' && Math.abs(Number(side.value)) < LARGEST_EXACT;
}

/** Whether two values are compared as they are: an integer as the nearest float could equal another one. */
export function isExact(left: Typed, right: Typed): boolean {
  const mixed =
    (isWhole(left.type) && right.type.kind === 'float') || (left.type.kind === 'float' && isWhole(right.type));
  return mixed && !isSmall(left) && !isSmall(right);
}

/** Comparisons one by one, where a list or range mixes integers and floats. */
function comparedEach(
  operand: Typed,
  pairs: readonly (readonly ['==' | '>=' | '<=', Typed])[],
  join: 'and' | 'or',
  span: Span,
): Typed {
  const all = pairs.map(([operator, other]) => {
    const type = isExact(operand, other) ? null : widen(operand.type, other.type);
    return operation(operator, type ? [coerce(operand, type), coerce(other, type)] : [operand, other], span);
  });
  return all.reduce((before, each) => operation(join, [before, each], span));
}

/** `in` a list that mixes integers and floats; null if none does. */
function mixedIn(
  operand: Typed,
  items: readonly Typed[],
  withNull: boolean,
  node: Extract<Expression, { kind: 'in' }>,
): Typed | null {
  if (!items.some((item) => isExact(operand, item))) return null;
  const found = comparedEach(
    operand,
    items.map((item) => ['==', item] as const),
    'or',
    node,
  );
  const test = node.negated ? operation('not', [found], node) : found;
  if (!withNull) return test;
  const nullTest: Typed = { ...operation(node.negated ? 'is-not-null' : 'is-null', [operand], node), nullable: false };
  return { ...operation(node.negated ? 'and' : 'or', [test, nullTest], node), nullable: false };
}

/** A value of a type known only at run time is compared with a text as a text. */
function toUnified(side: Typed, type: ValueType, other: Typed): Typed {
  return type.kind === 'unknown' && side.type.kind === 'unknown' && other.type.kind === 'string'
    ? coerce(side, STRING)
    : coerce(side, type);
}

export function checkCondition(node: Extract<Expression, { kind: 'condition' }>, context: Context): Typed {
  const test = checkBoolean(node.test, 'The condition before ?', context);
  const chosen = context.check(node.value, context);
  const otherwise = context.check(node.otherwise, context);
  const type = unifiedType([chosen, otherwise], '? :', node, context);
  if (type === null) return failed(node);
  const nullable = chosen.nullable || otherwise.nullable;
  return {
    kind: 'condition',
    test,
    value: coerce(chosen, type),
    otherwise: coerce(otherwise, type),
    type,
    nullable,
    span: node,
  };
}

/** Whether a value is in a list. A null in the list is a null test, as `== null` is. */
export function checkIn(node: Extract<Expression, { kind: 'in' }>, context: Context): Typed {
  const operand = context.check(node.operand, context);
  const items: Typed[] = [];
  const types: ValueType[] = [operand.type];
  for (const item of node.items) {
    if (isNullWord(item)) continue;
    const checked = context.check(item, context);
    items.push(checked);
    types.push(checked.type);
  }
  const withNull = items.length < node.items.length;
  const type = unifiedOf(types, 'in', node, context, [operand, ...items]);
  if (type === null) return failed(node);
  const fixed = isFixed(operand) && items.every(isFixed);
  warnOfTexts(node.operand, fixed, context);
  for (const item of node.items) warnOfTexts(item, fixed, context);
  if (items.length === 0) {
    const test = operation(node.negated ? 'is-not-null' : 'is-null', [operand], node);
    return { ...test, nullable: false };
  }
  const mixed = mixedIn(operand, items, withNull, node);
  if (mixed) return mixed;
  let nullable = !withNull && operand.nullable;
  for (const item of items) nullable ||= item.nullable;
  const texts = type.kind === 'unknown' && items.some((item) => item.type.kind === 'string') ? STRING : type;
  return {
    kind: 'in',
    operand: coerce(operand, texts),
    items: items.map((item) => coerce(item, texts)),
    negated: node.negated,
    withNull,
    type: BOOLEAN,
    nullable,
    span: node,
  };
}

export function checkBetween(node: Extract<Expression, { kind: 'between' }>, context: Context): Typed {
  const operand = context.check(node.operand, context);
  const low = context.check(node.low, context);
  const high = context.check(node.high, context);
  const types = [operand.type, fittingConstant(low, operand.type), fittingConstant(high, operand.type)];
  const type = unifiedOf(types, 'between', node, context, [operand, low, high]);
  if (type === null) return failed(node);
  const fixed = isFixed(operand) && isFixed(low) && isFixed(high);
  for (const each of [node.operand, node.low, node.high]) warnOfTexts(each, fixed, context);
  const exact = isExact(operand, low) || isExact(operand, high);
  const between = exact
    ? comparedEach(operand, [['>=', low] as const, ['<=', high] as const], 'and', node)
    : operation('between', [coerce(operand, type), coerce(low, type), coerce(high, type)], node);
  return node.negated ? operation('not', [between], node) : between;
}
