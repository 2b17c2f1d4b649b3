import { SYMBOL, TOKEN, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { BoundNode, Expression, FrameNode, WindowNode } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';
import { parseOrder } from './parse-order.ts';

const DAYS = 'Distances of dates are numbers of days: range between 6 preceding and current row.';
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
  if (atBound(cursor)) return parseShortFrame(cursor, unit, start);
  cursor.expect(WORD.between, FRAME);
  const first = parseBound(cursor);
  cursor.expect(WORD.and, FRAME);
  const last = parseBound(cursor);
  return { unit, first, last, start, end: cursor.end };
}

/** Whether a bound follows that is not the name of anything else. */
function atBound(cursor: Cursor): boolean {
  if (cursor.at(WORD.unbounded)) return cursor.ahead(WORD.preceding, 1) || cursor.ahead(WORD.following, 1);
  return cursor.at(TOKEN.number) || (cursor.at(WORD.current) && cursor.ahead(WORD.row, 1));
}

/** `rows 6 preceding`, as SQL allows: reported, and read as if its second bound were there. */
function parseShortFrame(cursor: Cursor, unit: FrameNode['unit'], start: number): FrameNode {
  const bound = parseBound(cursor);
  const last: BoundNode = { side: 'current', amount: null, start: bound.end, end: bound.end };
  const edits = [
    { start: bound.start, end: bound.start, text: 'between ' },
    { start: bound.end, end: bound.end, text: ' and current row' },
  ];
  const fix = bound.side === 'following' ? undefined : { title: 'Write both bounds', edits };
  cursor.report('SBS1026', { start, end: bound.end }, { unit }, fix);
  return { unit, first: fix ? bound : last, last, start, end: bound.end };
}

function parseBound(cursor: Cursor): BoundNode {
  const { start, index } = cursor;
  if (cursor.take(WORD.current)) {
    cursor.expect(WORD.row, 'Write current row.');
    return { side: 'current', amount: null, start, end: cursor.end };
  }
  const unbounded = cursor.take(WORD.unbounded);
  if (!unbounded) {
    if (!cursor.at(TOKEN.number)) {
      const days = cursor.textOf(index).toLowerCase() === 'interval';
      return cursor.fail('a number, unbounded or current row', days ? DAYS : FRAME);
    }
    cursor.next();
  }
  const side = cursor.take(WORD.following) ? 'following' : 'preceding';
  if (side === 'preceding') cursor.expect(WORD.preceding, 'Write preceding or following.');
  return { side, amount: unbounded ? null : cursor.textOf(index), start, end: cursor.end };
}
