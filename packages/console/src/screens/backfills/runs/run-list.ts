import { RunsDocument } from '../../../api/generated/documents/runs.ts';
import { describeList } from '../../../api/lists/list-description.ts';
import { TWO_LINE_ROW_HEIGHT } from '../../../ui/theme/metrics.ts';
import { backfillChanges } from '../backfill-list.ts';
import { runStatusOf } from './run-status.ts';

export const RUN_LIST = describeList('Runs', RunsDocument, {
  noun: 'run',
  select: (data) => data.flows,
  // Its downloads and uploads change with a run.
  changedIds: backfillChanges,
  isRunning: (rows) => rows.some((run) => ['queued', 'running'].includes(runStatusOf(run))),
  rowName: ({ report_datetime: date, id }) => (date === null ? `run ${id}` : `run of ${date.iso.slice(0, 10)}`),
  rowHeight: TWO_LINE_ROW_HEIGHT,
});
