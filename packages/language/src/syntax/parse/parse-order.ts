import { SYMBOL, WORD } from '../tokens/codes.generated.ts';
import { exact } from '../tree/exact.ts';
import type { Expression, OrderNode } from '../tree/expression-tree.ts';
import type { Cursor } from './cursor.ts';

/** `order by a desc nulls last, b`. The cursor's height is then that of the tallest. */
export function parseOrder(cursor: Cursor, parse: (cursor: Cursor) => Expression): readonly OrderNode[] {
  cursor.expect(WORD.order);
  cursor.expect(WORD.by);
  const order: OrderNode[] = [];
  let tallest = 0;
  do {
    const by = parse(cursor);
    tallest = Math.max(tallest, cursor.height);
    const descending = cursor.take(WORD.desc);
    if (!descending) cursor.take(WORD.asc);
    let nulls: OrderNode['nulls'] = null;
    if (cursor.take(WORD.nulls)) {
      nulls = cursor.take(WORD.first) ? 'first' : 'last';
      if (nulls === 'last') cursor.expect(WORD.last, 'Write nulls first or nulls last.');
    }
    order.push({ by, descending, nulls, start: by.start, end: cursor.end });
  } while (cursor.take(SYMBOL.comma));
  cursor.height = tallest;
  return exact(order);
}
