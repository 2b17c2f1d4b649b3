import type { Tree } from './checks/tree.ts';

/** Makes files that are committed from something else. */
export type Generator = {
  /** The paths that it alone makes; those that it makes no longer are removed. */
  readonly owns: RegExp;
  /**
   * Gives the text of each file by its path below the root.
   * @param tree the files of the project as they are
   */
  readonly make: (tree: Tree) => Promise<ReadonlyMap<string, string>> | ReadonlyMap<string, string>;
};
