import type { Report } from '../diagnostics.ts';
import type { BinaryOperator, Expression } from '../syntax/expression-tree.ts';
import type { Span } from '../syntax/tokens.ts';
import { checkCall } from './calls.ts';
import { coerce, fits, fittingConstant } from './coerce.ts';
import { constantNumber, isInteger } from './constants.ts';
import { checkPattern } from './patterns.ts';
import type { Program } from './program.ts';
import { typeOf } from './schema-types.ts';
import { failed, type Scope } from './scope.ts';
import type { Typed, ValueType } from './typed.ts';
import {
  arithmetic,
  BOOLEAN,
  columnType,
  FLOAT,
  isFlexible,
  isNumeric,
  isScalar,
  NULL,
  STRING,
  shown,
  UNKNOWN,
  widen,
} from './types.ts';

/** Where an expression stands. */
export type Context = {
  readonly report: Report;
  readonly program: Program;
  readonly scope: Scope;
  /** The clause, when it may hold no aggregates; null where it may. */
  readonly noAggregates: string | null;
  /** Whether this stands inside a window function already. */
  readonly inWindow?: boolean;
  /** Output columns that a bare name means first, in having and order by. */
  readonly aliases: ReadonlyMap<string, Typed>;
  /** What `columns(…)` stands for at the moment. */
  readonly columns: { readonly name: string; readonly table: string } | null;
};

function value(span: Span, type: ValueType, nullable: boolean): { type: ValueType; nullable: boolean; span: Span } {
  return { type, nullable, span: { start: span.start, end: span.end } };
}

/** Resolves, types and converts one expression. Mistakes are reported and become values that fit everywhere. */
export function checkExpression(node: Expression, context: Context): Typed {
  switch (node.kind) {
    case 'string':
      return { kind: 'constant', value: node.value, ...value(node, STRING, false) };
    case 'quoted': {
      if (context.aliases.has(node.value) || context.scope.has(node.value))
        return checkName(node.value, true, node, context);
      return { kind: 'constant', value: node.value, ...value(node, STRING, false) };
    }
    case 'number':
      return constantNumber(node.text, node, context.report);
    case 'word':
      return {
        kind: 'constant',
        value: node.value,
        ...value(node, node.value === null ? NULL : BOOLEAN, node.value === null),
      };
    case 'name':
      return checkName(node.name.text, false, node, context);
    case 'field':
      return checkField(node, context);
    case 'index':
      return checkIndex(node, context);
    case 'unary':
      return checkUnary(node, context);
    case 'binary':
      return checkBinary(node, context);
    case 'condition':
      return checkCondition(node, context);
    case 'in':
      return checkIn(node, context);
    case 'between': {
      return checkBetween(node, context);
    }
    case 'is-null': {
      const operand = checkExpression(node.operand, context);
      return { ...operation(node.negated ? 'is-not-null' : 'is-null', [operand], node), nullable: false };
    }
    case 'call':
      return checkCall(node, context);
    case 'cast': {
      const operand = checkExpression(node.operand, context);
      const { type } = typeOf(node.type, context.report, false);
      return { kind: 'cast', operand, lenient: node.lenient, ...value(node, type, node.lenient || operand.nullable) };
    }
    case 'list':
      return checkList(node, context);
    case 'columns': {
      const table = context.columns && context.scope.find(context.columns.table);
      if (context.columns && table) return context.scope.columnOf(table, context.columns.name, node) ?? failed(node);
      context.report('SBS3019', node, {});
      return failed(node);
    }
  }
}

function checkName(text: string, quoted: boolean, span: Span, context: Context): Typed {
  const alias = context.aliases.get(text);
  return alias
    ? { ...alias, span: { start: span.start, end: span.end } }
    : context.scope.column({ text, quoted, start: span.start, end: span.end });
}

function operation(
  operator: Extract<Typed, { kind: 'operator' }>['operator'],
  operands: readonly Typed[],
  span: Span,
  type: ValueType = BOOLEAN,
): Typed {
  return {
    kind: 'operator',
    operator,
    operands,
    ...value(
      span,
      type,
      operands.some((operand) => operand.nullable),
    ),
  };
}

/** A value that has to be true or false. */
export function checkBoolean(node: Expression, what: string, context: Context): Typed {
  const checked = checkExpression(node, context);
  if (checked.type.kind === 'boolean' || isFlexible(checked.type)) return coerce(checked, BOOLEAN);
  context.report('SBS3009', node, { what, type: shown(checked.type) });
  return failed(node);
}

function checkUnary(node: Extract<Expression, { kind: 'unary' }>, context: Context): Typed {
  if (node.operator === 'not')
    return operation('not', [checkBoolean(node.operand, 'What not stands before', context)], node);
  if (node.operand.kind === 'number') return constantNumber(`-${node.operand.text}`, node, context.report);
  const operand = checkExpression(node.operand, context);
  if (!isNumeric(operand.type) && !isFlexible(operand.type)) {
    context.report('SBS3002', node, {
      operator: '-',
      left: shown(operand.type),
      right: 'nothing',
      advice: 'Only numbers can be negated.',
    });
    return failed(node);
  }
  return operation('negate', [operand], node, operand.type);
}

function checkBinary(node: Extract<Expression, { kind: 'binary' }>, context: Context): Typed {
  switch (node.operator) {
    case 'and':
    case 'or': {
      const what = `A side of ${node.operator}`;
      return operation(
        node.operator,
        [checkBoolean(node.left, what, context), checkBoolean(node.right, what, context)],
        node,
      );
    }
    case '||': {
      const sides = [node.left, node.right].map((side) => textual(side, context));
      return operation('||', sides, node, STRING);
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

function textual(node: Expression, context: Context): Typed {
  const checked = checkExpression(node, context);
  if (isScalar(checked.type) || checked.type.kind === 'json') return coerce(checked, STRING);
  context.report('SBS3002', node, {
    operator: '||',
    left: shown(checked.type),
    right: 'string',
    advice: 'Name one of its parts.',
  });
  return failed(node);
}

function checkMatch(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: 'like' | 'ilike' | '~',
  context: Context,
): Typed {
  const [left, right] = [checkExpression(node.left, context), checkExpression(node.right, context)];
  for (const side of [left, right]) {
    if (fits(side.type, STRING)) continue;
    context.report('SBS3002', node, {
      operator,
      left: shown(left.type),
      right: shown(right.type),
      advice: 'Convert both sides to texts with string(…).',
    });
    return failed(node);
  }
  if (operator === '~') {
    if (right.kind !== 'constant' || typeof right.value !== 'string')
      context.report('SBS3011', node.right, { what: 'A regular expression' });
    else checkPattern(right.value, node.right, context.report);
  }
  return operation(operator === '~' ? 'matches' : operator, [coerce(left, STRING), coerce(right, STRING)], node);
}

function checkArithmetic(
  node: Extract<Expression, { kind: 'binary' }>,
  operator: '+' | '-' | '*' | '/' | '%',
  context: Context,
): Typed {
  const [left, right] = [checkExpression(node.left, context), checkExpression(node.right, context)];
  if (![left, right].every((side) => isNumeric(side.type) || isFlexible(side.type))) {
    const kinds = [left.type.kind, right.type.kind];
    const advice =
      kinds.includes('date') || kinds.includes('datetime')
        ? 'Calculate with date_add, date_sub and date_diff.'
        : operator === '+' && kinds.includes('string')
          ? 'To join texts, write ||.'
          : 'Convert both sides to numbers, for example with integer(…) or float(…).';
    context.report('SBS3002', node, { operator, left: shown(left.type), right: shown(right.type), advice });
    return failed(node);
  }
  const divides = operator === '/' || operator === '%';
  if (operator === '/')
    return { ...operation('/', [coerce(left, FLOAT), coerce(right, FLOAT)], node, FLOAT), nullable: true };
  const type = arithmetic(operator, left.type, right.type);
  const sides =
    type.kind === 'float' || left.type.kind === 'null' || right.type.kind === 'null'
      ? [coerce(left, type), coerce(right, type)]
      : [left, right];
  const result = operation(operator, sides, node, type);
  return divides ? { ...result, nullable: true } : result;
}

function isNullWord(node: Expression): boolean {
  return node.kind === 'word' && node.value === null;
}

/** A comparison; with a bare null it asks whether there is a value. */
function compared(
  operator: BinaryOperator,
  leftNode: Expression,
  rightNode: Expression,
  span: Span,
  context: Context,
): Typed {
  if ((operator === '==' || operator === '!=') && (isNullWord(leftNode) || isNullWord(rightNode))) {
    const operand = checkExpression(isNullWord(leftNode) ? rightNode : leftNode, context);
    return { ...operation(operator === '==' ? 'is-null' : 'is-not-null', [operand], span), nullable: false };
  }
  const [left, right] = [checkExpression(leftNode, context), checkExpression(rightNode, context)];
  const fitted = [
    { ...left, type: fittingConstant(left, right.type) },
    { ...right, type: fittingConstant(right, left.type) },
  ];
  const type = commonType(fitted, operator, span, context);
  if (type === null) return failed(span);
  return operation(operator as '==', [toCommon(left, type, right), toCommon(right, type, left)], span);
}

/** A value of a type known only at run time is compared with a text as a text. */
function toCommon(side: Typed, type: ValueType, other: Typed): Typed {
  return type.kind === 'unknown' && side.type.kind === 'unknown' && other.type.kind === 'string'
    ? coerce(side, STRING)
    : coerce(side, type);
}

/** The type to which all values convert by themselves; reports a conflict and gives null. */
export function commonType(values: readonly Typed[], operator: string, span: Span, context: Context): ValueType | null {
  let type: ValueType = NULL;
  for (const each of values) {
    const wider = widen(type, each.type);
    if (wider === null) {
      const advice = conflictAdvice(type, each.type);
      context.report('SBS3002', span, { operator, left: shown(type), right: shown(each.type), advice });
      return null;
    }
    type = wider;
  }
  return type;
}

function conflictAdvice(left: ValueType, right: ValueType): string {
  const other = left.kind === 'string' ? right : right.kind === 'string' ? left : null;
  const byName = ['integer', 'float', 'decimal', 'boolean', 'date', 'datetime'];
  if (other && byName.includes(other.kind))
    return `Convert the text with ${other.kind}(…), or the other side with string(…).`;
  return 'Convert one side to the type of the other.';
}

function checkCondition(node: Extract<Expression, { kind: 'condition' }>, context: Context): Typed {
  const test = checkBoolean(node.test, 'What stands before ?', context);
  const [then, otherwise] = [checkExpression(node.then, context), checkExpression(node.otherwise, context)];
  const type = commonType([then, otherwise], '? :', node, context);
  if (type === null) return failed(node);
  const nullable = then.nullable || otherwise.nullable;
  return {
    kind: 'condition',
    test,
    then: coerce(then, type),
    otherwise: coerce(otherwise, type),
    ...value(node, type, nullable),
  };
}

function checkIn(node: Extract<Expression, { kind: 'in' }>, context: Context): Typed {
  const operand = checkExpression(node.operand, context);
  const items = node.items.map((item) => checkExpression(item, context));
  const type = commonType([operand, ...items], 'in', node, context);
  if (type === null) return failed(node);
  const nullable = [operand, ...items].some((each) => each.nullable);
  const texts = type.kind === 'unknown' && items.some((item) => item.type.kind === 'string') ? STRING : type;
  return {
    kind: 'in',
    operand: coerce(operand, texts),
    items: items.map((item) => coerce(item, texts)),
    negated: node.negated,
    ...value(node, BOOLEAN, nullable),
  };
}

function checkBetween(node: Extract<Expression, { kind: 'between' }>, context: Context): Typed {
  const [operand, low, high] = [node.operand, node.low, node.high].map((each) => checkExpression(each, context));
  if (!operand || !low || !high) return failed(node);
  const bounds = [low, high].map((bound) => ({ ...bound, type: fittingConstant(bound, operand.type) }));
  const type = commonType([operand, ...bounds], 'between', node, context);
  if (type === null) return failed(node);
  const between = operation('between', [coerce(operand, type), coerce(low, type), coerce(high, type)], node);
  return node.negated ? operation('not', [between], node) : between;
}

function checkList(node: Extract<Expression, { kind: 'list' }>, context: Context): Typed {
  const items = node.items.map((item) => checkExpression(item, context));
  const type = commonType(items, '[ ]', node, context);
  if (type === null) return failed(node);
  const element = columnType(type);
  return {
    kind: 'list',
    items: items.map((item) => coerce(item, element)),
    ...value(node, { kind: 'list', element }, false),
  };
}

function checkField(node: Extract<Expression, { kind: 'field' }>, context: Context): Typed {
  const { target, field } = node;
  const first = target.kind === 'name' ? target.name.text : target.kind === 'quoted' ? target.value : null;
  const table = first === null ? undefined : context.scope.find(first);
  if (table && !context.scope.has(first ?? ''))
    return { ...context.scope.qualified(table, field), span: { start: node.start, end: node.end } };
  if (table && context.scope.columnOf(table, field.text, field))
    return { ...context.scope.qualified(table, field), span: { start: node.start, end: node.end } };
  if (first !== null && !context.aliases.has(first) && context.scope.misnamed(first, target, field.text))
    return failed(node);
  const owner = checkExpression(target, context);
  return fieldOf(owner, field.text, field, node, context);
}

function fieldOf(owner: Typed, name: string, at: Span, span: Span, context: Context): Typed {
  if (owner.type.kind === 'json') return { kind: 'field', target: owner, name, ...value(span, { kind: 'json' }, true) };
  if (owner.type.kind === 'unknown') return { kind: 'field', target: owner, name, ...value(span, UNKNOWN, true) };
  if (owner.type.kind === 'record') {
    const field = owner.type.fields.find((each) => each.name === name);
    if (field)
      return { kind: 'field', target: owner, name, ...value(span, field.type, owner.nullable || field.nullable) };
    context.report('SBS2011', at, { name, fields: owner.type.fields.map((each) => each.name).join(', ') });
    return failed(span);
  }
  context.report('SBS3003', at, { type: shown(owner.type) });
  return failed(span);
}

function checkIndex(node: Extract<Expression, { kind: 'index' }>, context: Context): Typed {
  const [target, index] = [checkExpression(node.target, context), checkExpression(node.index, context)];
  const named = index.kind === 'constant' && typeof index.value === 'string' && index.type.kind === 'string';
  if (named && typeof index.value === 'string') return fieldOf(target, index.value, node.index, node, context);
  if (target.type.kind !== 'list' && target.type.kind !== 'json' && target.type.kind !== 'unknown') {
    context.report('SBS3003', node, { type: shown(target.type) });
    return failed(node);
  }
  if (!isInteger(index.type)) {
    context.report('SBS3006', node.index, { type: shown(index.type) });
    return failed(node);
  }
  const type = target.type.kind === 'list' ? target.type.element : target.type;
  return { kind: 'index', target, index, ...value(node, type, true) };
}
