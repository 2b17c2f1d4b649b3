import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { Context } from '../../check/context.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { checkBoolean, operation } from '../../check/expressions/operation.ts';
import { failed, NO_NAMES, Scope, type ScopeTable } from '../../check/names/scope.ts';
import { tableAt } from '../../check/names/tables.ts';
import type { Placed, Program, TableInfo } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import { unifiedType } from '../../check/types/unify.ts';
import { holdsRows } from '../../query-forms/select/grouping.ts';
import { wholeTable } from '../../query-forms/whole-table.ts';
import type { AssertionNode, ClaimNode } from '../../syntax/tree/declaration-tree.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';
import type { CheckedQuery, CheckedSelect, OutputItem, Typed } from '../../typed/typed.ts';
import { BOOLEAN, INTEGER, isScalar, shown } from '../../typed/types.ts';
import { comparedRowCount } from './compared-row-count.ts';

/** The query of the rows that contradict a claim. */
export type RowQuery = { readonly query: CheckedQuery };

/** A referenced table may be the asserted one itself, so it goes by a name that no script can give. */
const TARGET = `${RESERVED_PREFIX}target`;

type Asserted = { readonly info: TableInfo; readonly scope: Scope; readonly context: Context };

function enter(program: Program, { node, report }: Placed<AssertionNode>): Asserted & { readonly table: ScopeTable } {
  const info = tableAt(program, node.table, report);
  const scope = new Scope(program, report);
  const table: ScopeTable = {
    alias: info.name,
    id: info.name,
    info,
    outer: false,
    pseudoNamed: NO_NAMES,
    at: node.table,
  };
  scope.tables.push(table);
  const context: Context = {
    check: checkExpression,
    report,
    program,
    scope,
    noAggregates: 'an assertion',
    aliases: new Map(),
    columns: null,
  };
  return { info, scope, context, table };
}

/** All columns of the asserted table. */
function selectRows({ info, table }: ReturnType<typeof enter>, where: Typed | null): CheckedSelect {
  const span = table.at;
  const items = info.columns.map(({ name, type, nullable }): OutputItem => {
    return { kind: 'value', name, value: { kind: 'column', table: info.name, name, type, nullable, span } };
  });
  const select = wholeTable(info, info.open ? [{ kind: 'rest', table: info.name, except: [], replace: [] }] : items);
  const pseudo = { ...select.from.pseudo, named: table.pseudoNamed.toSorted() };
  return { ...select, from: { ...select.from, pseudo }, where };
}

function call(name: string, args: readonly Typed[], type: Typed['type'], span: Span): Typed {
  return { kind: 'call', function: name, arguments: args, modifiers: null, over: null, type, nullable: false, span };
}

function constant(value: string | boolean, type: Typed['type'], span: Span): Typed {
  return { kind: 'constant', value, type, nullable: false, span };
}

/** A condition that is null is not known to hold, so that the row contradicts it. */
function contradicts(condition: Typed): Typed {
  const { span } = condition;
  const known = condition.nullable
    ? call('coalesce', [condition, constant(false, BOOLEAN, span)], BOOLEAN, span)
    : condition;
  return operation('not', [known], span);
}

function combined(operator: 'and' | 'or', conditions: readonly Typed[], span: Span): Typed | null {
  const [first, ...others] = conditions;
  let whole = first ?? null;
  for (const each of others) whole = whole ? operation(operator, [whole, each], span) : each;
  return whole;
}

/** Reports a comparison of the row count of a table, unless a column has that name. */
function reportRowCount({ scope }: Asserted, { report }: Placed<AssertionNode>, condition: Expression): boolean {
  const range = scope.has('row_count') || scope.isUncertain() ? null : comparedRowCount(condition);
  if (!range) return false;
  const { start, end } = condition;
  const text = `row_count between ${range.low} and ${range.high}`;
  report('SBS3065', condition, range, { title: `Write ${text}`, edits: [{ start, end, text }] });
  return true;
}

/** Rows that do not meet a condition, or that have nulls. */
export function checkRows(program: Program, placed: Placed<AssertionNode>, claim: ClaimNode): RowQuery {
  const asserted = enter(program, placed);
  if (claim.kind === 'condition') {
    if (reportRowCount(asserted, placed, claim.condition)) return { query: selectRows(asserted, null) };
    const condition = checkBoolean(claim.condition, 'The condition of an assertion', asserted.context);
    if (holdsRows(condition)) placed.report('SBS3018', condition.span, {});
    return { query: selectRows(asserted, contradicts(condition)) };
  }
  const names = claim.kind === 'not_null' ? distinctNames(claim.columns, placed) : [];
  const nulls = names.map((name) => operation('is-null', [asserted.scope.column(name)], name));
  return { query: selectRows(asserted, combined('or', nulls, claim)) };
}

function distinctNames(names: readonly Name[], { report }: Placed): readonly Name[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const repeated = seen.has(name.text);
    if (repeated) report('SBS5005', name, { name: name.text });
    seen.add(name.text);
    return !repeated;
  });
}

/** Columns whose values can be compared; others are reported. */
function comparable(names: readonly Name[], scope: Scope, { report }: Placed): Typed[] {
  return names.map((name) => {
    const value = scope.column(name);
    if (isScalar(value.type) || value.type.kind === 'unknown') return value;
    report('SBS3080', name, { name: name.text, type: shown(value.type) });
    return failed(name);
  });
}

/** The values that several rows have in common, each with the number of those rows. */
export function checkUnique(program: Program, placed: Placed<AssertionNode>, columns: readonly Name[]): RowQuery {
  const asserted = enter(program, placed);
  const names = distinctNames(columns, placed);
  const values = comparable(names, asserted.scope, placed);
  const items = values.map((value, index): OutputItem => ({ kind: 'value', name: names[index]?.text ?? '', value }));
  const span = placed.node.claim;
  const count = call('count', [], INTEGER, span);
  const taken = new Set(names.map((name) => name.text.toLowerCase()));
  const counted: OutputItem = {
    kind: 'value',
    name: taken.has('rows') ? `${RESERVED_PREFIX}rows` : 'rows',
    value: count,
  };
  const select = selectRows(asserted, null);
  return {
    query: {
      ...select,
      from: { ...select.from, expanded: false },
      items: [...items, counted],
      grouped: true,
      keys: items.map((_, index) => index),
      having: operation('>', [count, constant('1', INTEGER, span)], span),
    },
  };
}

type ReferenceClaim = Extract<ClaimNode, { kind: 'reference' }>;

/** The rows whose values no row of another table has. As in SQL, a row with a null among them refers to nothing. */
export function checkReference(program: Program, placed: Placed<AssertionNode>, claim: ReferenceClaim): RowQuery {
  const asserted = enter(program, placed);
  const { report } = placed;
  const info = tableAt(program, claim.table, report);
  const target: ScopeTable = { alias: TARGET, id: TARGET, info, outer: false, pseudoNamed: NO_NAMES, at: claim.table };
  if (claim.columns.length !== claim.target.length) reportUneven(claim, placed);
  const scope = new Scope(program, report);
  const within = new Scope(program, report);
  within.tables.push(target);
  scope.tables.push(asserted.table);
  const own = comparable(claim.columns, scope, placed);
  const others = comparable(claim.target, within, placed);
  const pairs = own.slice(0, others.length).flatMap((left, index): Typed[] => {
    const right = others[index];
    const span = claim.target[index] ?? claim;
    const type = right ? unifiedType([left, right], 'in', span, asserted.context) : null;
    return right && type !== null ? [operation('==', [coerce(left, type), coerce(right, type)], span)] : [];
  });
  const given = own.filter((value) => value.nullable).map((value) => operation('is-not-null', [value], value.span));
  const select = selectRows(asserted, combined('and', given, claim));
  const hidden = info.kind === 'source' && info.open ? select.from.pseudo.hidden : [];
  const pseudo = { hidden, named: target.pseudoNamed };
  const table = { table: info.name, alias: TARGET, pseudo, expanded: false };
  return { query: { ...select, joins: [{ kind: 'anti', table, on: combined('and', pairs, claim) }] } };
}

function reportUneven({ columns, table, target }: ReferenceClaim, { node, report }: Placed<AssertionNode>): void {
  const counted = (count: number): string => `${count} ${count === 1 ? 'column' : 'columns'}`;
  const span = { start: target[0]?.start ?? table.start, end: target.at(-1)?.end ?? table.end };
  const values = { given: counted(columns.length), expected: counted(target.length), from: node.table.text };
  report('SBS3081', span, { ...values, table: table.text });
}
