import type { LedgerStep } from './queries.ts';

/** A unit of a critical path: how long it waited, and how long it ran. Instants are epoch milliseconds. */
export type PathStep = LedgerStep & {
  /** Since what it waits for was there; null when that is not there yet. */
  readonly waitedFrom: number | null;
  /** Milliseconds until it began, so far. */
  readonly waited: number;
  /** Milliseconds of its work, so far. */
  readonly ran: number;
};

/**
 * The units that decided when an upload was there, in their order: of the downloads that it needs the last one, its flow, and itself. Each
 * waits from when the one before it was there.
 * @param now epoch milliseconds
 */
export function criticalPath(
  {
    upload,
    flow,
    downloads,
  }: { readonly upload: LedgerStep; readonly flow: LedgerStep; readonly downloads: readonly LedgerStep[] },
  now: number,
): readonly PathStep[] {
  // One that is not there yet is later than all others.
  const endOf = ({ finished }: LedgerStep): number => finished ?? Infinity;
  const last = downloads.toSorted((one, other) => endOf(one) - endOf(other) || one.queued - other.queued).at(-1);
  const steps: PathStep[] = [];
  let former: LedgerStep | null = null;
  for (const step of [...(last === undefined ? [] : [last]), flow, upload]) {
    steps.push(timed(step, former, now));
    former = step;
  }
  return steps;
}

function timed(step: LedgerStep, former: LedgerStep | null, now: number): PathStep {
  const from = former === null ? step.queued : former.finished;
  if (from === null) return { ...step, waitedFrom: null, waited: 0, ran: 0 };
  const waitedFrom = former === null || from > step.queued ? from : step.queued;
  const end = step.finished ?? now;
  const started = step.started ?? end;
  return {
    ...step,
    waitedFrom,
    waited: Math.max(0, started - waitedFrom),
    ran: step.started === null ? 0 : Math.max(0, end - step.started),
  };
}
