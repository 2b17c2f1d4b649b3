import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Context } from '../../check/context.ts';
import { compared } from '../../check/expressions/comparisons.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { operation } from '../../check/expressions/operation.ts';
import { isFailed, NO_NAMES, Scope, type ScopeTable } from '../../check/names/scope.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program, type TableInfo } from '../../check/program.ts';
import { findFunction } from '../../functions/registry.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { type CheckedSelect, type OutputItem, partsOf, type Typed } from '../../typed/typed.ts';
import { columnType } from '../../typed/types.ts';
import { readsNothing } from '../reads-nothing.ts';
import { isAggregate } from '../select/grouping.ts';
import { wholeTable } from '../whole-table.ts';
import type { PivotNode, PivotPart } from './pivot-node.ts';

type Call = Extract<Typed, { kind: 'call' }>;
/** A listed value: the name of its columns, and the rows that it stands for. */
type Listed = { readonly part: PivotPart; readonly name: string; readonly rows: Typed };
type Aggregate = { readonly part: PivotPart; readonly call: Call };

function contextOf(program: Program, placed: Placed<TableNode>, table: ScopeTable): Context {
  const scope = new Scope(program, placed.report);
  scope.tables.push(table);
  return {
    check: checkExpression,
    report: placed.report,
    program,
    scope,
    noAggregates: null,
    aliases: new Map(),
    columns: null,
  };
}

/** A text in double quotes among the values is never a column. */
function asText(node: Expression): Expression {
  return node.kind === 'quoted' ? { ...node, kind: 'string' } : node;
}

/** The name that a value gives to its columns; empty when it gives none. */
function nameOf({ value, alias }: PivotPart): string {
  if (alias) return alias.text;
  if (value.kind === 'string' || value.kind === 'quoted') return value.value;
  if (value.kind === 'number') return value.text;
  if (value.kind === 'word') return String(value.value);
  return value.kind === 'unary' && value.operand.kind === 'number' ? `-${value.operand.text}` : '';
}

function checkValues(node: PivotNode, column: Typed, context: Context): Listed[] {
  const own: Expression = { kind: 'name', name: node.column, start: node.column.start, end: node.column.end };
  const within: Context = {
    ...context,
    check: (each, inner) => (each === own ? column : checkExpression(each, inner)),
    noAggregates: 'the values of a pivot',
  };
  const listed: Listed[] = [];
  for (const part of node.values) {
    if (!readsNothing(part.value, context)) {
      context.report('SBS3052', part.value, {});
      continue;
    }
    const rows = compared('==', own, asText(part.value), part.value, within);
    // The other values conflict with the type of the column as this one does.
    if (isFailed(rows)) return [];
    if (holdsFailed(rows)) continue;
    const name = nameOf(part);
    if (name === '') context.report('SBS2010', part.value, {});
    else listed.push({ part, name, rows });
  }
  return listed;
}

function holdsFailed(value: Typed): boolean {
  return isFailed(value) || partsOf(value).some(holdsFailed);
}

function checkAggregates(node: PivotNode, context: Context): Aggregate[] {
  return node.aggregates.flatMap((part) => {
    const call = checkExpression(part.value, context);
    if (call.kind === 'call' && isAggregate(call)) {
      if (node.aggregates.length === 1 || part.alias) return [{ part, call }];
      context.report('SBS2010', part.value, {});
    } else if (!holdsFailed(call)) context.report('SBS3053', part.value, {});
    return [];
  });
}

/** An aggregate over the rows of one value. It may have none, so that only counts are never null. */
function overRows(call: Call, rows: Typed): Call {
  const { modifiers } = call;
  const filter = modifiers?.filter ? operation('and', [modifiers.filter, rows], call.span) : rows;
  const nullable = findFunction(call.function)?.nullable !== false;
  return { ...call, modifiers: { order: [], ignoreNulls: false, ...modifiers, filter }, nullable };
}

function columnsIn(node: Typed, names: Set<string>): void {
  if (node.kind === 'column' && !node.outer) names.add(node.name);
  for (const part of partsOf(node)) columnsIn(part, names);
}

/** The pivoted columns: of one aggregate without a name under the names of the values, else `value_aggregate`. */
function pivoted(listed: readonly Listed[], aggregates: readonly Aggregate[], program: Program): PivotedColumn[] {
  return listed.flatMap(({ part, name, rows }) =>
    aggregates.map((aggregate) => {
      const { alias } = aggregate.part;
      const value = overRows(aggregate.call, rows);
      if (!alias) program.recorder?.output('declaration', name, part.alias ?? part.value, value);
      return { name: alias ? `${name}_${alias.text}` : name, value, part };
    }),
  );
}
type PivotedColumn = { readonly name: string; readonly value: Call; readonly part: PivotPart };

function reportTaken(kept: readonly Column[], columns: readonly PivotedColumn[], placed: Placed<TableNode>): void {
  const seen = new Set(kept.map(({ name }) => name.toLowerCase()));
  for (const { name, part } of columns) {
    if (seen.has(name.toLowerCase())) placed.report('SBS2015', part.alias ?? part.value, { name });
    seen.add(name.toLowerCase());
  }
}

/** `pivot long on channel in ('search') using sum(clicks)`: a grouped select whose aggregates each read the rows of a value. */
export function checkPivot(program: Program, placed: Placed<TableNode>, node: PivotNode): CheckedResult {
  const info: TableInfo = tableAt(program, node.table, placed.report);
  for (const column of info.columns) markUsed(program, info, column.name);
  const { name: id } = info;
  const table: ScopeTable = { alias: id, id, info, outer: false, pseudoNamed: NO_NAMES, at: node.table };
  const context = contextOf(program, placed, table);
  const column = context.scope.column(node.column);
  const listed = checkValues(node, column, context);
  const aggregates = checkAggregates(node, context);
  const used = new Set([node.column.text]);
  for (const { call } of aggregates) columnsIn(call, used);
  const kept = info.columns.filter(({ name }) => !used.has(name));
  const columns = pivoted(listed, aggregates, program);
  reportTaken(kept, columns, placed);
  const span = { start: node.table.start, end: node.table.end };
  const keys: OutputItem[] = info.open
    ? [{ kind: 'rest', table: id, except: [...used], replace: [] }]
    : kept.map(({ name, type, nullable }) => ({
        kind: 'value',
        name,
        value: { kind: 'column', table: id, name, type, nullable, span },
      }));
  const whole = wholeTable(info, [
    ...keys,
    ...columns.map(({ name, value }) => ({ kind: 'value', name, value }) as const),
  ]);
  const query: CheckedSelect = {
    ...whole,
    from: { ...whole.from, pseudo: { ...whole.from.pseudo, named: table.pseudoNamed } },
    grouped: true,
    keys: keys.map((_, index) => index),
  };
  return {
    query,
    columns: [
      ...kept.map(({ name, type, nullable }) => ({ name, type, nullable })),
      ...columns.map(({ name, value }) => ({ name, type: columnType(value.type), nullable: value.nullable })),
    ],
    open: info.open || columns.some(({ value }) => value.type.kind === 'unknown'),
    wider: info.open,
    single: keys.length === 0,
  };
}
