import type { AuditEntryRowFragment } from '../../api/generated/graphql.ts';
import { changeText } from '../../entities/audit/change-text.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { actorText, kindLabel, targetText } from './audit-log-view.ts';

type Row = AuditEntryRowFragment;

function Cut({ value, tip = value }: { readonly value: string | null; readonly tip?: string | null }) {
  if (value === null || value === '') return <Text tone="faint">—</Text>;
  return (
    <Text truncate data-tip={tip ?? value}>
      {value}
    </Text>
  );
}

export const AUDIT_LOG_COLUMNS: readonly Column<Row>[] = [
  {
    id: 'created',
    header: 'Time',
    essential: true,
    width: COLUMN_WIDTHS.wide,
    cell: ({ created }) => <Timestamp value={created} />,
  },
  {
    id: 'kind',
    header: 'What',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    cell: ({ kind }) => <Cut value={kindLabel(kind)} />,
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
    id: 'target',
    header: 'Concerns',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: (row) => <Cut value={targetText(row)} tip={row.subject_email} />,
  },
  {
    id: 'change',
    header: 'Change',
    width: COLUMN_WIDTHS.wide,
    grow: 3,
    cell: (row) => <Cut value={changeText(row.before, row.after)} />,
  },
  {
    id: 'address',
    header: 'Address',
    width: COLUMN_WIDTHS.medium,
    cell: ({ address }) => <Cut value={address} />,
  },
  {
    id: 'user_agent',
    header: 'User agent',
    hidden: true,
    width: COLUMN_WIDTHS.wide,
    cell: (row) => <Cut value={row.user_agent} />,
  },
  {
    id: 'request_id',
    header: 'Request-ID',
    hidden: true,
    width: COLUMN_WIDTHS.wide,
    cell: (row) => <Cut value={row.request_id} />,
  },
];
