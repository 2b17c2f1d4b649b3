import type { Failure } from '../../../api/failure.ts';
import type { BulkPreviewFragment, BulkProgressFragment } from '../../../api/generated/graphql.ts';

/** A change of many rows, from the count to the last outcome. */
export type BulkState =
  | { readonly phase: 'counting' }
  | { readonly phase: 'count-failed'; readonly failure: Failure }
  | { readonly phase: 'counted'; readonly preview: BulkPreviewFragment }
  | {
      readonly phase: 'running' | 'stopping';
      readonly preview: BulkPreviewFragment;
      readonly progress: BulkProgressFragment;
    }
  /** Some rows are not changed yet: the person stopped, or a call failed. */
  | {
      readonly phase: 'interrupted';
      readonly preview: BulkPreviewFragment;
      readonly progress: BulkProgressFragment;
      readonly failure: Failure | null;
    }
  /** The server does not run what was counted: it is too old, or another window has run it. */
  | { readonly phase: 'refused'; readonly problem: string }
  | { readonly phase: 'ended'; readonly progress: BulkProgressFragment };

export type BulkStep =
  | { readonly type: 'count' }
  | { readonly type: 'counted'; readonly preview: BulkPreviewFragment }
  | { readonly type: 'run' }
  | { readonly type: 'stop' }
  | { readonly type: 'progressed'; readonly progress: BulkProgressFragment }
  | { readonly type: 'refused'; readonly problem: string }
  | { readonly type: 'failed'; readonly failure: Failure };

/** The next state of a change. Steps that do not fit the state change nothing. */
export function bulkReducer(state: BulkState, step: BulkStep): BulkState {
  if (step.type === 'count') return { phase: 'counting' };
  switch (state.phase) {
    case 'counting':
      if (step.type === 'counted') return { phase: 'counted', preview: step.preview };
      return step.type === 'failed' ? { phase: 'count-failed', failure: step.failure } : state;
    case 'counted':
      return step.type === 'run' ? { phase: 'running', preview: state.preview, progress: state.preview } : state;
    case 'interrupted':
      return step.type === 'run' ? { phase: 'running', preview: state.preview, progress: state.progress } : state;
    case 'running':
    case 'stopping':
      return afterCall(state, step);
    default:
      return state;
  }
}

type Running = Extract<BulkState, { readonly phase: 'running' | 'stopping' }>;

function afterCall(state: Running, step: BulkStep): BulkState {
  const { preview } = state;
  switch (step.type) {
    case 'stop':
      return { ...state, phase: 'stopping' };
    case 'refused':
      return { phase: 'refused', problem: step.problem };
    case 'failed':
      return { phase: 'interrupted', preview, progress: state.progress, failure: step.failure };
    case 'progressed': {
      const { progress } = step;
      if (progress.open === 0) return { phase: 'ended', progress };
      if (state.phase === 'stopping') return { phase: 'interrupted', preview, progress, failure: null };
      return { ...state, progress };
    }
    default:
      return state;
  }
}

/** The number of rows that have been changed. */
export function changedCount({ outcomes }: BulkProgressFragment): number {
  return outcomes.find(({ outcome }) => outcome === 'ok')?.count ?? 0;
}

/** Outcomes after which the same action can succeed when it is tried again. */
const REPEATABLE = new Set(['error', 'undecided', 'inputs']);

/** The ids of the rows that were not changed and that can be tried again. */
export function repeatableIds({ refusals }: BulkProgressFragment): readonly string[] {
  return refusals.flatMap(({ outcome, download, upload }) => {
    const id = download?.id ?? upload?.id;
    return REPEATABLE.has(outcome) && id !== undefined ? [id] : [];
  });
}
