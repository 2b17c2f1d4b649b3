import type { Cursor } from './cursor.ts';
import { parseExpression, parseOrder } from './parse-expression.ts';
import { parseSelect } from './parse-select.ts';
import type { QueryNode } from './query-tree.ts';
import type { Name } from './tree.ts';

function parseNames(cursor: Cursor, what: string): Name[] {
  const names: Name[] = [];
  do names.push(cursor.expectName(what));
  while (cursor.takeSymbol(','));
  return names;
}

/** What follows `table NAME is`. */
export function parseQuery(cursor: Cursor): QueryNode {
  const start = cursor.peek();
  if (cursor.atWord('select')) return parseSelect(cursor);
  if (cursor.takeWord('union')) {
    const tables = parseNames(cursor, 'a table');
    return { kind: 'union', tables, ...cursor.spanFrom(start) };
  }
  if (cursor.takeWord('upsert')) {
    const table = cursor.expectName('a table');
    cursor.expectWord('by', 'An upsert is written upsert table by key order by column desc.');
    const keys = parseNames(cursor, 'a key column');
    const order = cursor.atWord('order') ? parseOrder(cursor) : [];
    return { kind: 'upsert', table, keys, order, ...cursor.spanFrom(start) };
  }
  if (cursor.takeWord('unpivot')) {
    const table = cursor.expectName('a table');
    cursor.expectWord('on', 'An unpivot is written unpivot table on columns("regex") into name, value.');
    const first = cursor.peek();
    const matched = cursor.atWord('columns') && cursor.atSymbol('(', 1) ? parseExpression(cursor) : null;
    const columns =
      matched?.kind === 'columns'
        ? { pattern: matched.pattern, start: matched.patternSpan.start, end: matched.patternSpan.end }
        : matched
          ? cursor.fail('columns')
          : parseNames(cursor, 'a column');
    if (first.kind === 'end') cursor.fail('columns');
    cursor.expectWord('into', 'Name the two columns it makes: into name, value.');
    const nameColumn = cursor.expectName('a name');
    cursor.expectSymbol(',');
    const valueColumn = cursor.expectName('a name');
    return { kind: 'unpivot', table, columns, nameColumn, valueColumn, ...cursor.spanFrom(start) };
  }
  return cursor.fail('select, union, upsert or unpivot');
}
