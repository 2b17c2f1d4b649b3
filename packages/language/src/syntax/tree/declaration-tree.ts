import type { Span } from '../../text/span.ts';
import type { Expression } from './expression-tree.ts';
import type { Name } from './name.ts';
import type { QueryNode } from './query-node.ts';
import type { SchemaNode } from './schema-tree.ts';
import type { BlockNode } from './value-tree.ts';

export type DownloadNode = Span & {
  readonly kind: 'download';
  readonly keyword: Span;
  readonly name: Name;
  readonly parameters: BlockNode;
  readonly schema: SchemaNode;
};

export type BundleTableNode = Span & {
  readonly name: Name;
  readonly parameters: BlockNode | null;
  readonly schema: SchemaNode;
};

export type BundleNode = Span & {
  readonly kind: 'bundle';
  readonly keyword: Span;
  readonly name: Name;
  readonly parameters: BlockNode;
  readonly tables: readonly BundleTableNode[];
};

export type TableNode = Span & {
  readonly kind: 'table';
  readonly keyword: Span;
  readonly name: Name;
  readonly query: QueryNode;
};

export type UploadNode = Span & {
  readonly kind: 'upload';
  readonly keyword: Span;
  readonly table: Name;
  readonly alias: Name | null;
  readonly parameters: BlockNode;
};

/** The claim of an assertion about a table. */
export type ClaimNode = Span &
  (
    | { readonly kind: 'condition'; readonly condition: Expression }
    | { readonly kind: 'unique' | 'not_null'; readonly columns: readonly Name[] }
    | {
        readonly kind: 'reference';
        readonly columns: readonly Name[];
        readonly table: Name;
        readonly target: readonly Name[];
      }
    /** `dates`: the number of earlier report dates whose average is 100 percent; null for plain numbers of rows. */
    | {
        readonly kind: 'row_count';
        readonly low: NumberNode;
        readonly high: NumberNode;
        readonly dates: NumberNode | null;
      }
  );

/** A number as written. */
export type NumberNode = Span & { readonly value: number };

export type AssertionNode = Span & {
  readonly kind: 'assertion';
  readonly keyword: Span;
  readonly name: Name;
  readonly table: Name;
  readonly claim: ClaimNode;
  readonly severity: 'stop' | 'warn';
};

export type ConstantNode = Span & {
  readonly kind: 'constant';
  readonly keyword: Span;
  readonly name: Name;
  readonly value: Expression;
};

export type Declaration = DownloadNode | BundleNode | TableNode | UploadNode | AssertionNode | ConstantNode;
