/** A failure that is kept for support. */
type ErrorReport = {
  /** Where it was noticed: a query's name, a screen's path, "script". */
  readonly source: string;
  readonly error: unknown;
  /** The Request-ID in the server's log. */
  readonly requestId?: string | undefined;
};

type Step = { readonly at: Date; readonly text: string };
type KeptReport = ErrorReport & { readonly at: Date; readonly steps: readonly Step[] };

const KEPT = 20;
const KEPT_STEPS = 30;
const kept: KeptReport[] = [];
const steps: Step[] = [];

/**
 * Remembers a step of the session, to be replayed with every report that follows. Steps stay in the page: a session without
 * an error is recorded nowhere.
 * @param text an address without its query, or a query's name; no data of the account
 */
export function recordStep(text: string): void {
  steps.push({ at: new Date(), text });
  if (steps.length > KEPT_STEPS) steps.shift();
}

/** Keeps a failure for support. The caller leaves out refusals (403) and cancelled requests. */
export function reportError(report: ErrorReport): void {
  kept.push({ ...report, at: new Date(), steps: [...steps] });
  if (kept.length > KEPT) kept.shift();
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/**
 * The last reports of this page as text for support, newest first, and the steps before the newest; without data of the
 * account.
 */
export function describeReports(): string {
  const reports = kept
    .toReversed()
    .map(({ at, source, error, requestId }) =>
      [
        at.toISOString(),
        source,
        messageOf(error),
        ...(requestId === undefined ? [] : [`Request-ID ${requestId}`]),
      ].join(' · '),
    );
  const replay = (kept.at(-1)?.steps ?? []).map(({ at, text }) => `${at.toISOString()} · ${text}`);
  return [...reports, ...(replay.length === 0 ? [] : ['', 'Steps before the newest, in order:', ...replay])].join('\n');
}
