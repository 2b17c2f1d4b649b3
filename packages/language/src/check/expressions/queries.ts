import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';
import type { CheckedQuery, CheckedSelect, Typed } from '../../typed/typed.ts';
import { BOOLEAN, STRING, sameType, valueType } from '../../typed/types.ts';
import type { CheckedResult } from '../checked-query.ts';
import type { Context } from '../context.ts';
import { failed } from '../names/scope.ts';
import { coerce } from '../types/coerce.ts';
import { unifiedType } from '../types/unify.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
type ColumnValue = Extract<Typed, { kind: 'column' }>;
type Nested = { readonly result: CheckedResult; readonly outer: readonly Typed[] };

/** The result of a query in an expression; null where none may stand. */
function nested(query: QueryNode, at: Span, context: Context, anyRows = false): Nested | null {
  const { nest, report, noAggregates } = context;
  if (nest) return nest(query, anyRows);
  report('SBS3041', at, { clause: noAggregates ?? 'this place' });
  return null;
}

/** The only column of a query; another number of columns is reported. */
function onlyColumn({ columns, wider }: CheckedResult, at: Span, { report }: Context): Column | null {
  const [column] = columns;
  if (column && columns.length === 1 && !wider) return column;
  // A query without columns has a mistake of its own.
  if (columns.length > 0 || wider) report('SBS3042', at, { count: wider ? 'any number' : String(columns.length) });
  return null;
}

export function checkExists(node: Node<'exists'>, context: Context): Typed {
  const found = nested(node.query, node, context, true);
  if (!found) return failed(node);
  const { result, outer } = found;
  return query('exists', null, result.query, outer, { type: BOOLEAN, nullable: false, span: node });
}

/** A query as a value. It must be certain to give at most one row. */
export function checkValueQuery(node: Node<'query'>, context: Context): Typed {
  const found = nested(node.query, node, context);
  const column = found && onlyColumn(found.result, node.query, context);
  if (!found || !column) return failed(node);
  if (!found.result.single) {
    context.report('SBS3043', node, {});
    return failed(node);
  }
  return query('value', null, found.result.query, found.outer, {
    type: valueType(column.type),
    nullable: true,
    span: node,
  });
}

/** Whether a value is among those of a query. Its nulls are left out, so that they hide nothing from `not in`. */
export function checkInQuery(node: Node<'in-query'>, context: Context): Typed {
  const operand = context.check(node.operand, context);
  const found = nested(node.query, node.query, context);
  const column = found && onlyColumn(found.result, node.query, context);
  if (!found || !column) return failed(node);
  const { name, nullable } = column;
  const value: ColumnValue = {
    kind: 'column',
    table: WITHIN,
    name,
    type: valueType(column.type),
    nullable,
    span: node.query,
  };
  const unified = unifiedType([operand, value], 'in', node, context);
  if (unified === null) return failed(node);
  const text = unified.kind === 'unknown' && [operand, value].some(({ type }) => type.kind === 'string');
  const type = text ? STRING : unified;
  const plain = !nullable && sameType(value.type, type);
  const values = plain ? found.result.query : valuesOf(value, coerce(value, type), found.result.query);
  const form = node.negated ? 'not-in' : 'in';
  const place = { type: BOOLEAN, nullable: operand.nullable, span: node };
  return query(form, coerce(operand, type), values, found.outer, place);
}

function query(
  form: Extract<Typed, { kind: 'query' }>['form'],
  operand: Typed | null,
  checked: CheckedQuery,
  outer: readonly Typed[],
  place: Pick<Typed, 'type' | 'nullable' | 'span'>,
): Typed {
  return { kind: 'query', form, operand, query: checked, outer, ...place };
}

/** The name of a query that is read only to convert its values. */
const WITHIN = `${RESERVED_PREFIX}values`;

/** The converted values of a query that are not null. */
function valuesOf(column: ColumnValue, value: Typed, inner: CheckedQuery): CheckedSelect {
  const { span } = column;
  return {
    kind: 'select',
    distinct: false,
    items: [{ kind: 'value', name: column.name, value }],
    from: { table: WITHIN, query: inner, alias: WITHIN, pseudo: { hidden: [], named: [] }, expanded: false },
    joins: [],
    where: { kind: 'operator', operator: 'is-not-null', operands: [column], type: BOOLEAN, nullable: false, span },
    grouped: false,
    keys: [],
    having: null,
    qualify: null,
    order: [],
    limit: null,
    offset: 0,
  };
}
