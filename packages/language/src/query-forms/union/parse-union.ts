import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import type { Span } from '../../syntax/tokens/tokens.ts';
import type { Name } from '../../syntax/tree/name.ts';

export type UnionNode = Span & { readonly kind: 'union'; readonly tables: readonly Name[] };

/** `a, b, c` */
export function parseUnion(cursor: Cursor, start: number): UnionNode {
  const tables = parseNames(cursor, 'a table');
  return { kind: 'union', tables, start, end: cursor.end };
}
