import { RESERVED_PREFIX } from '@switchboard/model/plan';
import type { Context } from '../../check/context.ts';
import { isExact } from '../../check/expressions/comparisons.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { checkBoolean } from '../../check/expressions/operation.ts';
import { failed, localSymbol, NO_NAMES, Scope, type ScopeTable } from '../../check/names/scope.ts';
import { tableAt } from '../../check/names/tables.ts';
import { checkNested, localTable } from '../../check/nested-query.ts';
import type { Placed, Program, TableInfo } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import { unifiedType } from '../../check/types/unify.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Typed } from '../../typed/typed.ts';
import { BOOLEAN, FLOAT } from '../../typed/types.ts';
import { checkAsof } from './asof.ts';
import type { JoinNode, SelectNode, TableReference } from './select-node.ts';

export type CheckedJoin = { readonly kind: JoinNode['kind']; readonly table: ScopeTable; readonly on: Typed | null };
/** Context of a nested select. `renames`: its tables get internal names that no script can declare. */
type NestedSelect = { readonly placed: Placed<TableNode>; readonly renames: boolean };

export type Sources = { readonly scope: Scope; readonly from: ScopeTable; readonly joins: readonly CheckedJoin[] };

/** The table that a reference names, or that the query in it makes. A query sees no names of the query around it. */
function readTable(reference: TableReference, program: Program, placed: Placed<TableNode>): TableInfo {
  const { query, table } = reference;
  if (!query) return tableAt(program, table, placed.report);
  const info = localTable(table, checkNested(program, placed, query, null), null);
  if (info.local) program.recorder?.declareRows(localSymbol(info, info.local), table, info);
  return info;
}

function enter(scope: Scope, reference: TableReference, program: Program, place: NestedSelect): ScopeTable {
  const { report } = place.placed;
  const info = readTable(reference, program, place.placed);
  const name = reference.alias ?? reference.table;
  const id = place.renames ? `${RESERVED_PREFIX}${scope.depth}:${name.text}` : name.text;
  const table: ScopeTable = { alias: name.text, id, info, outer: false, pseudoNamed: NO_NAMES, at: name };
  if (reference.alias)
    program.recorder?.declare(
      { kind: 'alias', table: info.local?.symbol ?? info.name, name: name.text, declaredAt: name.start },
      name,
    );
  const taken =
    scope.tables.length > 0 && scope.tables.some((each) => each.alias.toLowerCase() === name.text.toLowerCase());
  if (taken) report('SBS2008', name, { name: name.text });
  scope.tables.push(table);
  return table;
}

/** Equality of the columns that both sides name, and one column for the pair. */
function usingCondition(join: JoinNode, table: ScopeTable, scope: Scope, context: Context): Typed | null {
  const left = new Scope(context.program, context.report);
  left.tables.push(...scope.tables.slice(0, -1));
  left.merged = scope.merged;
  let condition: Typed | null = null;
  for (const name of join.using ?? []) {
    const before = left.column(name);
    const after = scope.qualified(table, name);
    const type = unifiedType([before, after], 'using', name, context);
    if (type === null) {
      scope.merge(name.text, failed(name));
      continue;
    }
    const operands = [coerce(before, type), coerce(after, type)];
    const nullable = before.nullable || after.nullable;
    const compared = isExact(before, after) ? [before, after] : operands;
    const equal: Typed = { kind: 'operator', operator: '==', operands: compared, type: BOOLEAN, nullable, span: name };
    condition = condition
      ? { kind: 'operator', operator: 'and', operands: [condition, equal], type: BOOLEAN, nullable, span: name }
      : equal;
    if (join.kind === 'semi' || join.kind === 'anti') continue;
    if (join.kind === 'full') {
      scope.merge(name.text, {
        kind: 'call',
        function: 'coalesce',
        arguments: operands,
        modifiers: null,
        over: null,
        type,
        nullable: true,
        span: name,
      });
    } else scope.merge(name.text, join.kind === 'right' ? after : before);
  }
  return condition;
}

/** The comparisons of an asof join, whose inequality DuckDB takes only as it is: integers are compared with floats as floats. */
function asFloats(on: Typed): Typed {
  if (on.kind !== 'operator') return on;
  if (on.operator === 'and') return { ...on, operands: on.operands.map(asFloats) };
  const [left, right] = on.operands;
  if (!left || !right || !isExact(left, right)) return on;
  return { ...on, operands: [coerce(left, FLOAT), coerce(right, FLOAT)] };
}

const NO_ALIASES: Context['aliases'] = new Map();

/** The tables of a query, in the order of the text, with their join conditions. */
export function checkSources(program: Program, placed: Placed<TableNode>, node: SelectNode): Sources {
  const { report } = placed;
  // Inside another query, the name of a table could be that of a column or table there.
  const place: NestedSelect = { placed, renames: node.nests || program.outer !== null };
  const scope = new Scope(program, report);
  const from = enter(scope, node.from, program, place);
  const joins: CheckedJoin[] = [];
  for (const join of node.joins) {
    const table = enter(scope, join.reference, program, place);
    const context: Context = {
      check: checkExpression,
      report,
      program,
      scope,
      nest: null,
      noAggregates: 'on',
      aliases: NO_ALIASES,
      columns: null,
    };
    const written = join.on
      ? checkBoolean(join.on, 'The condition of a join', context)
      : join.using
        ? usingCondition(join, table, scope, context)
        : null;
    const on = written && (join.kind === 'asof' || join.kind === 'asof left') ? asFloats(written) : written;
    if (join.kind === 'asof' || join.kind === 'asof left') checkAsof(join, on, table, report);
    if (join.kind === 'left' || join.kind === 'full' || join.kind === 'asof left') table.outer = true;
    if (join.kind === 'right' || join.kind === 'full') {
      for (const other of scope.tables) if (other !== table) other.outer = true;
      const named = new Set(join.using?.map((name) => name.text));
      for (const [name, merged] of [...scope.merged])
        if (!named.has(name)) scope.merge(name, { ...merged, nullable: true });
    }
    if (join.kind === 'semi' || join.kind === 'anti') scope.tables.splice(scope.tables.indexOf(table), 1);
    joins.push({ kind: join.kind, table, on });
  }
  return { scope, from, joins };
}
