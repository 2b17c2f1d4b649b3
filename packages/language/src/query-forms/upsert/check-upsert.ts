import { RESERVED_PREFIX, stateTableName } from '@switchboard/model/plan';
import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Context } from '../../check/context.ts';
import { reportFixedOrder } from '../../check/expressions/constant-order.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { NO_NAMES, Scope } from '../../check/names/scope.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program, type TableInfo } from '../../check/program.ts';
import { advise, closest } from '../../suggest/suggest.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { OutputItem, Typed, TypedOrder } from '../../typed/typed.ts';
import { isScalar, shown } from '../../typed/types.ts';
import { holdsRows } from '../select/grouping.ts';
import { wholeTable } from '../whole-table.ts';
import type { UpsertNode } from './parse-upsert.ts';

function unknownKey(info: TableInfo, name: Name, placed: Placed<TableNode>): void {
  const known = info.columns.map((column) => column.name);
  const near = closest(name.text, known);
  if (info.open && near === null) {
    const values = { name: name.text, reason: `is not declared in ${info.name}`, advice: 'Declare it with its type.' };
    placed.report('SBS3023', name, values);
    return;
  }
  const fix =
    near === null ? undefined : { title: `Write ${near}`, edits: [{ start: name.start, end: name.end, text: near }] };
  const advice = advise(name.text, known, 'column in it');
  placed.report('SBS2004', name, { name: name.text, table: info.name, advice }, fix);
}

/** The key columns, each once; unknown ones and those whose values cannot be compared are reported. */
function keysOf(program: Program, info: TableInfo, names: readonly Name[], placed: Placed<TableNode>): string[] {
  const keys: string[] = [];
  for (const name of names) {
    const column = info.columns.find((each) => each.name === name.text);
    if (column) program.recorder?.use({ kind: 'column', table: info.name, name: column.name }, name, column);
    if (keys.includes(name.text)) placed.report('SBS5005', name, { name: name.text });
    else if (!column) {
      if (!info.flawed) unknownKey(info, name, placed);
    } else if (info.kind === 'source' && column.type.kind === 'unknown') {
      // A declared column has a type, unless its declaration was reported.
      keys.push(name.text);
    } else if (!isScalar(column.type) || column.type.kind === 'unknown') {
      const known = column.type.kind !== 'unknown';
      placed.report('SBS3023', name, {
        name: name.text,
        reason: known
          ? `is of type ${shown(column.type)}, whose values cannot identify rows`
          : 'is of a type known only at run time',
        advice: known ? 'Name another column, or one of its parts in a table before.' : 'Convert it in a table before.',
      });
    } else keys.push(name.text);
  }
  return keys;
}

/** The order among rows of one key. Only declared columns have a part in it: the rows kept from before have no others. */
function orderOf(program: Program, info: TableInfo, node: UpsertNode, placed: Placed<TableNode>): TypedOrder[] {
  const { report } = placed;
  const scope = new Scope(program, report);
  const table: TableInfo = { ...info, kind: 'table', open: info.flawed };
  scope.tables.push({
    alias: info.name,
    id: info.name,
    info: table,
    outer: false,
    pseudoNamed: NO_NAMES,
    at: node.table,
  });
  const context: Context = {
    check: checkExpression,
    report,
    program,
    scope,
    noAggregates: 'an upsert',
    aliases: new Map(),
    columns: null,
  };
  const columns = info.open ? NO_NAMES : info.columns.map((column) => column.name);
  return node.order.map(({ by, descending, nulls }) => {
    const checked = checkExpression(by, context);
    if (holdsRows(checked)) report('SBS3018', checked.span, {});
    reportFixedOrder(by, checked, columns, context);
    return { by: checked, descending, nulls };
  });
}

/** `upsert ads by site order by at desc`: the rows of all runs so far, one for each key. */
export function checkUpsert(program: Program, placed: Placed<TableNode>, node: UpsertNode): CheckedResult {
  const info = tableAt(program, node.table, placed.report);
  const span = { start: node.table.start, end: node.table.end };
  for (const column of info.columns) {
    markUsed(program, info, column.name);
    if (column.name.toLowerCase().startsWith(RESERVED_PREFIX))
      placed.report('SBS2017', node.table, { name: column.name });
  }
  const keys = keysOf(program, info, node.keys, placed);
  const order = orderOf(program, info, node, placed);
  if (node.order.length === 0 && !info.flawed) {
    const effect = 'which of several rows of a key stays depends on when they were loaded';
    placed.report('SBS5011', node, { what: 'upsert', effect, advice: 'Write order by column desc behind the keys.' });
  }
  // A column that is new in this version is null in earlier rows.
  const columns = info.columns.map(
    ({ name, type, nullable }): Column => ({ name, type, nullable: nullable || !keys.includes(name) }),
  );
  const value = ({ name, type, nullable }: Column): Typed => ({
    kind: 'column',
    table: info.name,
    name,
    type,
    nullable,
    span,
  });
  const items: OutputItem[] = info.open
    ? [{ kind: 'rest', table: info.name, except: [], replace: [] }]
    : columns.map((column) => ({ kind: 'value', name: column.name, value: value(column) }));
  const state = stateTableName(placed.node.name.text);
  const query = { kind: 'upsert', input: wholeTable(info, items), state, columns, keys, order } as const;
  return { query, columns, open: info.open };
}
