/** A failure that is kept for support, and sent to the server. */
export type ErrorReport = {
  /** Where it was noticed: a query's name, a screen's path, "script". */
  readonly source: string;
  readonly error: unknown;
  /** The Request-ID in the server's log. */
  readonly requestId?: string | undefined;
};

export type Step = { readonly at: Date; readonly text: string };
export type KeptReport = ErrorReport & { readonly at: Date; readonly steps: readonly Step[] };
