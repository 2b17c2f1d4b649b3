import type { Span } from '../../text/span.ts';
import type { Name } from './name.ts';

export type TypeNode = Span &
  (
    | { readonly kind: 'named'; readonly name: string; readonly arguments: readonly TypeArgument[] }
    | { readonly kind: 'record'; readonly fields: readonly ColumnNode[]; readonly broken: boolean }
    | { readonly kind: 'list'; readonly element: TypeNode }
  );

/** `name` is null for an argument that is known by its position. */
export type TypeArgument = Span & { readonly name: Name | null; readonly value: string | number };

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
  /** Whether a part could not be parsed, so a missing column may be in it. */
  readonly broken: boolean;
};
