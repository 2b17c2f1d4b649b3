import type { AdminActRowFragment } from '../../api/generated/graphql.ts';
import { auditColumns, Cut } from '../../entities/audit/audit-columns.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { actLabel, actorText } from './audit-view.ts';

export const AUDIT_COLUMNS = auditColumns<AdminActRowFragment>({
  timeWidth: COLUMN_WIDTHS.medium,
  labelOf: actLabel,
  actorOf: actorText,
  subjects: [
    {
      id: 'subject',
      header: 'User',
      essential: true,
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
  ],
});
