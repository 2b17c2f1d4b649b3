import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import { parseOrder } from '../../syntax/parse/parse-order.ts';
import { WORD } from '../../syntax/tokens/codes.generated.ts';
import type { OrderNode } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';

export type UpsertNode = Span & {
  readonly kind: 'upsert';
  readonly table: Name;
  readonly keys: readonly Name[];
  readonly order: readonly OrderNode[];
};

/** `daily by site order by at desc` */
export function parseUpsert(cursor: Cursor, start: number): UpsertNode {
  const table = cursor.expectName('a table');
  cursor.expect(WORD.by, 'An upsert is written upsert table by key order by column desc.');
  const keys = parseNames(cursor, 'a key column');
  const order = cursor.at(WORD.order) ? parseOrder(cursor, parseExpression) : [];
  return { kind: 'upsert', table, keys, order, start, end: cursor.end };
}
