/** What one fault did and what was seen afterwards; a row of the printed table. */
export type FaultRow = {
  /** The fault, with its count: "gzip cut in half", "worker frozen for 60 s during an upload". */
  readonly what: string;
  /** What had to hold, in a few words. */
  readonly expected: string;
  /** What was seen, with figures. */
  readonly seen: string;
  readonly ok: boolean;
};

/** One fault test of the reliability design, against the real parts; it starts and ends its own servers and databases. */
export type FaultTest = {
  /** The design's number: "T18". */
  readonly id: string;
  readonly title: string;
  /** Throws only if the test itself could not be carried out; a broken promise is a row that is not ok. */
  readonly run: () => Promise<readonly FaultRow[]>;
};
