import type { Span } from '../tokens/tokens.ts';
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

export type Declaration = DownloadNode | BundleNode | TableNode | UploadNode;
