import type { Expression, OrderNode } from '../../syntax/tree/expression-tree.ts';
import type { Name } from '../../syntax/tree/name.ts';
import type { QueryNode } from '../../syntax/tree/query-node.ts';
import type { Span } from '../../text/span.ts';
import type { JoinKind } from './select-words.ts';

export type ReplaceNode = Span & { readonly value: Expression; readonly name: Name };

export type ItemNode = Span &
  /** `patterned`: whether it contains `columns(…)`. */
  (
    | { readonly kind: 'value'; readonly value: Expression; readonly alias: Name | null; readonly patterned: boolean }
    /** `*` or `t.*` */
    | {
        readonly kind: 'star';
        readonly table: Name | null;
        readonly except: readonly Name[];
        readonly replace: readonly ReplaceNode[];
      }
  );

/** A table, or a query in brackets: then `table` is its alias. */
export type TableReference = Span & {
  readonly table: Name;
  readonly alias: Name | null;
  readonly query: QueryNode | null;
};

export type JoinNode = Span & {
  readonly kind: JoinKind;
  readonly reference: TableReference;
  readonly on: Expression | null;
  readonly using: readonly Name[] | null;
};

export type SelectNode = Span & {
  readonly kind: 'select';
  readonly distinct: boolean;
  readonly items: readonly ItemNode[];
  readonly from: TableReference;
  readonly joins: readonly JoinNode[];
  readonly where: Expression | null;
  readonly having: Expression | null;
  readonly qualify: Expression | null;
  readonly order: readonly OrderNode[];
  /** Whether there is any query inside. */
  readonly nests: boolean;
  readonly limit: number | null;
  /** The number of rows that `limit` leaves out first. */
  readonly offset: number;
  /** Where each clause starts, for the formatter. */
  readonly clauses: readonly Span[];
};
