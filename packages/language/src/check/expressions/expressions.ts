import type { ColumnType } from '@switchboard/model/schema';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import type { Typed } from '../../typed/typed.ts';
import { BOOLEAN, columnType, NULL, STRING, shown, UNKNOWN, valueType } from '../../typed/types.ts';
import type { Context } from '../context.ts';
import { constantAt, reportUnknownConstant } from '../names/constant-names.ts';
import { failed } from '../names/scope.ts';
import { castAdvice, isCastable } from '../types/casts.ts';
import { coerce } from '../types/coerce.ts';
import { typeOf } from '../types/schema-types.ts';
import { unifiedType } from '../types/unify.ts';
import { checkCall } from './calls.ts';
import { checkBetween, checkCondition, checkIn } from './comparisons.ts';
import { constantNumber, isInteger } from './constants.ts';
import { warnOfText } from './doubtful-text.ts';
import { fixedText, misreading } from './fixed-values.ts';
import { checkBinary, checkUnary } from './operators.ts';
import { checkExists, checkInQuery, checkValueQuery } from './queries.ts';
import { checkRecord } from './records.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
type Checks = { readonly [Kind in Expression['kind']]: (node: Node<Kind>, context: Context) => Typed };

const CHECKS: Checks = {
  string: textConstant,
  quoted: checkQuoted,
  number: (node, { report }) => constantNumber(node.text, node, report),
  word: (node) => {
    const isNull = node.value === null;
    return { kind: 'constant', value: node.value, type: isNull ? NULL : BOOLEAN, nullable: isNull, span: node };
  },
  name: (node, context) => (node.constant ? checkConstantName(node.name, context) : checkName(node.name, context)),
  field: checkField,
  index: checkIndex,
  unary: checkUnary,
  binary: checkBinary,
  condition: checkCondition,
  in: checkIn,
  between: checkBetween,
  'is-null': checkIsNull,
  call: checkCall,
  cast: checkCast,
  list: checkList,
  record: checkRecord,
  columns: checkColumns,
  query: checkValueQuery,
  exists: checkExists,
  'in-query': checkInQuery,
};

/** Resolves, types and converts one expression. Mistakes are reported and become values that fit everywhere. */
export function checkExpression(node: Expression, context: Context): Typed {
  const check = CHECKS[node.kind] as (each: Expression, context: Context) => Typed;
  return check(node, context);
}

function textConstant(node: Node<'string' | 'quoted'>): Typed {
  return { kind: 'constant', value: node.value, type: STRING, nullable: false, span: node };
}

function checkQuoted(node: Node<'quoted'>, context: Context): Typed {
  if (!context.aliases.has(node.value) && !context.scope.has(node.value)) return textConstant(node);
  return checkName({ text: node.value, quoted: true, start: node.start, end: node.end }, context);
}

function checkIsNull(node: Node<'is-null'>, context: Context): Typed {
  const operand = checkExpression(node.operand, context);
  warnOfText(node.operand, context);
  const operator = node.negated ? 'is-not-null' : 'is-null';
  return { kind: 'operator', operator, operands: [operand], type: BOOLEAN, nullable: false, span: node };
}

/** Reports a text of the script that a cast can only fail to read. */
function checkLiteral(operand: Typed, type: ColumnType, context: Context): void {
  const text = operand.type.kind === 'string' ? fixedText(operand) : null;
  const wrong = text === null ? null : misreading(text, type);
  if (text === null || !wrong) return;
  const { reason } = wrong;
  context.report('SBS3031', operand.span, { text, type: shown(type), reason });
}

function checkCast(node: Node<'cast'>, context: Context): Typed {
  const operand = checkExpression(node.operand, context);
  const rounds = operand.type.kind === 'float' || operand.type.kind === 'decimal' || operand.type.kind === 'unknown';
  const { type } = typeOf(node.type, context.report, false, rounds);
  if (!isCastable(operand.type, type)) {
    const values = { from: shown(operand.type), to: shown(type), advice: castAdvice(operand.type, type) };
    context.report('SBS3026', node, values);
    return failed(node);
  }
  if (!node.lenient) checkLiteral(operand, type, context);
  const isRead = type.kind !== 'string' && (operand.type.kind === 'string' || operand.type.kind === 'unknown');
  const nullable = node.lenient || operand.nullable || operand.type.kind === 'json' || isRead;
  return { kind: 'cast', operand, lenient: node.lenient, type, nullable, span: node };
}

function checkColumns(node: Node<'columns'>, context: Context): Typed {
  const { columns, scope } = context;
  if (columns && 'pattern' in columns)
    return { kind: 'columns', matching: columns, type: UNKNOWN, nullable: true, span: node };
  const table = columns && scope.find(columns.table);
  if (columns && table) return scope.columnOf(table, columns.name, node) ?? failed(node);
  context.report('SBS3019', node, {});
  return failed(node);
}

function checkName(name: Name, context: Context): Typed {
  const alias = context.aliases.size > 0 ? context.aliases.get(name.text) : undefined;
  if (!alias) return context.scope.column(name);
  context.program.recorder?.output('use', name.text, name, alias);
  return { ...alias, span: name };
}

/** `literal(name)` */
function checkConstantName(name: Name, { program, report }: Context): Typed {
  if (program.constants.has(name.text)) return constantAt(name, program);
  if (!program.constants.isBroken(name.text)) reportUnknownConstant(name, report);
  return failed(name);
}

function checkList(node: Node<'list'>, context: Context): Typed {
  const items = node.items.map((item) => checkExpression(item, context));
  const type = unifiedType(items, '[ ]', node, context);
  if (type === null) return failed(node);
  const element = columnType(type);
  return {
    kind: 'list',
    items: items.map((item) => coerce(item, element)),
    type: { kind: 'list', element },
    nullable: false,
    span: node,
  };
}

function checkField(node: Node<'field'>, context: Context): Typed {
  const { target, field } = node;
  const first = target.kind === 'name' ? target.name.text : target.kind === 'quoted' ? target.value : null;
  const table = first === null ? undefined : context.scope.find(first);
  if (table && (!context.scope.has(first ?? '') || context.scope.columnOf(table, field.text, field))) {
    context.scope.named(table, target);
    return context.scope.qualified(table, field, node);
  }
  if (first !== null && !table && !context.scope.hasOwn(first) && context.scope.hasTable(first))
    return context.scope.columnOfTable(first, target, field, node);
  if (first !== null && !context.aliases.has(first) && context.scope.misnamed(first, target, field.text))
    return failed(node);
  const owner = checkExpression(target, context);
  return fieldOf(owner, field.text, field, node, context);
}

function fieldOf(owner: Typed, name: string, at: Span, span: Span, context: Context): Typed {
  if (owner.type.kind === 'json')
    return { kind: 'field', target: owner, name, type: { kind: 'json' }, nullable: true, span };
  if (owner.type.kind === 'unknown') return { kind: 'field', target: owner, name, type: UNKNOWN, nullable: true, span };
  if (owner.type.kind === 'record') {
    const field = owner.type.fields.find((each) => each.name === name);
    if (field)
      return {
        kind: 'field',
        target: owner,
        name,
        type: valueType(field.type),
        nullable: owner.nullable || field.nullable,
        span,
      };
    context.report('SBS2011', at, { name, fields: owner.type.fields.map((each) => each.name).join(', ') });
    return failed(span);
  }
  context.report('SBS3003', at, { type: shown(owner.type) });
  return failed(span);
}

function checkIndex(node: Node<'index'>, context: Context): Typed {
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
  const type = target.type.kind === 'list' ? valueType(target.type.element) : target.type;
  return { kind: 'index', target, index, type, nullable: true, span: node };
}
