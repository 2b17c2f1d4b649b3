import type { Column, ColumnType } from '@switchboard/model/schema';
import type { CheckedResult } from '../../check/checked-query.ts';
import type { Context } from '../../check/context.ts';
import { checkExpression } from '../../check/expressions/expressions.ts';
import { isFailed, Scope } from '../../check/names/scope.ts';
import type { Placed, Program } from '../../check/program.ts';
import { coerce, conversionAdvice, fits } from '../../check/types/coerce.ts';
import { typeOf } from '../../check/types/schema-types.ts';
import { readLiteral } from '../../functions/read-literal.ts';
import { findFunction } from '../../functions/registry.ts';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseItems } from '../../syntax/parse/parse-call.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseType } from '../../syntax/parse/parse-schema.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import { keywordsOf } from '../../syntax/tokens/keywords.ts';
import { symbolOf, wordOf } from '../../syntax/tokens/token-shape.ts';
import type { Token } from '../../syntax/tokens/tokens.ts';
import type { TableNode } from '../../syntax/tree/declaration-tree.ts';
import { exact } from '../../syntax/tree/exact.ts';
import { childrenOf, type Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { TypeNode } from '../../syntax/tree/schema-tree.ts';
import { visitExpression, visitType } from '../../syntax/tree/visit-names.ts';
import type { Span } from '../../text/span.ts';
import type { Typed, ValueType } from '../../typed/typed.ts';
import { columnType, isNumeric, shown, widen } from '../../typed/types.ts';
import { type QueryContext, wordsContext } from '../query-context.ts';
import { type QueryAtCursor, queryForm } from '../query-form.ts';
import { readsNothing } from '../reads-nothing.ts';
import { SelectReader } from '../select/select-reader.ts';
import { CLAUSES } from '../select/select-words.ts';

/** More rows belong into a file, which people can edit without the script. */
const MAX_ROWS = 1_000;
const SHAPE = "Write values (1, 'a'), (2, 'b') as (id, name).";
const CONSTANTS =
  'The rows of values read no columns, queries or other rows: write literals, constants or functions of them.';

type RowNode = Span & { readonly values: readonly Expression[] };
/** A column with its type, if one is written. */
type ColumnNode = { readonly name: Name; readonly type: TypeNode | null };
type ValuesNode = Span & {
  readonly kind: 'values';
  readonly rows: readonly RowNode[];
  readonly as: Span;
  readonly columns: readonly ColumnNode[];
};

function parseRow(cursor: Cursor): RowNode {
  const { start, index } = cursor;
  cursor.expect(SYMBOL.roundOpen, SHAPE);
  if (cursor.at(SYMBOL.roundClose)) cursor.fail('a value', SHAPE);
  const values = parseItems(cursor, index, SYMBOL.roundClose, parseExpression);
  return { values, start, end: cursor.end };
}

function parseColumns(cursor: Cursor): readonly ColumnNode[] {
  const { index } = cursor;
  const columns: ColumnNode[] = [];
  cursor.expect(SYMBOL.roundOpen, SHAPE);
  do {
    const name = cursor.expectName('a column', SHAPE);
    columns.push({ name, type: cursor.take(SYMBOL.colon) ? parseType(cursor) : null });
  } while (cursor.take(SYMBOL.comma));
  cursor.expectClose(index);
  return exact(columns);
}

/** `(1, 'a'), (2, 'b') as (id, name: string)` */
function parse(cursor: Cursor, start: number): ValuesNode {
  const rows: RowNode[] = [];
  do rows.push(parseRow(cursor));
  while (cursor.take(SYMBOL.comma));
  const as = cursor.spanOf(cursor.index);
  cursor.expect(WORD.as, `The columns have no names. ${SHAPE}`);
  const columns = parseColumns(cursor);
  return { kind: 'values', rows: exact(rows), as, columns, start, end: cursor.end };
}

function contextOf(program: Program, placed: Placed<TableNode>): Context {
  return {
    check: checkExpression,
    report: placed.report,
    program,
    scope: new Scope(program, placed.report),
    noAggregates: 'values',
    aliases: new Map(),
    columns: null,
  };
}

/** Whether an expression has one value for each row around it: windows, and functions such as explode. */
function needsRows(node: Expression): boolean {
  if (node.kind === 'call' && (node.over !== null || findFunction(node.name.text)?.kind === 'rows')) return true;
  return childrenOf(node).some(needsRows);
}

/** The value of an expression; null after a message. */
function checkValue(node: Expression, context: Context): Typed | null {
  if (!readsNothing(node, context) || needsRows(node)) {
    const what = node.kind === 'name' ? node.name.text : 'This';
    context.report('SBS3069', node, { problem: `${what} is not a constant.`, advice: CONSTANTS });
    return null;
  }
  const value = checkExpression(node, context);
  return isFailed(value) ? null : value;
}

/** The value as one of the declared type of its column; null after a message. */
function asDeclared(value: Typed, type: ColumnType, column: string, context: Context): Typed | null {
  const { span } = value;
  const refuse = (problem: string, advice: string): null => {
    context.report('SBS3069', span, { problem, advice });
    return null;
  };
  const isRead = value.type.kind === 'string' || (isNumeric(value.type) && isNumeric(type));
  if (isRead && value.kind === 'constant' && typeof value.value === 'string') {
    const reading = readLiteral(value.value, type);
    if (!reading.fits)
      return refuse(
        `"${value.value}" is not a value of ${column}, which is ${shown(type)}: ${reading.reason}.`,
        'Correct it.',
      );
    if (reading.text === null) return { kind: 'constant', value: null, type, nullable: true, span };
  } else if (!fits(value.type, type))
    return refuse(`${column} is ${shown(type)}, got ${shown(value.type)}.`, conversionAdvice(value.type, type));
  return coerce(value, type);
}

/** The type that holds all values of a column; null after a message. */
function inferredType(values: readonly Typed[], { name }: ColumnNode, context: Context): ValueType | null {
  let type: ValueType = { kind: 'null' };
  for (const each of values) {
    const wider = widen(type, each.type);
    if (wider === null) {
      const problem = `${name.text} is ${shown(type)} in the rows before, and ${shown(each.type)} here.`;
      context.report('SBS3069', each.span, { problem, advice: 'Convert one of them.' });
      return null;
    }
    type = wider;
  }
  if (type.kind !== 'null' || values.length === 0) return type;
  const advice = `Give it a type: ${name.text}: string.`;
  context.report('SBS3069', name, {
    problem: `All values of ${name.text} are null, which leaves its type open.`,
    advice,
  });
  return null;
}

type CheckedColumn = Column & { readonly values: readonly Typed[] };

function checkColumn(column: ColumnNode, values: readonly Typed[], context: Context): CheckedColumn {
  const name = column.name.text;
  const declared = column.type && typeOf(column.type, context.report, false).type;
  const type = columnType(declared ?? inferredType(values, column, context) ?? { kind: 'unknown' });
  const typed = declared
    ? values.flatMap((value) => asDeclared(value, declared, name, context) ?? [])
    : values.map((value) => coerce(value, type));
  const nullable = typed.some((value) => value.nullable);
  context.program.recorder?.output('declaration', name, column.name, { type, nullable });
  return { name, type, nullable, values: typed };
}

function checkNames({ columns }: ValuesNode, { report }: Context): void {
  const seen = new Set<string>();
  for (const { name } of columns) {
    const problem = `values has two columns ${name.text}.`;
    if (seen.has(name.text.toLowerCase())) report('SBS3069', name, { problem, advice: 'Rename one of them.' });
    seen.add(name.text.toLowerCase());
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Reports rows with too few or too many values, and rows beyond the limit. */
function checkShape({ rows, columns }: ValuesNode, { report }: Context): void {
  const names = columns.map(({ name }) => name.text).join(', ');
  for (const [index, { values, start, end }] of rows.entries()) {
    if (values.length === columns.length) continue;
    const problem = `Row ${index + 1} has ${counted(values.length, 'value')} for ${counted(columns.length, 'column')}: ${names}.`;
    report('SBS3069', { start, end }, { problem, advice: 'Give each column one value, null where it has none.' });
  }
  const beyond = rows[MAX_ROWS];
  if (!beyond) return;
  const problem = `values has ${rows.length} rows, and at most ${MAX_ROWS} are allowed.`;
  const advice = 'Download them from a file or a sheet instead.';
  report('SBS3069', { start: beyond.start, end: beyond.end }, { problem, advice });
}

function check(program: Program, placed: Placed<TableNode>, node: ValuesNode): CheckedResult {
  const context = contextOf(program, placed);
  checkNames(node, context);
  checkShape(node, context);
  const rows = node.rows.slice(0, MAX_ROWS).map(({ values }) => values.map((each) => checkValue(each, context)));
  const checked = node.columns.map((column, index) =>
    checkColumn(
      column,
      rows.flatMap((row) => row[index] ?? []),
      context,
    ),
  );
  const columns = checked.map(({ name, type, nullable }) => ({ name, type, nullable }));
  return {
    query: { kind: 'values', columns: checked.map(({ name, values }) => ({ name, values })) },
    columns,
    open: columns.some(({ type }) => type.kind === 'unknown'),
    single: node.rows.length === 1,
    ordered: true,
  };
}

/** The tokens of the row that is open behind `before`; null between rows. */
function openRow(before: readonly Token[]): readonly Token[] | null {
  let depth = 0;
  let opened = 0;
  for (const [index, token] of before.entries()) {
    const symbol = symbolOf(token);
    if ((symbol === '(' || symbol === '[') && depth++ === 0) opened = index + 1;
    else if (symbol === ')' || symbol === ']') depth -= 1;
  }
  return depth > 0 ? before.slice(opened) : null;
}

/** Whether the columns are being written. */
const atColumns = (before: readonly Token[]): boolean =>
  before.some(
    (token, index) =>
      wordOf(token) === 'as' && symbolOf(before[index - 1]) === ')' && symbolOf(before[index + 1]) === '(',
  );

function contextAt({ before, after }: QueryAtCursor): QueryContext {
  const last = before.at(-1);
  if (atColumns(before)) return symbolOf(last) === ':' ? { kind: 'type', formats: false } : wordsContext();
  const row = openRow(before);
  if (row === null) return symbolOf(last) === ')' ? wordsContext('as') : wordsContext();
  const reader = new SelectReader(row, 'where');
  return {
    kind: 'expression',
    place: {
      clause: 'where',
      frame: reader.top,
      frames: reader.frames,
      sources: [],
      outputs: [],
      previous: row.at(-1),
      chain: [],
      clauses: new Set(CLAUSES),
      cross: false,
      merged: new Set(),
      next: symbolOf(after[0]),
    },
  };
}

/** `values (1, 'a'), (2, 'b') as (id, name)`: rows that the script itself holds. */
export const VALUES = queryForm<ValuesNode>({
  kind: 'values',
  keywords: keywordsOf({
    values: [
      'Rows that the script itself holds, for tables that others join. A flow starts with a download, so it cannot be uploaded alone.',
      "table regions is values ('AT', 'Europe'), ('JP', 'Asia') as (country, region);",
    ],
  }),
  grammar: [
    {
      name: 'value_rows',
      ebnf: '"values" value_row { "," value_row } "as" "(" valued { "," valued } ")"',
      note: 'At most 1,000 rows of constants. A column without a type takes the narrowest one that holds its values.',
    },
    { name: 'value_row', ebnf: '"(" arguments ")"' },
    { name: 'valued', ebnf: 'name [ ":" type ]' },
  ],
  snippet: "values (${1:1}, '${2:a}') as (${3:id}, ${4:name})",
  parse,
  tables: () => [],
  check,
  visitNames: ({ rows, columns }, visit) => {
    for (const { values } of rows) for (const each of values) visitExpression(each, visit);
    for (const { name, type } of columns) {
      visit(name, 'column');
      if (type) visitType(type, visit);
    }
  },
  outputs: ({ columns }) => ({ names: columns.map(({ name }) => name), bare: [] }),
  clauses: ({ rows, as }) => (rows.length > 1 ? [...rows.slice(1), as] : []),
  contextAt,
  framesAt: (before) => {
    const row = atColumns(before) ? null : openRow(before);
    return row === null ? [] : new SelectReader(row, 'where').frames;
  },
  tablesIn: () => [],
});
