import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { BoundNode, Expression, FrameNode, WindowNode } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';
import { parseOrder } from './parse-order.ts';

const FRAME = 'A frame is written rows between 6 preceding and current row.';

/** `over (partition by … order by … rows between …)`; the cursor is at `over`. Its height is then that of the tallest. */
export function parseWindow(cursor: Cursor, parse: (cursor: Cursor) => Expression): WindowNode {
  const { start, index } = cursor;
  cursor.take(WORD.over);
  cursor.expect(SYMBOL.roundOpen);
  const partition: Expression[] = [];
  let tallest = 0;
  if (cursor.take(WORD.partition)) {
    cursor.expect(WORD.by);
    do {
      partition.push(parse(cursor));
      tallest = Math.max(tallest, cursor.height);
    } while (cursor.take(SYMBOL.comma));
  }
  cursor.height = 0;
  const order = cursor.at(WORD.order) ? parseOrder(cursor, parse) : [];
  cursor.height = Math.max(tallest, cursor.height);
  const frame = cursor.at(WORD.rows) || cursor.at(WORD.range) ? parseFrame(cursor) : null;
  cursor.expectClose(index + 1);
  return { partition: exact(partition), order, frame, start, end: cursor.end };
}

function parseFrame(cursor: Cursor): FrameNode {
  const { start } = cursor;
  const unit = cursor.at(WORD.rows) ? 'rows' : 'range';
  cursor.take(WORD[unit]);
  cursor.expect(WORD.between, FRAME);
  const first = parseBound(cursor);
  cursor.expect(WORD.and, FRAME);
  const last = parseBound(cursor);
  return { unit, first, last, start, end: cursor.end };
}

function parseBound(cursor: Cursor): BoundNode {
  const { start, index } = cursor;
  if (cursor.take(WORD.current)) {
    cursor.expect(WORD.row, 'Write current row.');
    return { side: 'current', amount: null, start, end: cursor.end };
  }
  const unbounded = cursor.take(WORD.unbounded);
  if (!unbounded) {
    if (!cursor.at(TOKEN.number)) return cursor.fail('a number, unbounded or current row', FRAME);
    cursor.next();
  }
  const side = cursor.take(WORD.following) ? 'following' : 'preceding';
  if (side === 'preceding') cursor.expect(WORD.preceding, 'Write preceding or following.');
  return { side, amount: unbounded ? null : cursor.textOf(index), start, end: cursor.end };
}
