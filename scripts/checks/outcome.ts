/** What one check found. No finding means it passes. */
export type Outcome = {
  /** Each names the place, the fault and the fix. */
  readonly findings: readonly string[];
  /** What the check read; printed after its line. */
  readonly note?: string;
};
