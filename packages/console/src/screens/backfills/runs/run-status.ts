import { FLOW_PHASES, type FlowPhase, type RunStatus, runStatus } from '@switchboard/model/status/flow-phase';
import { FLOW_STATUSES, type FlowStatus, type StatusTone } from '@switchboard/model/status/status';

export type RunState = {
  readonly status: string;
  readonly phase: string;
  readonly failed: boolean;
  /** Rows of earlier results that stay although its results have no rows. */
  readonly kept_rows: number;
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

/** A run in the grid: its phase while it is in progress, else how it ended. */
export function runView(run: RunState): { readonly label: string; readonly tone: StatusTone } {
  const word = runStatusOf(run);
  if (word === 'succeeded' && run.kept_rows > 0) return { label: 'Earlier rows stay', tone: 'warning' };
  return { label: word === 'running' ? PHASE_LABELS[phaseOf(run.phase)] : RUN_LABELS[word], tone: TONES[word] };
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
 */
export function phaseSteps(run: RunState, hasDirtyRows: boolean): readonly PhaseStep[] {
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
    return { phase, label, state: 'In Progress', tone: 'working' };
  });
}
