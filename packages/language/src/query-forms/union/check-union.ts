import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Placed, Program, TableInfo } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Span } from '../../text/span.ts';
import type { CheckedSelect, OutputItem, Typed, ValueType } from '../../typed/typed.ts';
import { columnType, shown, valueType, widen } from '../../typed/types.ts';
import { hasSameColumns } from '../set-operation/check-set-operation.ts';
import { type Member, membersOf } from '../set-operation/members.ts';
import { wholeTable } from '../whole-table.ts';
import { warnOfMissing } from './missing-columns.ts';
import type { UnionNode } from './parse-union.ts';

type UnionColumn = Omit<Column, 'type'> & { readonly type: ValueType; readonly first: string };

/** The columns of all members by name, each in the narrowest type that holds all of them. */
function unite(members: readonly Member[], placed: Placed<TableNode>): UnionColumn[] {
  const columns = new Map<string, UnionColumn>();
  for (const { name, info } of members) {
    for (const column of info.columns) {
      const key = column.name.toLowerCase();
      const before = columns.get(key);
      const own = valueType(column.type);
      const type = before ? widen(before.type, own) : own;
      if (before && type === null) {
        const values = {
          name: column.name,
          left: shown(before.type),
          first: before.first,
          right: shown(own),
          second: info.name,
        };
        placed.report('SBS3015', name, values);
        continue;
      }
      const nullable = column.nullable || (before?.nullable ?? false);
      columns.set(key, {
        name: before?.name ?? column.name,
        type: type ?? own,
        nullable,
        first: before?.first ?? info.name,
      });
    }
  }
  const missing = (column: UnionColumn): boolean =>
    members.some(({ info }) => !info.columns.some((each) => each.name.toLowerCase() === column.name.toLowerCase()));
  return [...columns.values()].map((column) => ({ ...column, nullable: column.nullable || missing(column) }));
}

/** Whether columns of one of two tables are unknown. */
function hasGaps(...pair: readonly Member[]): boolean {
  return pair.some(({ info }) => info.open || info.flawed);
}

function memberValue(column: UnionColumn, info: TableInfo, span: Span): Typed {
  const own = info.columns.find((each) => each.name.toLowerCase() === column.name.toLowerCase());
  const place = { nullable: true, span: { start: span.start, end: span.end } };
  if (!own) return { kind: 'constant', value: null, type: column.type, ...place };
  return coerce({ kind: 'column', table: info.name, name: own.name, type: valueType(own.type), ...place }, column.type);
}

/** `union a, b`: all rows of all tables, columns matched by name; a column that a table lacks is null. */
export function checkUnion(program: Program, placed: Placed<TableNode>, node: UnionNode): CheckedResult {
  const members = membersOf(program, placed, node);
  // Tables of other shapes are united on purpose; of queries side by side, SQL would unite columns by their places.
  const [first, ...others] = members;
  for (const member of node.queries.length > 0 ? others : [])
    if (first && !hasGaps(member, first)) hasSameColumns(member, first.info, 'union', placed);
  if (node.queries.length === 0) warnOfMissing(members, placed);
  const columns = unite(members, placed);
  const open = members.some(({ info }) => info.open);
  const parts = members.map(({ name, info }): CheckedSelect => {
    const items: OutputItem[] = info.open
      ? [{ kind: 'rest', table: info.name, except: [], replace: openConversions(columns, info, name) }]
      : columns
          .filter(
            (column) => !open || info.columns.some((each) => each.name.toLowerCase() === column.name.toLowerCase()),
          )
          .map((column) => ({ kind: 'value', name: column.name, value: memberValue(column, info, name) }));
    return wholeTable(info, items);
  });
  const plain = columns.map(({ name, type, nullable }): Column => ({ name, type: columnType(type), nullable }));
  return {
    query: { kind: 'union', byName: open, parts },
    columns: plain,
    open: open || plain.some((column) => column.type.kind === 'unknown'),
  };
}

/** An open table is taken whole, so its known columns are converted in place. */
function openConversions(
  columns: readonly UnionColumn[],
  info: TableInfo,
  span: Span,
): { name: string; value: Typed }[] {
  return info.columns.flatMap((own) => {
    const column = columns.find((each) => each.name.toLowerCase() === own.name.toLowerCase());
    const value = column && memberValue(column, info, span);
    return value?.kind === 'cast' ? [{ name: own.name, value }] : [];
  });
}
