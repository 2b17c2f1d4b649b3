import type { RunRowFragment } from '../../../api/generated/graphql.ts';
import { ReportDate } from '../../../entities/transfer/cells.tsx';
import type { Column } from '../../../ui/data-table/types.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { Copyable } from '../../../ui/text/copyable.tsx';
import { COLUMN_WIDTHS } from '../../../ui/theme/metrics.ts';
import { RunStatusBadge } from './run-status-badge.tsx';

export const RUN_COLUMNS: readonly Column<RunRowFragment>[] = [
  {
    id: 'report_date',
    header: 'Report Date',
    width: COLUMN_WIDTHS.medium,
    grow: 1,
    essential: true,
    part: 'title',
    cell: (run) => <ReportDate value={run.report_datetime} />,
  },
  {
    id: 'run_id',
    header: 'Run ID',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    part: 'detail',
    cell: ({ id }) => (
      <Copyable text={id} what="run ID">
        <Text size="small" mono truncate data-tip={id}>
          {id}
        </Text>
      </Copyable>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: COLUMN_WIDTHS.wide,
    essential: true,
    part: 'status',
    cell: (run) => <RunStatusBadge run={run} />,
  },
];
