import type { Column } from '@switchboard/model/schema';
import type { CheckedResult, LocalColumns } from '../../check/checked-query.ts';
import type { Context, Unordered } from '../../check/context.ts';
import { reportFixedOrder } from '../../check/expressions/constant-order.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { checkBoolean } from '../../check/expressions/operation.ts';
import { columnSymbol, isFailed, NO_NAMES, type Scope, type ScopeTable } from '../../check/names/scope.ts';
import { columnNamed } from '../../check/names/table-info.ts';
import { checkNested } from '../../check/nested-query.ts';
import type { Placed, Program } from '../../check/program.ts';
import { isSame, warnOfUnordered } from '../../check/unordered.ts';
import type { Report } from '../../diagnostics/diagnostics.ts';
import { findFunction } from '../../functions/registry.ts';
import { lowerCase } from '../../syntax/tokens/lower-case.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { Expression, OrderNode } from '../../syntax/tree/expression-tree.ts';
import { type CheckedSelect, NO_QUERY, partsOf, type QueryTable, type Typed, valueKey } from '../../typed/typed.ts';
import { columnType } from '../../typed/types.ts';
import { checkGrouped, GroupKeys, HOLDS, holdsRows, isAggregate, traitsOf } from './grouping.ts';
import { checkItem, type Item } from './items.ts';
import { checkSources } from './joins.ts';
import type { SelectNode } from './select-node.ts';

/** Up to this many names, comparing pairs is faster than a set. */
const FEW = 16;

/** Whether all items have distinct names, which is the common case. */
function haveOwnNames(items: readonly Item[]): boolean {
  if (items.length > FEW) return false;
  const names: string[] = [];
  for (const item of items) {
    if (item.kind !== 'value') return false;
    const name = lowerCase(item.name);
    for (const other of names) if (other === name) return false;
    names.push(name);
  }
  return true;
}

/** Output names are unique ignoring case, because destinations ignore case. */
function uniqueItems(items: readonly Item[], placed: Placed<TableNode>, flawed: boolean): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const names = item.kind === 'value' ? [item.name] : item.known.map((column) => column.name);
    const taken = names.find((name) => seen.has(name.toLowerCase()));
    // Of a table that does not exist, all columns are unknown.
    if (taken !== undefined && !flawed) placed.report('SBS2015', item.span, { name: taken });
    for (const name of names) seen.add(name.toLowerCase());
    return taken === undefined;
  });
}

/** Keys listed twice are kept once, if they are the same value under the same name; else both are needed as columns. */
function withoutRepeatedKeys(items: readonly Item[], placed: Placed<TableNode>): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    if (item.kind !== 'value' || item.value.kind !== 'column') return true;
    const key = `${item.name}\u0000${valueKey(item.value)}`;
    if (!seen.has(key)) {
      seen.add(key);
      return true;
    }
    placed.report('SBS5005', item.span, { name: item.name });
    return false;
  });
}

function columnsOf(items: readonly Item[]): readonly Column[] {
  const columns: Column[] = [];
  for (const item of items) {
    if (item.kind === 'value') {
      const { type, nullable } = item.value;
      columns.push({ name: item.name, type: columnType(type), nullable });
    } else columns.push(...item.known);
  }
  return exact(columns);
}

const PSEUDO_NAMES: readonly string[] = ['report_date', 'filename', 'line_number'];

function queryTable(table: ScopeTable, expanded: boolean): QueryTable {
  const { info } = table;
  const hidden =
    info.kind === 'source' && info.open
      ? PSEUDO_NAMES.filter((name) => columnNamed(info, name) === undefined)
      : NO_NAMES;
  const named = table.pseudoNamed.toSorted();
  const query = info.local && info.local.emitted === null ? { query: info.local.query } : {};
  return { table: info.local?.emitted ?? info.name, ...query, alias: table.id, pseudo: { hidden, named }, expanded };
}

function describeKeys(items: readonly Item[], { tables }: Scope): string {
  const shown = (item: Item): string => {
    if (item.kind === 'value') return item.name;
    return item.kind === 'rest' ? `${tables.find(({ id }) => id === item.table)?.alias}.*` : 'the columns that match';
  };
  return items.map(shown).join(', ');
}

/** `explode` must be a whole item, and not beside an aggregate. */
function checkRows(values: readonly Typed[], grouped: boolean, report: Report): void {
  for (const value of values)
    if (holdsRows(value) && (grouped || partsOf(value).some(holdsRows))) report('SBS3018', value.span, {});
}

function valuesOf(items: readonly Item[]): Typed[] {
  return items.flatMap((item) => (item.kind === 'rest' ? [] : [item.value]));
}

const NOTHING_CARRIED: LocalColumns = new Map();
const NO_ALIASES: Context['aliases'] = new Map();

function aliasesOf(items: readonly Item[]): Context['aliases'] {
  const aliases = new Map<string, Typed>();
  for (const item of items) if (item.kind === 'value') aliases.set(item.name, item.value);
  return aliases;
}

/** Whether a value contains an expression that was reported. */
function holdsFailed(value: Typed): boolean {
  return isFailed(value) || partsOf(value).some(holdsFailed);
}

function isFlawed(scope: Scope): boolean {
  return scope.tables.some((table) => table.info.flawed);
}

/** Columns that come under their names from tables, because `*` or a pattern stands for them. */
function carriedBy(items: readonly Item[], { tables }: Scope): LocalColumns {
  const carried = new Map<string, { readonly table: string; readonly name: string }>();
  for (const item of items) {
    const table = item.kind === 'value' && item.value.kind !== 'column' ? null : tableOf(item, tables);
    const names = item.kind === 'value' ? [item.name] : item.known.map(({ name }) => name);
    const replaced = item.kind === 'rest' ? item.replace.map(({ name }) => name) : [];
    if (!table || item.written) continue;
    for (const name of names) {
      const symbol = columnSymbol(table.info, name);
      if (!replaced.includes(name)) carried.set(name, { table: symbol.table, name: symbol.name });
    }
  }
  return carried;
}

function tableOf(item: Item, tables: readonly ScopeTable[]): ScopeTable | undefined {
  const id = item.kind !== 'value' ? item.table : item.value.kind === 'column' ? item.value.table : '';
  return tables.find((table) => table.id === id);
}

/** Checks the queries in the expressions of a select. */
function nestedIn(program: Program, placed: Placed<TableNode>, scope: Scope): NonNullable<Context['nest']> {
  return (query, anyRows) => {
    const outer: Typed[] = [];
    const { result } = checkNested(program, placed, query, scope.around(outer), anyRows);
    return { result, outer };
  };
}

/** Checks a select: its tables, conditions, items, grouping and order. */
export function checkSelect(program: Program, placed: Placed<TableNode>, node: SelectNode): CheckedResult {
  const { report } = placed;
  const { scope, from, joins } = checkSources(program, placed, node);
  scope.items = node.items;
  const unordered: Unordered[] = [];
  const context: Context = {
    check: checkExpression,
    report,
    program,
    scope,
    nest: node.nests ? nestedIn(program, placed, scope) : null,
    noAggregates: null,
    aliases: NO_ALIASES,
    columns: null,
    unordered,
  };
  const where = node.where
    ? checkBoolean(node.where, 'The condition of where', { ...context, noAggregates: 'where' })
    : null;
  const written: Item[] = [];
  for (const item of node.items) checkItem(item, context, written);
  const items = haveOwnNames(written)
    ? written
    : uniqueItems(withoutRepeatedKeys(written, placed), placed, isFlawed(scope));
  if (program.recorder)
    for (const item of items)
      if (item.kind === 'value' && item.written)
        program.recorder.output('declaration', item.name, item.written, item.value);
  // Most queries are ordered by their columns, which need no aliases.
  let late: Context | null = null;
  const within = (): Context => {
    late ??= { ...context, aliases: aliasesOf(items) };
    return late;
  };
  const having = node.having ? checkBoolean(node.having, 'The condition of having', within()) : null;
  const qualify = node.qualify ? checkBoolean(node.qualify, 'The condition of qualify', within()) : null;
  const order = node.order.map((each) => checkOrder(each, items, program, within));

  const ordered = order.flatMap(({ by }) => (typeof by === 'number' ? [] : [by]));
  let held = (having ? traitsOf(having) : 0) | (qualify ? traitsOf(qualify) : 0);
  const keys: number[] = [];
  const keyItems: Item[] = [];
  const keyValues: Typed[] = [];
  // Keys and plain aggregates are always allowed: only expressions that mix them are checked.
  const mixed: Typed[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (!item) continue;
    const traits = item.kind === 'rest' ? 0 : traitsOf(item.value);
    held |= traits;
    if ((traits & (HOLDS.aggregate | HOLDS.window)) === 0) {
      keys.push(index);
      keyItems.push(item);
      if (item.kind === 'value') keyValues.push(item.value);
    } else if (item.kind !== 'rest' && !isAggregate(item.value)) mixed.push(item.value);
  }
  const orderedHeld = ordered.reduce((traits, value) => traits | traitsOf(value), 0);
  held |= orderedHeld;
  const grouped = (held & HOLDS.aggregate) !== 0;
  if (grouped) {
    const openKeys = keyValues.length < keyItems.length;
    if (!openKeys && (mixed.length > 0 || ordered.length > 0 || having || qualify)) {
      const groupKeys = new GroupKeys(keyValues);
      for (const value of mixed) checkGrouped(value, groupKeys, report);
      for (const value of ordered) checkGrouped(value, groupKeys, report);
      if (having) checkGrouped(having, groupKeys, report);
      if (qualify) checkGrouped(qualify, groupKeys, report);
    }
    const first = node.items[0] ?? node;
    // What an item with a mistake should be is not known.
    if (keyItems.length > 0 && !keyValues.some(holdsFailed))
      report(
        'SBS5006',
        { start: first.start, end: node.items.at(-1)?.end ?? first.end },
        { keys: describeKeys(keyItems, scope) },
      );
  } else if (having && node.having && ![...valuesOf(items), having, ...(qualify ? [qualify] : [])].some(holdsFailed))
    reportHaving(node, node.having, (traitsOf(having) & HOLDS.window) !== 0, report);
  if (grouped && having && (traitsOf(having) & HOLDS.window) !== 0) {
    const advice = 'Write qualify.';
    report('SBS3007', node.having ?? node, { name: 'A window', clause: 'having', advice });
  }
  const windowless = qualify?.type.kind === 'boolean' && (traitsOf(qualify) & HOLDS.window) === 0;
  if (node.qualify && windowless && !holdsFailed(qualify)) report('SBS3040', node.qualify, {});
  if ((held & HOLDS.rows) !== 0) checkRows(valuesOf(items), grouped, report);
  if ((orderedHeld & HOLDS.rows) !== 0)
    for (const value of ordered) if (holdsRows(value)) report('SBS3018', value.span, {});
  if (where && holdsRows(where)) report('SBS3018', where.span, {});
  if (having && holdsRows(having)) report('SBS3018', having.span, {});
  if (qualify && holdsRows(qualify)) report('SBS3018', qualify.span, {});
  for (const { on } of joins) if (on && holdsRows(on)) report('SBS3018', on.span, {});
  if (unordered.length > 0) warnOfCalls(unordered, grouped ? keyValues : NO_VALUES, report);
  const inherited = from.info.local?.ordered === true && joins.length === 0 && !grouped && !node.distinct;
  const inOrder = node.order.length > 0 || inherited;
  if (node.limit && !inOrder && !program.anyRows && !(grouped && keys.length === 0)) warnOfLimit(node, items, report);
  const columns = columnsOf(items);
  const wider = items.some((item) => item.kind !== 'value');
  const open = wider || columns.some((column) => column.type.kind === 'unknown');
  const single = (grouped && keys.length === 0) || (node.limit !== null && node.limit <= 1);
  const carried = program.recorder ? carriedBy(items, scope) : NOTHING_CARRIED;
  if (!program.queries) return { query: NO_QUERY, columns, open, wider, single, carried, ordered: inOrder };
  const isExpanded = (alias: string): boolean => items.some((item) => item.kind !== 'value' && item.table === alias);
  const query: CheckedSelect = {
    kind: 'select',
    distinct: node.distinct,
    items,
    from: queryTable(from, isExpanded(from.id)),
    joins: joins.map((join) => ({
      kind: join.kind,
      table: queryTable(join.table, isExpanded(join.table.id)),
      on: join.on,
    })),
    where,
    grouped,
    keys: grouped ? keys : [],
    having,
    qualify,
    order,
    limit: node.limit,
    offset: node.offset,
  };
  return { query, columns, open, wider, single, carried, ordered: inOrder };
}

const NO_VALUES: readonly Typed[] = [];

/** Warns of calls that depend on the order of rows, unless their values are the same for all rows of a group or partition. */
function warnOfCalls(unordered: readonly Unordered[], keys: readonly Typed[], report: Report): void {
  for (const each of unordered) {
    const { call } = each;
    const among = new GroupKeys(call.over?.partition ?? keys);
    const [value] = call.arguments;
    const aggregate = findFunction(call.function)?.kind === 'aggregate';
    if (!aggregate || !value || !isSame(value, (node) => among.has(node))) warnOfUnordered(each, report);
  }
}

/** Warns of a limit without an order, unless all rows are equal. */
function warnOfLimit({ clauses, end }: SelectNode, items: readonly Item[], report: Report): void {
  if (items.every((item) => item.kind === 'value' && isSame(item.value, () => false))) return;
  const keyword = clauses.at(-1);
  const effect = 'other rows may be left out when the flow runs again';
  report('SBS5011', keyword ?? { start: end, end }, { what: 'limit', effect, advice: 'Write order by before it.' });
}

/** Reports a `having` without groups: its condition is on rows, or on values of windows. */
function reportHaving(node: SelectNode, having: Expression, windowed: boolean, report: Report): void {
  const clause = windowed ? 'qualify' : 'where';
  const taken = windowed ? node.qualify : node.where;
  const keyword = node.clauses.findLast(({ start }) => start < having.start);
  const edits = keyword ? [{ start: keyword.start, end: keyword.end, text: clause }] : [];
  const fix = taken || !keyword ? undefined : { title: `Write ${clause}`, edits };
  report('SBS3022', having, { clause }, fix);
}

/** An order by an output column is kept as its position, so that it means the same with distinct. */
function checkOrder(
  node: OrderNode,
  items: readonly Item[],
  program: Program,
  within: () => Context,
): CheckedSelect['order'][number] {
  const { descending, nulls } = node;
  const name = node.by.kind === 'name' ? node.by.name.text : node.by.kind === 'quoted' ? node.by.value : null;
  const position = name === null ? -1 : positionOf(name, items);
  const item = items[position];
  if (name !== null && item?.kind === 'value') program.recorder?.output('use', name, node.by, item.value);
  if (item) return { by: position, descending, nulls };
  const context = within();
  const by = checkExpression(node.by, context);
  // A column of the result may be a constant: its name says what is meant.
  if (name === null || !context.aliases.has(name)) reportFixedOrder(node.by, by, namesOf(items), context);
  return { by, descending, nulls };
}

/** The names of the output columns; none if not all are known. */
function namesOf(items: readonly Item[]): readonly string[] {
  const names: string[] = [];
  for (const item of items) {
    if (item.kind !== 'value') return NO_NAMES;
    names.push(item.name);
  }
  return names;
}

/** Returns the position of the output column with a name; -1 if there is none, or if not all are known. */
function positionOf(name: string, items: readonly Item[]): number {
  let position = -1;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item?.kind !== 'value') return -1;
    if (position < 0 && item.name === name) position = index;
  }
  return position;
}
