import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import { SYMBOL, TOKEN, WORD } from '../../syntax/tokens/codes.generated.ts';
import type { AssertionNode, ClaimNode, NumberNode } from '../../syntax/tree/declaration-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';

function parseColumns(cursor: Cursor): readonly Name[] {
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen, 'Columns are written in brackets: (column, column).');
  const names = parseNames(cursor, 'a column');
  cursor.expectClose(open);
  return names;
}

function parseNumber(cursor: Cursor): NumberNode {
  const span = cursor.spanOf(cursor.index);
  if (!cursor.at(TOKEN.number)) return cursor.fail('a number');
  const text = cursor.textOf(cursor.index);
  cursor.next();
  return { value: Number(text), ...span };
}

/** Whether `column in table` or `(column, …) in table` starts here: a list of values would follow `in` in brackets. */
function atReference(cursor: Cursor): boolean {
  if (!cursor.at(SYMBOL.roundOpen)) return cursor.nameAhead(0) && cursor.ahead(WORD.in, 1) && cursor.nameAhead(2);
  let at = 1;
  while (cursor.nameAhead(at) && cursor.ahead(SYMBOL.comma, at + 1)) at += 2;
  const closed = cursor.nameAhead(at) && cursor.ahead(SYMBOL.roundClose, at + 1);
  return closed && cursor.ahead(WORD.in, at + 2) && cursor.nameAhead(at + 3);
}

function parseReference(cursor: Cursor, start: number): ClaimNode {
  const columns = cursor.at(SYMBOL.roundOpen) ? parseColumns(cursor) : [cursor.expectName('a column')];
  cursor.expect(WORD.in);
  const table = cursor.expectName('a table');
  const target = cursor.take(SYMBOL.dot) ? [cursor.expectName('a column')] : parseColumns(cursor);
  return { kind: 'reference', columns, table, target, start, end: cursor.end };
}

function parseRowCount(cursor: Cursor, start: number): ClaimNode {
  cursor.take(WORD.row_count);
  cursor.expect(WORD.between);
  const low = parseNumber(cursor);
  cursor.expect(WORD.and);
  const high = parseNumber(cursor);
  let dates: NumberNode | null = null;
  if (cursor.take(WORD.percent)) {
    cursor.expect(WORD.of, 'Write percent of last 7 dates.');
    cursor.expect(WORD.last, 'Write percent of last 7 dates.');
    dates = parseNumber(cursor);
    cursor.expect(WORD.dates, 'Write percent of last 7 dates.');
  }
  return { kind: 'row_count', low, high, dates, start, end: cursor.end };
}

function parseClaim(cursor: Cursor): ClaimNode {
  const { start } = cursor;
  if (cursor.at(WORD.unique) && (cursor.ahead(SYMBOL.roundOpen, 1) || cursor.ahead(TOKEN.name, 1))) {
    cursor.take(WORD.unique);
    return { kind: 'unique', columns: parseColumns(cursor), start, end: cursor.end };
  }
  if (cursor.at(WORD.not) && cursor.ahead(WORD.null, 1) && cursor.ahead(SYMBOL.roundOpen, 2)) {
    cursor.take(WORD.not);
    cursor.take(WORD.null);
    return { kind: 'not_null', columns: parseColumns(cursor), start, end: cursor.end };
  }
  if (cursor.at(WORD.row_count) && cursor.ahead(WORD.between, 1)) return parseRowCount(cursor, start);
  if (atReference(cursor)) return parseReference(cursor, start);
  return { kind: 'condition', condition: parseExpression(cursor), start, end: cursor.end };
}

/** `assert name on table: claim [else warn];` */
export function parseAssertion(cursor: Cursor): AssertionNode {
  const keyword = cursor.takeKeyword();
  const name = cursor.expectName('a name');
  cursor.expect(WORD.on, 'An assertion is written assert name on table: condition;');
  const table = cursor.expectName('a table');
  cursor.expect(SYMBOL.colon, 'An assertion is written assert name on table: condition;');
  const claim = parseClaim(cursor);
  const warns = cursor.take(WORD.else);
  if (warns) cursor.expect(WORD.warn, 'Only a warning can follow: else warn.');
  cursor.expectEnd('the assertion', name);
  const severity = warns ? 'warn' : 'stop';
  return { kind: 'assertion', keyword, name, table, claim, severity, start: keyword.start, end: cursor.end };
}
