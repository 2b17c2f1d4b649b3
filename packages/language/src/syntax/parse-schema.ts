import type { Cursor } from './cursor.ts';
import type { Span } from './tokens.ts';
import type { ColumnNode, Name, SchemaNode, TypeArgument, TypeNode } from './tree.ts';

function parseArgument(cursor: Cursor): TypeArgument {
  const token = cursor.peek();
  if (token.kind !== 'string' && token.kind !== 'number') return cursor.fail('a number or a format in quotation marks');
  cursor.next();
  return { value: token.kind === 'number' ? Number(token.text) : token.text, start: token.start, end: token.end };
}

/** `integer`, `decimal(18, 6)`, `date("YYYY-MM-dd")`, `{ record }`, `[list]`. */
export function parseType(cursor: Cursor): TypeNode {
  const start = cursor.peek();
  if (cursor.takeSymbol('[')) {
    const element = cursor.nested(() => parseType(cursor));
    cursor.expectClose(start);
    return { kind: 'list', element, ...cursor.spanFrom(start) };
  }
  if (cursor.atSymbol('{')) {
    const schema = cursor.nested(() => parseSchema(cursor));
    if (schema.rest) cursor.report('SBS3004', schema.rest, {});
    return { kind: 'record', fields: schema.columns, start: schema.start, end: schema.end };
  }
  if (start.kind !== 'name') return cursor.fail('a type', 'For example string, integer or date.');
  cursor.next();
  const list: TypeArgument[] = [];
  const open = cursor.takeSymbol('(');
  if (open) {
    do list.push(parseArgument(cursor));
    while (cursor.takeSymbol(','));
    cursor.expectClose(open);
  }
  return { kind: 'named', name: start.text, arguments: list, ...cursor.spanFrom(start) };
}

function parseColumn(cursor: Cursor): ColumnNode {
  const header = cursor.expectName('a column', 'A column is written name: type;');
  cursor.expectSymbol(':', 'A column is written name: type;');
  const type = parseType(cursor);
  let notNull = false;
  let alias: Name | null = null;
  for (;;) {
    if (!notNull && cursor.takeWord('not')) {
      cursor.expectWord('null');
      notNull = true;
    } else if (alias === null && cursor.takeWord('as')) alias = cursor.expectName('a name for the column');
    else break;
  }
  cursor.expectEnd(`the column ${header.text}`);
  return { header, type, notNull, alias, ...cursor.spanFrom(header) };
}

/** `{ a: integer; b: string as c; * }`. Broken columns are left out, and the schema is then open. */
export function parseSchema(cursor: Cursor): SchemaNode {
  const open = cursor.peek();
  if (cursor.takeSymbol('*')) return { columns: [], rest: open, start: open.start, end: open.end };
  cursor.expectSymbol('{', 'Columns are written { name: type; }.');
  const columns: ColumnNode[] = [];
  let rest: Span | null = null;
  while (!cursor.atSymbol('}') && cursor.peek().kind !== 'end' && !cursor.atDeclaration()) {
    const star = cursor.takeSymbol('*');
    if (star) {
      rest = star;
      if (!cursor.atSymbol('}')) cursor.recovering(() => cursor.expectEnd('*'));
      continue;
    }
    const before = cursor.peek();
    const column = cursor.recovering(() => parseColumn(cursor));
    if (column) columns.push(column);
    else rest ??= before;
  }
  cursor.expectClose(open);
  return { columns, rest, ...cursor.spanFrom(open) };
}
