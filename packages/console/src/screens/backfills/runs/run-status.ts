import { FLOW_PHASES, type FlowPhase, type RunStatus, runStatus } from '@switchboard/model/status/flow-phase';
import { FLOW_STATUSES, type FlowStatus, type StatusTone } from '@switchboard/model/status/status';
import type { FlowWaitingFragment } from '../../../api/generated/graphql.ts';
import { flowWaitView } from '../../../entities/flow/flow-wait-view.ts';

export type RunState = {
  readonly status: string;
  readonly phase: string;
  readonly failed: boolean;
  /** Rows of earlier results that stay although its results have no rows. */
  readonly kept_rows: number;
  /** Why it is not running; null when it has ended. */
  readonly waiting: FlowWaitingFragment | null;
};

export type RunView = {
  readonly label: string;
  readonly tone: StatusTone;
  /** Detail beside it: how much goes before it, or for what it waits. */
  readonly text: string | null;
};

const TONES: Readonly<Record<RunStatus, StatusTone>> = {
  queued: 'inactive',
  running: 'working',
  succeeded: 'completed',
  failed: 'error',
  cancelled: 'inactive',
};

const PHASE_LABELS: Readonly<Record<FlowPhase, string>> = {
  downloading: 'Downloading',
  processing: 'Processing',
  uploading: 'Uploading',
  succeeded: 'Succeeded',
};

const RUN_LABELS: Readonly<Record<RunStatus, string>> = {
  queued: 'Queued',
  running: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const isFlowStatus = (status: string): status is FlowStatus => FLOW_STATUSES.some((known) => known === status);
const phaseOf = (phase: string): FlowPhase => FLOW_PHASES.find((known) => known === phase) ?? 'downloading';

/** The word by which a run is counted. */
export function runStatusOf({ status, failed }: RunState): RunStatus {
  if (isFlowStatus(status)) return runStatus(status);
  return failed ? 'failed' : 'running';
}

/**
 * A run in the grid: why it is not running, its phase while it is, else how it ended.
 * @param now milliseconds since the epoch
 */
export function runView(run: RunState, now: number): RunView {
  const wait = flowWaitView(run, now);
  if (wait !== null) return { label: wait.label, tone: wait.tone, text: wait.text };
  const word = runStatusOf(run);
  if (word === 'succeeded' && run.kept_rows > 0) return { label: 'Earlier rows stay', tone: 'warning', text: null };
  const label = word === 'running' ? PHASE_LABELS[phaseOf(run.phase)] : RUN_LABELS[word];
  return { label, tone: TONES[word], text: null };
}

export type PhaseStep = {
  readonly phase: FlowPhase;
  readonly label: string;
  readonly state: string;
  readonly tone: StatusTone;
};

/**
 * The four phases of a run. Earlier ones are finished; the current one is in progress, or where the run failed or was
 * cancelled. A finished download with dirty rows is a warning.
 * @param now milliseconds since the epoch
 */
export function phaseSteps(run: RunState, hasDirtyRows: boolean, now: number): readonly PhaseStep[] {
  const current = FLOW_PHASES.indexOf(phaseOf(run.phase));
  const word = runStatusOf(run);
  return FLOW_PHASES.map((phase, index) => {
    const label = PHASE_LABELS[phase];
    if (index > current) return { phase, label, state: '', tone: 'skipped' };
    if (index < current || word === 'succeeded') {
      const isDirty = phase === 'downloading' && hasDirtyRows;
      return {
        phase,
        label,
        state: isDirty ? 'Finished with dirty rows' : 'Finished',
        tone: isDirty ? 'warning' : 'completed',
      };
    }
    if (word === 'failed') return { phase, label, state: 'Failed', tone: 'error' };
    if (word === 'cancelled') return { phase, label, state: 'Cancelled', tone: 'inactive' };
    const wait = flowWaitView(run, now);
    if (wait !== null) return { phase, label, state: wait.label, tone: wait.tone };
    return { phase, label, state: 'In Progress', tone: 'working' };
  });
}
