/** A requirement of security, and the tests that accept it. */
export type Requirement = {
  readonly id: string;
  readonly what: string;
  /** Tests by the path of their file below the root and their title as it stands there. */
  readonly tests: readonly (readonly [path: string, title: string])[];
  /** A part of the requirement that no test shows yet. */
  readonly open?: string;
};
