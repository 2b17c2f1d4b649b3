import { fullNumber } from '@switchboard/model/format';
import type { HealthLevel } from '@switchboard/model/status/health';
import { Link } from 'react-router';
import { levelView } from '../../entities/health/health-views.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import text from '../../ui/text/text.module.css';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import { type AccountRow, accountHomePath } from './account-rows.ts';
import styles from './home.module.css';

const { medium, small, wide } = COLUMN_WIDTHS;

/** The words for one and for several. */
type Unit = { readonly one: string; readonly many: string };

/** The columns of Home over all accounts. @param status the least serious level that is shown */
export function accountHealthColumns(status: HealthLevel): readonly Column<AccountRow>[] {
  const count = (
    id: 'errors' | 'issues' | 'notices' | 'suspended' | 'late',
    header: string,
    unit: Unit,
    isEssential = false,
  ): Column<AccountRow> => ({
    id,
    header,
    width: small,
    essential: isEssential,
    part: 'detail',
    cell: (row) => <Count value={row[id]} unit={unit} isKnown={row.determined !== null} />,
  });
  return [
    {
      id: 'account',
      header: 'Account',
      width: wide,
      grow: 2,
      essential: true,
      part: 'title',
      cell: (row) => (
        <Text
          as={Link}
          tone="text"
          weight="medium"
          underline="none"
          to={accountHomePath(row, status)}
          truncate
          data-tip={`${row.name} (${row.urlName})`}
          tabIndex={-1}
        >
          {row.name}
        </Text>
      ),
    },
    {
      id: 'level',
      header: 'Status',
      width: medium,
      essential: true,
      part: 'status',
      cell: (row) => <Level row={row} />,
    },
    count('errors', 'Errors', { one: 'error', many: 'errors' }, true),
    count('issues', 'Issues', { one: 'issue', many: 'issues' }, true),
    count('notices', 'Notices', { one: 'notice', many: 'notices' }),
    count('suspended', 'Suspended', { one: 'suspended', many: 'suspended' }),
    count('late', 'Late uploads', { one: 'late', many: 'late' }, true),
    {
      id: 'newestError',
      header: 'Newest error',
      width: wide,
      grow: 4,
      essential: true,
      cell: ({ newestError }) =>
        newestError === null ? (
          <Text tone="faint">—</Text>
        ) : (
          <Text truncate data-tip={newestError}>
            {newestError}
          </Text>
        ),
    },
    {
      id: 'newestErrorAt',
      header: 'Error at',
      width: medium,
      hidden: true,
      part: 'detail',
      cell: ({ newestErrorAt }) => <Timestamp value={newestErrorAt} />,
    },
    {
      id: 'determined',
      header: 'As of',
      width: medium,
      part: 'detail',
      cell: ({ determined }) => <Timestamp value={determined} />,
    },
  ];
}

type CountProps = { readonly value: number; readonly unit: Unit; readonly isKnown: boolean };

/** A number. On a card, where it has no header, its unit follows. */
function Count({ value, unit, isKnown }: CountProps) {
  if (!isKnown) return <Text tone="faint">—</Text>;
  return (
    <span className={value === 0 ? text['faint'] : styles['number']}>
      {fullNumber(value)}
      <span className={styles['unit']}> {value === 1 ? unit.one : unit.many}</span>
    </span>
  );
}

function Level({ row: { level, determined } }: { readonly row: AccountRow }) {
  if (level === 'Unknown')
    return (
      <StatusBadge
        tone="warning"
        icon="warning"
        label="Not known"
        tip={
          determined === null
            ? 'The health of this account has not been determined yet. Open it to see its own Home.'
            : 'The health of this account could not be determined lately: its numbers are out of date. Open it to see its own Home.'
        }
      />
    );
  if (level === 'Unpublished')
    return <StatusBadge tone="inactive" label="Unpublished" tip="No scriptbook has been published." />;
  return <StatusBadge {...levelView(level)} />;
}
