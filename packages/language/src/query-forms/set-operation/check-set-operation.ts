import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Placed, Program, TableInfo } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { NO_QUERY, type ValueType } from '../../typed/typed.ts';
import { columnType, shown, valueType, widen } from '../../typed/types.ts';
import { wholeTable } from '../whole-table.ts';
import { type Member, membersOf } from './members.ts';
import type { SetOperationNode } from './set-operation-node.ts';

function columnOf({ columns }: TableInfo, name: string): Column | undefined {
  return columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
}

/** Reports a table whose columns are not those of the first by name. Returns whether they are. */
export function hasSameColumns(
  { name, info }: Member,
  first: TableInfo,
  kind: string,
  placed: Placed<TableNode>,
): boolean {
  const lacking = first.columns.find((each) => !columnOf(info, each.name));
  const extra = info.columns.find((each) => !columnOf(first, each.name));
  const [column, owner, other] = lacking ? [lacking, first, info] : [extra, info, first];
  if (!column) return true;
  if (first.open) return false;
  placed.report('SBS3058', name, { form: kind, name: column.name, first: owner.name, second: other.name });
  return false;
}

/** Reports a table whose rows cannot be compared with those of the first. Returns whether they can. */
function isComparable(member: Member, first: TableInfo, kind: string, placed: Placed<TableNode>): boolean {
  const { name, info } = member;
  if (info.flawed || first.flawed) return false;
  if (!info.open) return hasSameColumns(member, first, kind, placed);
  placed.report('SBS3057', name, { form: kind, table: info.name });
  return false;
}

/** The type that holds a column of all tables; a conflict is reported. */
function unitedType(column: Column, members: readonly Member[], placed: Placed<TableNode>): ValueType {
  let type = valueType(column.type);
  for (const { name, info } of members) {
    const own = columnOf(info, column.name);
    const wide = own && widen(type, valueType(own.type));
    if (own && !wide) {
      const values = { name: column.name, left: shown(type), right: shown(own.type), second: info.name };
      placed.report('SBS3015', name, { ...values, first: members[0]?.info.name ?? '' });
    } else if (wide) type = wide;
  }
  return type;
}

/** `except a, b` and `intersect a, b`: distinct rows, compared by the columns of the same names; nulls are equal. */
export function checkSetOperation(program: Program, placed: Placed<TableNode>, node: SetOperationNode): CheckedResult {
  const members = membersOf(program, placed, node);
  const [first] = members;
  if (!first) return { query: NO_QUERY, columns: [], open: true };
  let fits = true;
  for (const member of members) fits = isComparable(member, first.info, node.kind, placed) && fits;
  if (!fits) return { query: NO_QUERY, columns: [], open: true };
  const columns = first.info.columns.map((column): Column => {
    const own = members.map(({ info }) => columnOf(info, column.name)?.nullable ?? true);
    const nullable = node.kind === 'except' ? column.nullable : own.every(Boolean);
    const type = unitedType(column, members, placed);
    return { name: column.name, type: columnType(type), nullable };
  });
  const parts = members.map(({ name, info }) => {
    const span = { start: name.start, end: name.end };
    const items = columns.map(({ name: output, type }) => {
      const own = columnOf(info, output);
      const column = { kind: 'column', table: info.name, name: own?.name ?? output, nullable: true, span } as const;
      return {
        kind: 'value',
        name: output,
        value: coerce({ ...column, type: own ? valueType(own.type) : type }, type),
      } as const;
    });
    return wholeTable(info, items);
  });
  const open = columns.some(({ type }) => type.kind === 'unknown');
  return { query: { kind: 'union', operation: node.kind, byName: false, parts }, columns, open };
}
