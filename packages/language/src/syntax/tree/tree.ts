import type { Span } from '../tokens/tokens.ts';
import type { QueryNode } from './query-tree.ts';

/** A name as written: `quoted` when it stood in quotation marks. */
export type Name = Span & { readonly text: string; readonly quoted: boolean };

export type ValueNode = Span &
  (
    | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
    | { readonly kind: 'list'; readonly items: readonly ValueNode[] }
    | { readonly kind: 'object'; readonly entries: readonly ParameterNode[] }
  );

export type ParameterNode = Span & { readonly name: Name; readonly value: ValueNode };

/** `broken`: some entry could not be read, so that what is missing may have been meant. */
export type BlockNode = Span & { readonly entries: readonly ParameterNode[]; readonly broken: boolean };

export type TypeNode = Span &
  (
    | { readonly kind: 'named'; readonly name: string; readonly arguments: readonly TypeArgument[] }
    | { readonly kind: 'record'; readonly fields: readonly ColumnNode[]; readonly broken: boolean }
    | { readonly kind: 'list'; readonly element: TypeNode }
  );

export type TypeArgument = Span & { readonly value: string | number };

export type ColumnNode = Span & {
  readonly header: Name;
  readonly type: TypeNode;
  readonly notNull: boolean;
  readonly alias: Name | null;
};

export type SchemaNode = Span & {
  readonly columns: readonly ColumnNode[];
  /** The `*` that takes all other columns. */
  readonly rest: Span | null;
  /** Something in it could not be read, so that what is missing may have been meant. */
  readonly broken: boolean;
};

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

export type Declaration = DownloadNode | BundleNode | TableNode | UploadNode;
