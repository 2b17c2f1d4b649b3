import { SYMBOL, WORD } from './codes.ts';
import type { Cursor } from './cursor.ts';
import { exact } from './exact.ts';
import { parseOrder } from './parse-call.ts';
import { parseExpression } from './parse-expression.ts';
import { parseSelect } from './parse-select.ts';
import type { QueryNode, UnpivotNode, UpsertNode } from './query-tree.ts';
import type { Name } from './tree.ts';

function parseNames(cursor: Cursor, what: string): readonly Name[] {
  const names: Name[] = [];
  do names.push(cursor.expectName(what));
  while (cursor.take(SYMBOL.comma));
  return exact(names);
}

function parseUpsert(cursor: Cursor, start: number): UpsertNode {
  const table = cursor.expectName('a table');
  cursor.expect(WORD.by, 'An upsert is written upsert table by key order by column desc.');
  const keys = parseNames(cursor, 'a key column');
  const order = cursor.at(WORD.order) ? parseOrder(cursor, parseExpression) : [];
  return { kind: 'upsert', table, keys, order, start, end: cursor.end };
}

function parseUnpivot(cursor: Cursor, start: number): UnpivotNode {
  const table = cursor.expectName('a table');
  cursor.expect(WORD.on, 'An unpivot is written unpivot table on columns("regex") into name, value.');
  const matched = cursor.at(WORD.columns) && cursor.ahead(SYMBOL.roundOpen, 1) ? parseExpression(cursor) : null;
  const columns =
    matched?.kind === 'columns'
      ? { pattern: matched.pattern, start: matched.patternSpan.start, end: matched.patternSpan.end }
      : matched
        ? cursor.fail('columns')
        : parseNames(cursor, 'a column');
  cursor.expect(WORD.into, 'Name the two columns it makes: into name, value.');
  const nameColumn = cursor.expectName('a name');
  cursor.expect(SYMBOL.comma);
  const valueColumn = cursor.expectName('a name');
  return { kind: 'unpivot', table, columns, nameColumn, valueColumn, start, end: cursor.end };
}

/** What follows `table NAME is`. */
export function parseQuery(cursor: Cursor): QueryNode {
  const { start } = cursor;
  if (cursor.at(WORD.select)) return parseSelect(cursor);
  if (cursor.take(WORD.union)) {
    const tables = parseNames(cursor, 'a table');
    return { kind: 'union', tables, start, end: cursor.end };
  }
  if (cursor.take(WORD.upsert)) return parseUpsert(cursor, start);
  if (cursor.take(WORD.unpivot)) return parseUnpivot(cursor, start);
  return cursor.fail('select, union, upsert or unpivot');
}
