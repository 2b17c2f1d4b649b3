import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { WORD } from '../../syntax/tokens/codes.generated.ts';
import type { Expression } from '../../syntax/tree/expression-tree.ts';
import { type KeptNode, parseKept } from './parse-kept.ts';
import { parseWhenEmpty } from './parse-when-empty.ts';

export type UpsertNode = KeptNode & {
  readonly kind: 'upsert';
  /** The condition behind `delete where`. */
  readonly removed: Expression | null;
};

/** `daily by site order by at desc delete where status == 'gone' when empty replace` */
export function parseUpsert(cursor: Cursor, start: number): UpsertNode {
  const kept = parseKept(cursor, 'An upsert is written upsert table by key order by column desc.');
  let removed: Expression | null = null;
  if (cursor.take(WORD.delete)) {
    cursor.expect(WORD.where, 'Write delete where and a condition.');
    removed = parseExpression(cursor);
  }
  const whenEmpty = parseWhenEmpty(cursor, ['order', 'delete']);
  return { kind: 'upsert', ...kept, removed, whenEmpty, start, end: cursor.end };
}
