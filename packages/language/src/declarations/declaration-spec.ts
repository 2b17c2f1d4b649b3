import type { Checked, Placed, Program } from '../check/program.ts';
import type { DeclarationSyntax } from '../syntax/parse/declaration-syntax.ts';
import type { Declaration } from '../syntax/tree/declaration-tree.ts';
import type { Name } from '../syntax/tree/name.ts';

/** One kind of top-level declaration: how it is parsed and checked. */
export type DeclarationSpec = DeclarationSyntax & {
  readonly doc: string;
  readonly example: string;
  /** The nodes that its declarations become. */
  readonly kinds: readonly Declaration['kind'][];
  /** The names of tables that a declaration brings; nothing for declarations of other kinds. */
  readonly tables: (node: Declaration) => readonly Name[];
  /** The tables that a declaration reads, in the order of the text; nothing for declarations of other kinds. */
  readonly reads: (node: Declaration) => readonly Name[];
  /** Checks one declaration; null for declarations of other kinds. */
  readonly check: (program: Program, placed: Placed) => Checked | null;
};
