import { parseSelect } from '../query-forms/select/parse-select.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import { parseOrder } from '../syntax/parse/parse-call.ts';
import { parseExpression } from '../syntax/parse/parse-expression.ts';
import { SYMBOL, WORD } from '../syntax/tokens/codes.ts';
import { exact } from '../syntax/tree/exact.ts';
import type { QueryNode, UnpivotNode, UpsertNode } from '../syntax/tree/query-tree.ts';
import type { Name } from '../syntax/tree/tree.ts';

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
