import type { Declaration } from '../tree/declaration-tree.ts';
import type { QueryNode } from '../tree/query-node.ts';
import type { Cursor } from './cursor.ts';

/** How one kind of top-level declaration is parsed. */
export type DeclarationSyntax = {
  /** The words that start it; the first is the usual one. */
  readonly keywords: readonly string[];
  /** Keywords that may follow its name: they distinguish `table t is` from a column named table. */
  readonly followers: readonly string[];
  /** Parses the declaration from its keyword up to and with its `;`. Throws SyntaxStop when it makes no sense. */
  readonly parse: (cursor: Cursor) => Declaration;
  /** Parses a query inside an expression of any declaration. */
  readonly parseQuery?: (cursor: Cursor) => QueryNode;
};
