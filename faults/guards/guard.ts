/** A check of the program that keeps somebody out, how a mutant lacks it, and the tests that must then fail. */
export type Guard = {
  readonly name: string;
  readonly file: string;
  /** Stands in the file once. */
  readonly text: string;
  readonly replacement: string;
  /** Files or folders of tests. */
  readonly tests: readonly string[];
};
