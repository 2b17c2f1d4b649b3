import type { Expression } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { Span } from '../../text/span.ts';

/** A value that becomes columns, or an aggregate that fills them; `alias` is the name behind `as`. */
export type PivotPart = Span & { readonly value: Expression; readonly alias: Name | null };

export type PivotNode = Span & {
  readonly kind: 'pivot';
  readonly table: Name;
  readonly column: Name;
  readonly values: readonly PivotPart[];
  readonly aggregates: readonly PivotPart[];
  /** Where `on` and `using` start, for the formatter. */
  readonly clauses: readonly Span[];
};
