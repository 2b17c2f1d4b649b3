import { flowStatusView } from '@switchboard/model/presentation/flow-status-view';
import type { FlowQuery } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

export type Processing = NonNullable<FlowQuery['flow']>['processing'][number];

const COLUMNS: readonly Column<Processing>[] = [
  {
    id: 'started',
    header: 'Started',
    width: COLUMN_WIDTHS.wide,
    cell: (run) => <Timestamp value={run.started} />,
  },
  {
    id: 'finished',
    header: 'Finished',
    width: COLUMN_WIDTHS.wide,
    cell: (run) => <Timestamp value={run.finished} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: COLUMN_WIDTHS.status,
    grow: 2,
    cell: (run) => {
      const { label, tone } = flowStatusView(run.status);
      return <StatusBadge tone={tone} label={label} tip={label} />;
    },
  },
];

type Props = { readonly runs: readonly Processing[]; readonly loading: boolean };

/** The processing of a flow: when it started and finished, and its status. */
export function ProcessingTable({ runs, loading }: Props) {
  return <NestedTable label="Processing" columns={COLUMNS} rows={runs} loading={loading} note="No Processing Data" />;
}
