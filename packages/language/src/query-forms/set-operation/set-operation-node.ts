import type { Name } from '../../syntax/tree/name.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';

/** The operands of `union`, `except` and `intersect`, in order: tables, or queries in brackets. */
export type Operands = {
  readonly tables: readonly Name[];
  readonly queries: readonly QueryNode[];
  /** Where the operators between queries stand, for the formatter. */
  readonly operators: readonly Span[];
};

export type SetOperationNode = Span & Operands & { readonly kind: 'except' | 'intersect' };
