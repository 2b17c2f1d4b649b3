import type { Span } from '../../syntax/tokens/tokens.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';

export type WithPart = Span & { readonly name: Name; readonly query: QueryNode };

export type WithNode = Span & {
  readonly kind: 'with';
  readonly parts: readonly WithPart[];
  readonly body: QueryNode;
};
