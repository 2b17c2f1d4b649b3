import { keptTableName, RESERVED_PREFIX, stateTableName } from '@switchboard/model/plan';
import { type Column, PSEUDO_COLUMNS } from '@switchboard/model/schema';
import type { Context } from '../../check/context.ts';
import { reportFixedOrder } from '../../check/expressions/constant-order.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { NO_NAMES, Scope } from '../../check/names/scope.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program, type TableInfo } from '../../check/program.ts';
import { advise, closest } from '../../suggest/suggest.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { CheckedUpsert, OutputItem, Typed, TypedOrder } from '../../typed/typed.ts';
import { isScalar, shown } from '../../typed/types.ts';
import { holdsRows } from '../select/grouping.ts';
import { wholeTable } from '../whole-table.ts';
import type { KeptNode } from './parse-kept.ts';

/** Advice for a name that no declared column has: of an open table, or one that each source has besides its own; null for others. */
function undeclaredAdvice(info: TableInfo, name: string): string | null {
  if (info.kind === 'source' && PSEUDO_COLUMNS.some((each) => each.name === name))
    return `Select it in a table before: table name is select *, ${name} from ${info.name};`;
  return info.open ? 'Declare it with its type.' : null;
}

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
  const advice = undeclaredAdvice(info, name.text) ?? advise(name.text, known, 'column in it');
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

/** The context of expressions over kept rows. Only declared columns have a part in them: the rows of earlier runs have no others. */
function contextOf(program: Program, info: TableInfo, node: KeptNode, { report }: Placed<TableNode>): Context {
  const scope = new Scope(program, (...given) => reportOwn(...given));
  const reportOwn: typeof report = (code, span, values, fix) => {
    const advice = code === 'SBS2004' && 'name' in values ? undeclaredAdvice(info, String(values.name)) : null;
    report(code, span, advice === null ? values : { ...values, advice }, fix);
  };
  const table: TableInfo = { ...info, kind: 'table', open: info.flawed };
  scope.tables.push({
    alias: info.name,
    id: info.name,
    info: table,
    outer: false,
    pseudoNamed: NO_NAMES,
    at: node.table,
  });
  return {
    check: checkExpression,
    report: reportOwn,
    program,
    scope,
    noAggregates: node.kind === 'upsert' ? 'an upsert' : 'a snapshot',
    aliases: new Map(),
    columns: null,
  };
}

/** The order among rows of one key. */
function orderOf(info: TableInfo, node: KeptNode, context: Context): TypedOrder[] {
  const { report } = context;
  const columns = info.open ? NO_NAMES : info.columns.map((column) => column.name);
  return node.order.map(({ by, descending, nulls }) => {
    const checked = checkExpression(by, context);
    if (holdsRows(checked)) report('SBS3018', checked.span, {});
    reportFixedOrder(by, checked, columns, context);
    return { by: checked, descending, nulls };
  });
}

type CheckedKept = {
  readonly info: TableInfo;
  readonly context: Context;
  readonly query: Omit<CheckedUpsert, 'kind' | 'removed'>;
};

/** The table, keys and order of a form that keeps rows; mistakes are reported. */
export function checkKept(program: Program, placed: Placed<TableNode>, node: KeptNode): CheckedKept {
  const info = tableAt(program, node.table, placed.report);
  const span = { start: node.table.start, end: node.table.end };
  for (const column of info.columns) {
    markUsed(program, info, column.name);
    if (column.name.toLowerCase().startsWith(RESERVED_PREFIX))
      placed.report('SBS2017', node.table, { name: column.name });
  }
  const keys = keysOf(program, info, node.keys, placed);
  const context = contextOf(program, info, node, placed);
  const order = orderOf(info, node, context);
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
  const table = placed.node.name.text;
  const tables = { state: stateTableName(table), kept: keptTableName(table) };
  return {
    info,
    context,
    query: { input: wholeTable(info, items), ...tables, columns, keys, order, whenEmpty: node.whenEmpty },
  };
}
