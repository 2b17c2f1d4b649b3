import type { JOIN_KINDS } from '../tokens/keywords.ts';
import type { Span } from '../tokens/tokens.ts';
import type { Expression, OrderNode } from './expression-tree.ts';
import type { Name } from './tree.ts';

export type ReplaceNode = Span & { readonly value: Expression; readonly name: Name };

export type ItemNode = Span &
  /** `patterned`: whether `columns(…)` stands in it. */
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

export type TableReference = Span & { readonly table: Name; readonly alias: Name | null };

export type JoinKind = (typeof JOIN_KINDS)[number];

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
  readonly order: readonly OrderNode[];
  readonly limit: number | null;
  /** Where each clause starts, for the formatter. */
  readonly clauses: readonly Span[];
};

export type UnionNode = Span & { readonly kind: 'union'; readonly tables: readonly Name[] };

export type UpsertNode = Span & {
  readonly kind: 'upsert';
  readonly table: Name;
  readonly keys: readonly Name[];
  readonly order: readonly OrderNode[];
};

export type UnpivotNode = Span & {
  readonly kind: 'unpivot';
  readonly table: Name;
  readonly columns: readonly Name[] | (Span & { readonly pattern: string });
  readonly nameColumn: Name;
  readonly valueColumn: Name;
};

export type QueryNode = SelectNode | UnionNode | UpsertNode | UnpivotNode;

/** The tables that a query names, in the order of the text. */
export function tablesOf(query: QueryNode): readonly Name[] {
  switch (query.kind) {
    case 'select':
      return [query.from.table, ...query.joins.map((join) => join.reference.table)];
    case 'union':
      return query.tables;
    default:
      return [query.table];
  }
}
