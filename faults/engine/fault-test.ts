/**
 * A row of the printed table: the fault with its count ("gzip cut in half"), what must hold, what was seen with figures, and
 * whether it held.
 */
export type FaultRow = {
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
  readonly ok: boolean;
};

/**
 * One fault test of the reliability design, by its number ("T18"), against the real parts; it starts and ends its own servers
 * and databases. `run` throws only if the test could not be carried out: what does not hold is a row that is not ok.
 */
export type FaultTest = { readonly id: string; readonly title: string; run(): Promise<readonly FaultRow[]> };
