import type { AdminActRowFragment } from '../../api/generated/graphql.ts';
import { changeText } from '../../entities/audit/change-text.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { actLabel, actorText } from './audit-view.ts';

type Row = AdminActRowFragment;

function Cut({ value, tip = value }: { readonly value: string | null; readonly tip?: string | null }) {
  if (value === null || value === '') return <Text tone="faint">—</Text>;
  return (
    <Text truncate data-tip={tip ?? value}>
      {value}
    </Text>
  );
}

export const AUDIT_COLUMNS: readonly Column<Row>[] = [
  {
    id: 'created',
    header: 'Time',
    essential: true,
    width: COLUMN_WIDTHS.medium,
    cell: ({ created }) => <Timestamp value={created} />,
  },
  {
    id: 'kind',
    header: 'What',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    cell: ({ kind }) => <Cut value={actLabel(kind)} />,
  },
  {
    id: 'person',
    header: 'By',
    part: 'detail',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: (row) => <Cut value={actorText(row)} tip={row.person_email} />,
  },
  {
    id: 'subject',
    header: 'User',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: (row) => <Cut value={row.subject_name} tip={row.subject_email} />,
  },
  {
    id: 'account',
    header: 'Account',
    width: COLUMN_WIDTHS.wide,
    cell: (row) => <Cut value={row.account_name} tip={row.url_name} />,
  },
  {
    id: 'change',
    header: 'Change',
    width: COLUMN_WIDTHS.wide,
    grow: 3,
    cell: (row) => <Cut value={changeText(row.before, row.after)} />,
  },
  {
    id: 'request_id',
    header: 'Request-ID',
    hidden: true,
    width: COLUMN_WIDTHS.wide,
    cell: (row) => <Cut value={row.request_id} />,
  },
];
