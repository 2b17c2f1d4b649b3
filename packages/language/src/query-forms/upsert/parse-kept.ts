import type { EmptyResultChoice } from '@switchboard/model/plan';
import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseExpression } from '../../syntax/parse/parse-expression.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import { parseOrder } from '../../syntax/parse/parse-order.ts';
import { WORD } from '../../syntax/tokens/codes.generated.ts';
import type { OrderNode } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';

/** A query that keeps rows by key and report date. */
export type KeptNode = Span & {
  readonly kind: string;
  readonly table: Name;
  readonly keys: readonly Name[];
  readonly order: readonly OrderNode[];
  readonly whenEmpty: EmptyResultChoice;
};

/** `daily by site order by at desc`. `advice` shows the form. */
export function parseKept(cursor: Cursor, advice: string): Pick<KeptNode, 'table' | 'keys' | 'order'> {
  const table = cursor.expectName('a table');
  cursor.expect(WORD.by, advice);
  const keys = parseNames(cursor, 'a key column');
  return { table, keys, order: cursor.at(WORD.order) ? parseOrder(cursor, parseExpression) : [] };
}
