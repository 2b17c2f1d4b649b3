/** Result of one check. It passes without findings. */
export type Outcome = {
  /** Each names the place, the fault and the fix. */
  readonly findings: readonly string[];
  /** Extent of the check; printed after its line. */
  readonly note?: string;
};
