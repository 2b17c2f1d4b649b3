import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseNested, refuseQuery } from '../../syntax/parse/parse-nested.ts';
import { SYMBOL, WORD } from '../../syntax/tokens/codes.generated.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { WithNode, WithPart } from './with-node.ts';

/** `name as (select …)` */
function parsePart(cursor: Cursor): WithPart {
  const name = cursor.expectName('a name');
  cursor.expect(WORD.as, 'Write with name as (select …) select … ;');
  const open = cursor.index;
  cursor.expect(SYMBOL.roundOpen, 'Write with name as (select …) select … ;');
  const query = parseNested(cursor, open);
  return { name, query, start: name.start, end: cursor.end };
}

/** `a as (select …), b as (select …) select …` */
export function parseWith(cursor: Cursor, start: number): WithNode {
  const parts: WithPart[] = [];
  do parts.push(parsePart(cursor));
  while (cursor.take(SYMBOL.comma));
  if (!cursor.parseQuery) return refuseQuery(cursor);
  cursor.enter();
  const body = cursor.parseQuery(cursor);
  cursor.leave();
  return { kind: 'with', parts: exact(parts), body, start, end: body.end };
}
