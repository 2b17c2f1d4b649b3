import type { AuditEntryRowFragment } from '../../api/generated/graphql.ts';
import { auditColumns, Cut } from '../../entities/audit/audit-columns.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { actorText, kindLabel, targetText } from './audit-log-view.ts';

export const AUDIT_LOG_COLUMNS = auditColumns<AuditEntryRowFragment>({
  timeWidth: COLUMN_WIDTHS.wide,
  labelOf: kindLabel,
  actorOf: actorText,
  subjects: [
    {
      id: 'target',
      header: 'Concerns',
      essential: true,
      width: COLUMN_WIDTHS.wide,
      grow: 1,
      cell: (row) => <Cut value={targetText(row)} tip={row.subject_email} />,
    },
  ],
  origin: [
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
  ],
});
