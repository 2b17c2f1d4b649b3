import type { Span } from '../../text/span.ts';
import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { Name } from '../tree/name.ts';
import type { ColumnNode, SchemaNode, TypeArgument, TypeNode } from '../tree/schema-tree.ts';
import type { Cursor } from './cursor.ts';

function parseArgument(cursor: Cursor): TypeArgument {
  const { start } = cursor;
  const name = cursor.ahead(SYMBOL.colon, 1) && cursor.atName ? cursor.expectName('a name') : null;
  if (name !== null) cursor.expect(SYMBOL.colon);
  const { index, code } = cursor;
  if (code !== TOKEN.number && !cursor.atText) return cursor.fail('a number or a format in quotation marks');
  cursor.next();
  const text = cursor.textOf(index);
  return { name, value: code === TOKEN.number ? Number(text) : text, start, end: cursor.end };
}

function parseArguments(cursor: Cursor): readonly TypeArgument[] {
  const open = cursor.index;
  if (!cursor.take(SYMBOL.roundOpen)) return exact([]);
  const list: TypeArgument[] = [];
  do list.push(parseArgument(cursor));
  while (cursor.take(SYMBOL.comma));
  cursor.expectClose(open);
  return exact(list);
}

/** `integer`, `decimal(18, 6)`, `date("YYYY-MM-dd")`, `float(decimal_separator: ",")`, `{ record }`, `[list]`. */
export function parseType(cursor: Cursor): TypeNode {
  const { index, start } = cursor;
  if (cursor.take(SYMBOL.squareOpen)) {
    cursor.enter();
    const element = parseType(cursor);
    cursor.leave();
    cursor.expectClose(index);
    return { kind: 'list', element, start, end: cursor.end };
  }
  if (cursor.at(SYMBOL.braceOpen)) {
    cursor.enter();
    const schema = parseSchema(cursor);
    cursor.leave();
    const { columns, rest, broken } = schema;
    if (rest && !broken) cursor.report('SBS3004', rest, {});
    return { kind: 'record', fields: columns, broken, start, end: schema.end };
  }
  if (!cursor.atName) return cursor.fail('a type', 'For example string, integer or date.');
  cursor.next();
  const list = parseArguments(cursor);
  return { kind: 'named', name: cursor.textOf(index), arguments: list, start, end: cursor.end };
}

function parseColumn(cursor: Cursor): ColumnNode {
  const header = cursor.expectName('a column', 'A column is written name: type;');
  cursor.expectColon('A column is written name: type;');
  const type = parseType(cursor);
  let notNull = false;
  let alias: Name | null = null;
  for (;;) {
    if (!notNull && cursor.take(WORD.not)) {
      cursor.expect(WORD.null);
      notNull = true;
    } else if (alias === null && cursor.take(WORD.as)) alias = cursor.expectName('a name for the column');
    else break;
  }
  cursor.expectEnd('the column', header);
  return { header, type, notNull, alias, start: header.start, end: cursor.end };
}

function expectStarEnd(cursor: Cursor): void {
  cursor.expectEnd('*');
}

/** `{ a: integer; b: string as c; * }`. Broken columns are left out, and the schema is then open. */
export function parseSchema(cursor: Cursor): SchemaNode {
  const { index, start, losses } = cursor;
  if (cursor.take(SYMBOL.star)) {
    const rest = cursor.spanOf(index);
    return { columns: exact([]), rest, broken: false, start, end: rest.end };
  }
  cursor.openBlock('Columns are written { name: type; }.');
  const columns: ColumnNode[] = [];
  let rest: Span | null = null;
  while (!cursor.atBlockEnd) {
    const before = cursor.index;
    if (cursor.take(SYMBOL.star)) {
      rest = cursor.spanOf(before);
      if (!cursor.at(SYMBOL.braceClose)) cursor.recovering(expectStarEnd);
      continue;
    }
    const column = cursor.recovering(parseColumn);
    if (column) columns.push(column);
    else rest ??= cursor.spanOf(before);
  }
  cursor.closeBlock(index);
  return { columns: exact(columns), rest, broken: cursor.losses > losses, start, end: cursor.end };
}
