import type { FlowStatus } from './status.ts';

/** The four steps of a run, in order. */
export const FLOW_PHASES = ['downloading', 'processing', 'uploading', 'succeeded'] as const;
export type FlowPhase = (typeof FLOW_PHASES)[number];

/** The words by which runs are filtered and counted. */
export const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Each status of a flow: how its run is counted, and its phase where the status alone decides it. */
const RUNS: Readonly<Record<FlowStatus, { readonly run: RunStatus; readonly phase: FlowPhase | null }>> = {
  SOURCING: { run: 'running', phase: 'downloading' },
  PENDING: { run: 'queued', phase: 'processing' },
  STARTED: { run: 'running', phase: 'processing' },
  PROCESSING: { run: 'running', phase: 'processing' },
  RETRIED: { run: 'running', phase: 'processing' },
  SINKING: { run: 'running', phase: 'uploading' },
  WARNING: { run: 'running', phase: 'uploading' },
  STOPPED: { run: 'succeeded', phase: 'succeeded' },
  SKIPPED: { run: 'succeeded', phase: 'succeeded' },
  ERROR: { run: 'failed', phase: 'uploading' },
  FATAL: { run: 'failed', phase: null },
  ABANDONED: { run: 'cancelled', phase: null },
};

export type FlowProgress = {
  readonly status: FlowStatus;
  /** Whether its processing has started. */
  readonly started: boolean;
  /** Whether one of its uploads has a result. */
  readonly processed: boolean;
};

/** The phase that a flow is in, or in which it failed or was ended. */
export function flowPhase({ status, started, processed }: FlowProgress): FlowPhase {
  const { phase } = RUNS[status];
  if (phase !== null) return phase;
  if (processed && status === 'ABANDONED') return 'uploading';
  return started ? 'processing' : 'downloading';
}

export function runStatus(status: FlowStatus): RunStatus {
  return RUNS[status].run;
}

/** Whether a flow ended in failure. What people cancelled or abandoned did not fail. */
export function isFailedFlow(status: FlowStatus): boolean {
  return RUNS[status].run === 'failed';
}

/** The flow statuses of a run status; null for any other word. */
export function statusesOfRun(word: string): FlowStatus[] | null {
  const known = statusesWhere(({ run }) => run === word);
  return known.length > 0 ? known : null;
}

/** The statuses of flows that are running in a phase, or have succeeded; null for a word that is not a phase. */
export function statusesInPhase(word: string): FlowStatus[] | null {
  const known = statusesWhere(({ run, phase }) => phase === word && (run === 'running' || run === 'succeeded'));
  return known.length > 0 ? known : null;
}

function statusesWhere(fits: (run: (typeof RUNS)[FlowStatus]) => boolean): FlowStatus[] {
  return (Object.keys(RUNS) as FlowStatus[]).filter((status) => fits(RUNS[status]));
}
