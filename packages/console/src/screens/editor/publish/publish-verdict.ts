import { differenceSummary } from '../../../entities/test-run/difference-summary.ts';
import type { ChangedUpload, FailedRows, PublishImpactState, RowsState } from './use-impact.ts';

/**
 * The verdict about publishing. fails: an upload fails on its next report. computing: nothing fails so far. unknown: the changes could
 * not be computed.
 */
export type PublishVerdict =
  | { readonly kind: 'computing' | 'unknown' | 'safe' | 'changes' }
  | { readonly kind: 'fails'; readonly failures: readonly FailedUpload[] };

/** An upload that fails, by the declaration that is the cause. */
export type FailedUpload = Pick<FailedRows, 'message' | 'path' | 'line'> & {
  readonly upload: string;
  readonly declaration: string;
};

/** Reasons for which the next report fails, too: the script does not fit its files, or a query cannot run. */
const FAILING: ReadonlySet<string> = new Set(['query', 'files', 'invalid']);

/** Judges what is known of the changes. */
export function publishVerdict({ impact, rows }: Pick<PublishImpactState, 'impact' | 'rows'>): PublishVerdict {
  if (impact.phase !== 'ready') return { kind: impact.phase === 'failed' ? 'unknown' : 'computing' };
  const failures = [...rows].flatMap(([upload, state]): FailedUpload[] =>
    state.phase === 'failed' && FAILING.has(state.reason ?? '')
      ? [
          {
            upload,
            declaration: state.declaration ?? upload,
            message: state.message,
            path: state.path,
            line: state.line,
          },
        ]
      : [],
  );
  if (failures.length > 0) return { kind: 'fails', failures };
  if ([...rows.values()].some(({ phase }) => phase === 'waiting' || phase === 'loading')) return { kind: 'computing' };
  const { uploads, schedules } = impact.data;
  const isSame = uploads.every(
    (upload) => upload.change === 'changed' && hasSameColumns(upload) && hasSameRows(rows.get(upload.name) ?? null),
  );
  return { kind: isSame && schedules.length === 0 ? 'safe' : 'changes' };
}

/** Whether the rows stay as they are, or were compared and are equal. */
function hasSameRows(state: RowsState | null): boolean {
  if (state === null) return true;
  return state.phase === 'ready' && differenceSummary(state.data.difference) === 'Same as production';
}

function hasSameColumns(upload: ChangedUpload): boolean {
  return upload.columns_added.length + upload.columns_removed.length + upload.columns_retyped.length === 0;
}
