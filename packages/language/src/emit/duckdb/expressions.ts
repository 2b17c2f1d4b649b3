import { NO_COLUMNS } from '@switchboard/model/plan';
import { findFunction } from '../../functions/registry.ts';
import {
  type Matching,
  type Operator,
  partsOf,
  type Typed,
  type TypedBound,
  type TypedOrder,
  type TypedWindow,
} from '../../typed/typed.ts';
import { bound, boundTogether, isNested } from './bound.ts';
import { convert, convertLiteral } from './conversions/convert.ts';
import { withoutNull } from './conversions/read-text.ts';
import { exactComparison } from './exact-comparison.ts';
import { finite } from './finite.ts';
import type { SqlArgument } from './functions/function-sql.ts';
import { functionSql } from './functions/registry.ts';
import { listPosition } from './list-position.ts';
import { name, sqlType, text } from './literals.ts';
import { nestedQuery } from './nested-query.ts';
import { wholeDivisor, withNegative } from './whole-numbers.ts';

const INFIX: Partial<Readonly<Record<Operator, string>>> = {
  and: 'AND',
  or: 'OR',
  '==': '=',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  like: 'LIKE',
  ilike: 'ILIKE',
  '||': '||',
  '+': '+',
  '-': '-',
  '*': '*',
};

function cast(sql: string, node: Typed): string {
  const type = sqlType(node.type);
  return type === null ? sql : `CAST(${sql} AS ${type})`;
}

function constant(node: Extract<Typed, { kind: 'constant' }>): string {
  const { value, type } = node;
  if (value === null) return cast('NULL', node);
  if (typeof value === 'boolean') return String(value);
  if (type.kind === 'string') return text(value);
  // Digits only, as the checker left them; the cast keeps 1 from being a 32-bit integer.
  return cast(value, node);
}

/** Whether a divisor may be known to be zero without any row. */
function maybeZero(node: Typed): boolean {
  return node.kind === 'constant' ? Number(node.value) === 0 : !readsRows(node);
}

/** Whether DuckDB may know, without any row, that a value is always null. */
function maybeAlwaysNull(node: Typed): boolean {
  if (node.kind === 'constant') return node.value === null;
  if (node.kind === 'column') return false;
  if (node.kind === 'condition' && readsRows(node.test))
    return maybeAlwaysNull(node.value) && maybeAlwaysNull(node.otherwise);
  const parts = partsOf(node);
  const divides =
    (node.kind === 'operator' && (node.operator === '/' || node.operator === '%')) ||
    (node.kind === 'call' && node.function === 'mod');
  if (divides && parts[1] && maybeZero(parts[1])) return true;
  return parts.some(maybeAlwaysNull) || (node.nullable && !readsRows(node));
}

/** The SQL of an output column. What DuckDB knows to be null has no type of its own there, so it is given its type. */
export function output(node: Typed): string {
  const sql = expression(node);
  return node.kind !== 'cast' && maybeAlwaysNull(node) && !/^(?:TRY_)?CAST\(/.test(sql) ? cast(sql, node) : sql;
}

function readsRows(node: Typed): boolean {
  const folds = node.kind === 'call' && (node.over !== null || findFunction(node.function)?.kind === 'aggregate');
  return folds || node.kind === 'column' || node.kind === 'query' || partsOf(node).some(readsRows);
}

/** DuckDB calculates with decimals of so few digits in 64 bits, and fails when the result has more. */
const NARROW = 18;

/** The left side of a calculation whose result needs more digits than either side has room for. */
function widened(node: Extract<Typed, { kind: 'operator' }>, left: string): string {
  const [a, b] = node.operands;
  if (node.type.kind !== 'decimal' || a?.type.kind !== 'decimal' || b?.type.kind !== 'decimal') return left;
  const narrow = a.type.precision <= NARROW && b.type.precision <= NARROW && node.type.precision > NARROW;
  return narrow ? `CAST(${left} AS DECIMAL(${node.type.precision}, ${a.type.scale}))` : left;
}

type OperatorNode = Extract<Typed, { kind: 'operator' }>;

/** Calculations that may leave the finite floats. */
const CALCULATIONS: ReadonlySet<Operator> = new Set(['+', '-', '*', '/']);

function isFloatCalculation(node: OperatorNode): boolean {
  return node.type.kind === 'float' && CALCULATIONS.has(node.operator);
}

/** A calculation is checked once, as a whole: what is not finite stays so, except as a divisor. */
function calculation(node: OperatorNode): string {
  const part = (each: Typed): string =>
    each.kind === 'operator' && isFloatCalculation(each) ? calculation(each) : expression(each);
  const [left, right] = node.operands;
  if (!left || !right) return 'NULL';
  if (node.operator === '/') return `(${part(left)} / NULLIF(${expression(right)}, 0))`;
  return `(${part(left)} ${node.operator} ${part(right)})`;
}

function divisor(node: OperatorNode, sql: string): string {
  const [, by] = node.operands;
  if (node.type.kind !== 'integer' || by?.type.kind !== 'integer') return `NULLIF(${sql}, 0)`;
  return wholeDivisor(sql, by.kind === 'constant' && typeof by.value === 'string' ? by.value : null);
}

function operator(node: OperatorNode): string {
  if (isFloatCalculation(node)) return finite(calculation(node), 'a calculation');
  const [left = 'NULL', right = 'NULL', high = 'NULL'] = node.operands.map(expression);
  switch (node.operator) {
    case 'not':
      return `(NOT ${left})`;
    case 'negate':
      if (node.type.kind === 'integer') return `(- ${withNegative(left)})`;
      return node.type.kind === 'decimal' ? cast(`(- ${left})`, node) : `(- ${left})`;
    case 'between':
      return `(${left} BETWEEN ${right} AND ${high})`;
    case 'is-null':
      return `(${left} IS NULL)`;
    case 'is-not-null':
      return `(${left} IS NOT NULL)`;
    case 'matches':
      return `regexp_matches(${left}, ${right})`;
    case 'like':
    case 'ilike': {
      const marked = node.operands.length > 2 ? ` ESCAPE ${high}` : '';
      return `(${left} ${INFIX[node.operator] ?? 'LIKE'} ${right}${marked})`;
    }
    case '%':
      return cast(`(${left} % ${divisor(node, right)})`, node);
    default: {
      const exact = exactComparison(node.operator, node.operands, [left, right]);
      if (exact !== null) return exact;
      const sql = `(${widened(node, left)} ${INFIX[node.operator] ?? '='} ${right})`;
      return node.type.kind === 'decimal' ? cast(sql, node) : sql;
    }
  }
}

/** A bare constant orders nothing, and DuckDB rejects it. */
export function sortKey(by: Typed): string {
  const sql = expression(by);
  return /^(?:'|(?:true|false)$)/.test(sql) ? `CAST(${sql} AS ${sqlType(by.type) ?? 'VARCHAR'})` : sql;
}

export function direction(order: Pick<TypedOrder, 'descending' | 'nulls'>): string {
  return `${order.descending ? ' DESC' : ''} NULLS ${order.nulls === 'first' ? 'FIRST' : 'LAST'}`;
}

/** `wide`: the first key, an integer, is made wider than 64 bits. */
function ordered(order: readonly TypedOrder[], wide = false): string {
  const keys = order.map((each, index) => {
    const key = sortKey(each.by);
    return `${wide && index === 0 ? `CAST(${key} AS HUGEINT)` : key}${direction(each)}`;
  });
  return `ORDER BY ${keys.join(', ')}`;
}

function frameBound({ side, amount }: TypedBound, key: Typed | undefined): string {
  const direction = side === 'preceding' ? 'PRECEDING' : 'FOLLOWING';
  if (side === 'current') return 'CURRENT ROW';
  if (amount === null) return `UNBOUNDED ${direction}`;
  return key?.type.kind === 'date' ? `INTERVAL '${amount} day' ${direction}` : `${amount} ${direction}`;
}

/** The order of a window. Of a frame with distances, an integer is made wide: DuckDB fails where a distance leaves 64 bits. */
function windowOrder({ order, frame }: TypedWindow): string {
  const [key] = order;
  const distance = frame?.unit === 'range' && (frame.first.amount !== null || frame.last.amount !== null);
  return ordered(order, distance && key?.by.type.kind === 'integer');
}

function window(over: TypedWindow): string {
  const parts: string[] = [];
  if (over.partition.length > 0) parts.push(`PARTITION BY ${over.partition.map(expression).join(', ')}`);
  if (over.order.length > 0) parts.push(windowOrder(over));
  if (over.frame) {
    const { unit, first, last } = over.frame;
    const key = unit === 'range' ? over.order[0]?.by : undefined;
    parts.push(`${unit === 'rows' ? 'ROWS' : 'RANGE'} BETWEEN ${frameBound(first, key)} AND ${frameBound(last, key)}`);
  }
  return ` OVER (${parts.join(' ')})`;
}

function inside({ modifiers }: Extract<Typed, { kind: 'call' }>): string {
  if (!modifiers) return '';
  const order = modifiers.order.length > 0 ? ` ${ordered(modifiers.order)}` : '';
  return modifiers.ignoreNulls ? `${order} IGNORE NULLS` : order;
}

/** Functions whose floats may leave the finite ones. */
const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'list_sum', 'list_avg', 'variance']);

function call(node: Extract<Typed, { kind: 'call' }>): string {
  const own = functionSql(node.function);
  const args = node.arguments.map((arg): SqlArgument => {
    const constant = arg.kind === 'constant' && typeof arg.value === 'string' ? arg.value : null;
    return { sql: output(arg), type: arg.type, constant };
  });
  const emit = typeof own === 'function' ? own : own.emit;
  const filter = node.modifiers?.filter ? ` FILTER (WHERE ${expression(node.modifiers.filter)})` : '';
  const sql = `${emit(args, node.type, inside(node))}${filter}${node.over ? window(node.over) : ''}`;
  const value = typeof own === 'function' ? sql : cast(sql, node);
  return node.type.kind === 'float' && SUMS.has(node.function) ? finite(value, node.function) : value;
}

function conversion(node: Extract<Typed, { kind: 'cast' }>): string {
  const { operand, type, lenient } = node;
  const isText = operand.kind === 'constant' && operand.type.kind === 'string' && typeof operand.value === 'string';
  const literal = isText ? convertLiteral(String(operand.value), type, lenient) : null;
  return literal ?? convert(expression(operand), operand.type, type, lenient);
}

/** A part of JSON, of which only the outermost makes a null of a JSON null. */
function jsonPart(node: Typed): string {
  if (node.kind === 'field' && node.target.type.kind === 'json') return jsonField(node);
  if (node.kind !== 'index' || node.target.type.kind !== 'json') return expression(node);
  return `json_extract(${jsonPart(node.target)}, ${expression(node.index)})`;
}

function jsonField(node: Extract<Typed, { kind: 'field' }>): string {
  const target = jsonPart(node.target);
  return `json_extract(${target}, ${text(`/${node.name.replaceAll('~', '~0').replaceAll('/', '~1')}`)})`;
}

function field(node: Extract<Typed, { kind: 'field' }>): string {
  if (node.target.type.kind === 'json') return withoutNull(jsonPart(node));
  return `struct_extract(${expression(node.target)}, ${text(node.name)})`;
}

function index(node: Extract<Typed, { kind: 'index' }>): string {
  if (node.target.type.kind === 'json') return withoutNull(jsonPart(node));
  const [target, position] = [expression(node.target), expression(node.index)];
  if (node.index.kind === 'constant') return `list_extract(${target}, ${listPosition(Number(node.index.value))})`;
  const at = (list: string, i: string): string =>
    `list_extract(${list}, CASE WHEN ${i} < 0 THEN ${i} ELSE ${i} + 1 END)`;
  if (isNested(target)) return boundTogether([target, position], (list = '', i = '') => at(list, i));
  return bound(position, 'i', at(target, 'i'));
}

/** Whether the column named c matches. The checker uses RE2 as well. */
export function matches({ pattern, hidden }: Matching, besides: readonly string[] = []): string {
  const others = [...hidden, ...besides].map(text);
  const named = `(regexp_matches(c, ${text(pattern)}) OR (c = ${text(NO_COLUMNS)}))`;
  return others.length > 0 ? `(${named} AND (lower(c) NOT IN (${others.join(', ')})))` : named;
}

/**
 * Emits a membership test. With a null among the items, a computed value is bound to a name so that it is written
 * once.
 */
function membership({ operand, items, negated, withNull }: Extract<Typed, { kind: 'in' }>): string {
  const value = expression(operand);
  const choices = items.map(expression);
  const test = (sql: string, among: readonly string[] = choices): string => {
    const found = `(${sql} ${negated ? 'NOT IN' : 'IN'} (${among.join(', ')}))`;
    if (!withNull) return found;
    return negated ? `(${found} AND (${sql} IS NOT NULL))` : `(${found} OR (${sql} IS NULL))`;
  };
  let core = operand;
  while (core.kind === 'cast' || core.kind === 'field') core = core.kind === 'cast' ? core.operand : core.target;
  if (!withNull || core.kind === 'column' || core.kind === 'constant') return test(value);
  const all = [value, ...choices];
  if (isNested(choices.join(' '))) return boundTogether(all, (first = '', ...others) => test(first, others));
  return bound(value, 'i', test('i'));
}

/** A query in an expression. */
function query({ form, operand, query: inner }: Extract<Typed, { kind: 'query' }>): string {
  const sql = nestedQuery(inner);
  if (form === 'exists') return `EXISTS ${sql}`;
  if (form === 'value' || !operand) return sql;
  return `(${expression(operand)} ${form === 'in' ? 'IN' : 'NOT IN'} ${sql})`;
}

function record(node: Extract<Typed, { kind: 'record' }>): string {
  const fields = node.type.kind === 'record' ? node.type.fields : [];
  const pairs = node.values.map((value, index) => `${name(fields[index]?.name ?? '')} := ${expression(value)}`);
  return `struct_pack(${pairs.join(', ')})`;
}

type SqlByKind = { readonly [Kind in Typed['kind']]: (node: Extract<Typed, { kind: Kind }>) => string };

const SQL: SqlByKind = {
  column: (node) => `${name(node.table)}.${name(node.name)}`,
  constant,
  operator,
  in: membership,
  condition: ({ test, value, otherwise }) =>
    `CASE WHEN ${expression(test)} THEN ${expression(value)} ELSE ${expression(otherwise)} END`,
  call,
  cast: conversion,
  field,
  index,
  columns: ({ matching }) => `COLUMNS(lambda c: ${matches(matching)})`,
  record,
  query,
  list: (node) => cast(`[${node.items.map(expression).join(', ')}]`, node),
};

/** The SQL of a checked expression, with brackets where precedence matters. */
export function expression(node: Typed): string {
  const emit = SQL[node.kind] as (each: Typed) => string;
  return emit(node);
}
