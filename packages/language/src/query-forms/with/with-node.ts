import type { Name } from '../../syntax/tree/name.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';

export type WithPart = Span & { readonly name: Name; readonly query: QueryNode };

export type WithNode = Span & {
  readonly kind: 'with';
  readonly parts: readonly WithPart[];
  readonly body: QueryNode;
};
