import type { Cursor } from '../../syntax/parse/cursor.ts';
import { parseNames } from '../../syntax/parse/parse-names.ts';
import { exact } from '../../syntax/tree/exact.ts';
import type { Span } from '../../text/span.ts';
import type { Operands } from '../set-operation/set-operation-node.ts';

export type UnionNode = Span & Operands & { readonly kind: 'union' };

/** `a, b, c` */
export function parseUnion(cursor: Cursor, start: number): UnionNode {
  const tables = parseNames(cursor, 'a table');
  return { kind: 'union', tables, queries: exact([]), operators: exact([]), start, end: cursor.end };
}
