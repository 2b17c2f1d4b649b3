import { Link } from 'react-router';
import type { BackfillRowFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { useBackfillPaths } from './backfill-paths.ts';
import { BackfillStatusCell } from './backfill-status-cell.tsx';
import { formatReportDates } from './report-date-range.ts';

function Title({ backfill }: { readonly backfill: BackfillRowFragment }) {
  const { details } = useBackfillPaths();
  return (
    <Text
      as={Link}
      tone="text"
      weight="medium"
      to={details(backfill)}
      truncate
      data-tip={backfill.title}
      tabIndex={-1}
      style={PLAIN}
    >
      {backfill.title}
    </Text>
  );
}

const PLAIN = { textDecoration: 'none' } as const;

export const BACKFILL_COLUMNS: readonly Column<BackfillRowFragment>[] = [
  {
    id: 'report_date_range',
    header: 'Report Date Range',
    width: COLUMN_WIDTHS.wide + COLUMN_WIDTHS.menu,
    part: 'detail',
    cell: (backfill) => <Text truncate>{formatReportDates(backfill)}</Text>,
  },
  {
    id: 'title',
    header: 'Title',
    width: COLUMN_WIDTHS.wide,
    grow: 3,
    essential: true,
    part: 'title',
    cell: (backfill) => <Title backfill={backfill} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: COLUMN_WIDTHS.medium,
    part: 'detail',
    cell: ({ created_on: created }) => <Timestamp value={created} />,
  },
  {
    id: 'created_by',
    header: 'Created By',
    width: COLUMN_WIDTHS.medium,
    grow: 1,
    part: 'detail',
    cell: ({ created_by: person }) =>
      person === null ? (
        <Text tone="faint">—</Text>
      ) : (
        <Text truncate data-tip={person.name}>
          {person.name}
        </Text>
      ),
  },
  {
    id: 'status',
    header: 'Status',
    width: COLUMN_WIDTHS.wide + COLUMN_WIDTHS.menu,
    essential: true,
    part: 'status',
    cell: (backfill) => <BackfillStatusCell backfill={backfill} />,
  },
];
