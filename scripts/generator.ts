/** Makes files that are committed from something else. */
export type Generator = {
  /** The paths that it alone makes; those that it makes no longer are removed. */
  readonly owns: RegExp;
  /** Gives the text of each file by its path below the root. */
  readonly make: () => Promise<ReadonlyMap<string, string>> | ReadonlyMap<string, string>;
};
