import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Span } from '../../text/span.ts';

/** The steps between dates. */
export const DATE_STEPS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** `dates('2026-01-01', today(), 'week')`; its arguments as they are written. */
export type DatesNode = Span & { readonly kind: 'dates'; readonly arguments: readonly Expression[] };
