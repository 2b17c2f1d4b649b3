import type { ErrorReport, KeptReport, Step } from './kept-report.ts';
import { RELEASE } from './release.ts';

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

/** Loads the code that sends reports: soon after the start, since a deploy may remove it. */
export const loadSender = () => import('./send-report.ts');

/** Keeps a failure for support, and sends it to the server. The caller leaves out refusals (403) and cancelled requests. */
export function reportError(report: ErrorReport): void {
  const entry: KeptReport = { ...report, at: new Date(), steps: [...steps] };
  kept.push(entry);
  if (kept.length > KEPT) kept.shift();
  // The development server has no release, and shows errors where they are made.
  if (RELEASE !== '')
    loadSender().then(
      ({ sendReport }) => sendReport(entry),
      () => undefined,
    );
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
