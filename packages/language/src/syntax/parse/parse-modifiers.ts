import type { Span } from '../../text/span.ts';
import { SYMBOL, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { Expression, ModifiersNode } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';
import { parseOrder } from './parse-order.ts';

type Parse = (cursor: Cursor) => Expression;

/** Whether a modifier of a call starts here instead of an argument. */
export function atInside(cursor: Cursor): boolean {
  return (cursor.at(WORD.order) && cursor.ahead(WORD.by, 1)) || (cursor.at(WORD.ignore) && cursor.ahead(WORD.nulls, 1));
}

/** `order by … ignore nulls` behind the arguments of a call; null without either. The cursor's height is then that of the tallest. */
export function parseInside(cursor: Cursor, parse: Parse): ModifiersNode | null {
  if (!atInside(cursor)) return null;
  cursor.height = 0;
  const order = cursor.at(WORD.order) ? parseOrder(cursor, parse) : exact([]);
  let ignoreNulls: Span | null = null;
  if (cursor.at(WORD.ignore)) {
    const { start } = cursor;
    cursor.take(WORD.ignore);
    cursor.expect(WORD.nulls, 'Write ignore nulls.');
    ignoreNulls = { start, end: cursor.end };
  }
  return { order, ignoreNulls, filter: null };
}

/** `filter (where …)` behind a call. */
export function parseFilter(cursor: Cursor, inside: ModifiersNode | null, parse: Parse): ModifiersNode {
  const { index } = cursor;
  cursor.take(WORD.filter);
  cursor.expect(SYMBOL.roundOpen);
  cursor.expect(WORD.where, 'A filter is written filter (where condition).');
  const filter = parse(cursor);
  cursor.expectClose(index + 1);
  return { order: inside?.order ?? exact([]), ignoreNulls: inside?.ignoreNulls ?? null, filter };
}

/** `ignore nulls` behind the bracket of a call, as SQL allows: reported, and read as if it were inside. */
export function parseNullsBehind(cursor: Cursor, inside: ModifiersNode | null): ModifiersNode {
  const { start, end: close } = cursor;
  cursor.take(WORD.ignore);
  cursor.take(WORD.nulls);
  const span = { start, end: cursor.end };
  const edits = [
    { start: close - 1, end: close - 1, text: ' ignore nulls' },
    { start: close, end: span.end, text: '' },
  ];
  cursor.report('SBS1027', span, {}, inside?.ignoreNulls ? undefined : { title: 'Move it into the brackets', edits });
  return { order: inside?.order ?? exact([]), ignoreNulls: span, filter: inside?.filter ?? null };
}
