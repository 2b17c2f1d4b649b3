import { WORD } from '../tokens/codes.generated.ts';
import type { QueryNode } from '../tree/query-node.ts';
import type { Cursor } from './cursor.ts';

/** A query where none is allowed. */
export function refuseQuery(cursor: Cursor): never {
  cursor.report('SBS1014', cursor.spanOf(cursor.index), {});
  return cursor.stop();
}

/** Whether a query starts so many tokens further on. `with` is a name unless a table follows it. */
export function queryAhead(cursor: Cursor, ahead: number): boolean {
  if (cursor.ahead(WORD.select, ahead)) return true;
  return cursor.ahead(WORD.with, ahead) && cursor.nameAhead(ahead + 1) && cursor.ahead(WORD.as, ahead + 2);
}

/**
 * A query up to the bracket that closes it; `open` is the opening bracket, which has been taken. The cursor's height is then
 * that of the tallest expression in it.
 */
export function parseNested(cursor: Cursor, open: number): QueryNode {
  if (!cursor.parseQuery) return refuseQuery(cursor);
  const { peak } = cursor;
  cursor.queries += 1;
  cursor.peak = 0;
  cursor.enter();
  const query = cursor.parseQuery(cursor);
  cursor.leave();
  cursor.expectClose(open);
  cursor.height = cursor.peak;
  cursor.peak = Math.max(peak, cursor.peak);
  return query;
}
