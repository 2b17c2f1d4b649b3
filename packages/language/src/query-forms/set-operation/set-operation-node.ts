import type { Span } from '../../syntax/tokens/tokens.ts';
import type { Name } from '../../syntax/tree/name.ts';

/** The tables that `except` or `intersect` compares, in their order. */
export type SetOperationNode = Span & { readonly kind: 'except' | 'intersect'; readonly tables: readonly Name[] };
