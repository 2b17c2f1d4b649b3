import type { Column } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import { compilePattern } from '../../check/expressions/patterns.ts';
import { tableAt } from '../../check/names/tables.ts';
import { markUsed, type Placed, type Program, type TableInfo } from '../../check/program.ts';
import { coerce } from '../../check/types/coerce.ts';
import { advise } from '../../suggest/suggest.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import type { Matching, OutputItem, Typed, ValueType } from '../../typed/typed.ts';
import { columnType, NULL, STRING, shown, valueType, widen } from '../../typed/types.ts';
import { wholeTable } from '../whole-table.ts';
import type { UnpivotNode } from './parse-unpivot.ts';

/** The columns that become rows; mistakes are reported. */
function chosen(program: Program, info: TableInfo, node: UnpivotNode, placed: Placed<TableNode>): Column[] {
  const { columns } = node;
  const known = info.columns.map((column) => column.name);
  if (!('pattern' in columns)) {
    return columns.flatMap((name) => {
      const column = info.columns.find((each) => each.name === name.text);
      if (column) program.recorder?.use({ kind: 'column', table: info.name, name: column.name }, name, column);
      if (!column && !info.flawed)
        placed.report('SBS2004', name, {
          name: name.text,
          table: info.name,
          advice: advise(name.text, known, 'column in it'),
        });
      return column ? [column] : [];
    });
  }
  const compiled = compilePattern(columns.pattern);
  if ('mistake' in compiled) {
    placed.report('SBS3012', columns, { pattern: columns.pattern, reason: compiled.mistake });
    return [];
  }
  const matching = info.columns.filter((column) => compiled.matches(column.name));
  if (matching.length === 0 && !info.flawed && !info.open)
    placed.report('SBS2013', columns, { pattern: columns.pattern });
  return matching;
}

/** The names of the two columns that an unpivot makes are names of no others. */
function checkNames(kept: readonly Column[], node: UnpivotNode, placed: Placed<TableNode>): void {
  for (const name of [node.nameColumn, node.valueColumn]) {
    const taken = kept.some((column) => column.name.toLowerCase() === name.text.toLowerCase());
    if (taken) placed.report('SBS2015', name, { name: name.text });
  }
  if (node.nameColumn.text.toLowerCase() === node.valueColumn.text.toLowerCase())
    placed.report('SBS2015', node.valueColumn, { name: node.valueColumn.text });
}

/** The matching columns of an open table and their types are known at run time only: their values become strings. */
function openUnpivot(
  program: Program,
  info: TableInfo,
  picked: readonly Column[],
  node: UnpivotNode,
  placed: Placed<TableNode>,
): CheckedResult {
  const kept = info.columns.filter((column) => !picked.includes(column));
  checkNames(kept, node, placed);
  const [name, value] = [node.nameColumn.text, node.valueColumn.text];
  program.recorder?.output('declaration', name, node.nameColumn, { type: STRING, nullable: false });
  program.recorder?.output('declaration', value, node.valueColumn, { type: STRING, nullable: true });
  const { from } = wholeTable(info, [{ kind: 'rest', table: info.name, except: [], replace: [] }]);
  const matching: Matching = {
    table: info.name,
    pattern: 'pattern' in node.columns ? node.columns.pattern : '',
    declared: picked.map((column) => column.name),
    hidden: from.pseudo.hidden,
  };
  const columns: Column[] = [
    ...kept.map((column) => ({ name: column.name, type: column.type, nullable: column.nullable })),
    { name, type: STRING, nullable: false },
    { name: value, type: STRING, nullable: true },
  ];
  return { query: { kind: 'unpivot', from, matching, nameColumn: name, valueColumn: value }, columns, open: true };
}

/** `unpivot wide on columns("^m_") into name, value`: a row for each chosen column, beside the other columns. */
export function checkUnpivot(program: Program, placed: Placed<TableNode>, node: UnpivotNode): CheckedResult {
  const info = tableAt(program, node.table, placed.report);
  for (const column of info.columns) markUsed(program, info, column.name);
  const picked = chosen(program, info, node, placed);
  const kept = info.columns.filter((column) => !picked.includes(column));
  if (info.open && 'pattern' in node.columns) return openUnpivot(program, info, picked, node, placed);
  let type: ValueType = NULL;
  for (const column of picked) {
    const wider = widen(type, valueType(column.type));
    if (wider === null) {
      const values = {
        operator: 'unpivot',
        left: shown(type),
        right: shown(valueType(column.type)),
        advice: `Convert ${column.name} in a table before.`,
      };
      placed.report('SBS3002', node.table, values);
      break;
    }
    type = wider;
  }
  checkNames(kept, node, placed);
  const span = { start: node.start, end: node.end };
  const value = (column: Column): Typed => ({
    kind: 'column',
    table: info.name,
    name: column.name,
    type: valueType(column.type),
    nullable: column.nullable,
    span,
  });
  const parts = picked.map((column) => {
    const label: Typed = { kind: 'constant', value: column.name, type: STRING, nullable: false, span };
    const except = picked.map((each) => each.name);
    const items: OutputItem[] = info.open
      ? [{ kind: 'rest', table: info.name, except, replace: [] }]
      : kept.map((each) => ({ kind: 'value', name: each.name, value: value(each) }));
    items.push(
      { kind: 'value', name: node.nameColumn.text, value: label },
      { kind: 'value', name: node.valueColumn.text, value: coerce(value(column), type) },
    );
    return wholeTable(info, items);
  });
  const nullable = picked.some((column) => column.nullable);
  program.recorder?.output('declaration', node.nameColumn.text, node.nameColumn, { type: STRING, nullable: false });
  program.recorder?.output('declaration', node.valueColumn.text, node.valueColumn, { type, nullable });
  const columns: Column[] = [
    ...kept,
    { name: node.nameColumn.text, type: STRING, nullable: false },
    { name: node.valueColumn.text, type: columnType(type), nullable },
  ];
  return {
    query: { kind: 'union', byName: false, parts },
    columns: columns.map(({ name, type: each, nullable: may }) => ({ name, type: each, nullable: may })),
    open: info.open,
  };
}
