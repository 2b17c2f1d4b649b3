import type { Checked, Placed, Program } from '../check/program.ts';
import type { Cursor } from '../syntax/parse/cursor.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';
import type { QueryNode } from '../syntax/tree/query-node.ts';

/** One kind of top-level declaration: how it is parsed and checked. */
export type DeclarationSpec = {
  /** The words that start it; the first is the usual one. */
  readonly keywords: readonly string[];
  /** Keywords that may follow its name: they distinguish `table t is` from a column named table. */
  readonly followers: readonly string[];
  readonly doc: string;
  readonly example: string;
  /** The nodes that its declarations become. */
  readonly kinds: readonly Declaration['kind'][];
  /** Parses the declaration from its keyword up to and with its `;`. Throws SyntaxStop when it makes no sense. */
  readonly parse: (cursor: Cursor) => Declaration;
  /** Parses a query inside an expression of any declaration. */
  readonly parseQuery?: (cursor: Cursor) => QueryNode;
  /** The names of tables that a declaration brings; nothing for declarations of other kinds. */
  readonly tables: (node: Declaration) => readonly Name[];
  /** The tables that a declaration reads, in the order of the text; nothing for declarations of other kinds. */
  readonly reads: (node: Declaration) => readonly Name[];
  /** Checks one declaration; null for declarations of other kinds. */
  readonly check: (program: Program, placed: Placed) => Checked | null;
};
