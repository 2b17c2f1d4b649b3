import { abbreviateNumber, fullNumber } from '@switchboard/model';
import { Link } from 'react-router';
import type { AdministeredAccountFragment } from '../../api/generated/graphql.ts';
import { CutText } from '../../entities/transfer/cells.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { Copyable } from '../../ui/text/copyable.tsx';
import text from '../../ui/text/text.module.css';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';
import styles from './admin.module.css';

type Account = AdministeredAccountFragment;

const { name, small, medium, wide } = COLUMN_WIDTHS;

/** The first screen of an account's console. */
export function consolePath({ urlName }: Pick<Account, 'urlName'>): string {
  return `/app/${urlName}/dashboard`;
}

export const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  {
    id: 'name',
    header: 'Name',
    essential: true,
    part: 'title',
    width: name,
    grow: 2,
    cell: (account) => (
      <Link
        to={consolePath(account)}
        className={`${text['strong']} ${text['cut']} ${styles['link']}`}
        data-tip={account.name}
        tabIndex={-1}
      >
        {account.name}
      </Link>
    ),
  },
  {
    id: 'url_name',
    header: 'URL Name',
    part: 'detail',
    width: wide,
    grow: 1,
    cell: ({ urlName }) => (
      <Copyable text={urlName} what="url name">
        <span className={`${text['cut']} ${text['mono']}`} data-tip={urlName}>
          {urlName}
        </span>
      </Copyable>
    ),
  },
  { id: 'users', header: 'Users', width: small, cell: ({ users }) => fullNumber(users.length) },
  {
    id: 'contracted_rows',
    header: 'Contracted rows',
    width: medium,
    cell: ({ contractedRowCount: rows }) =>
      rows === null ? (
        <CutText value="" mono={false} />
      ) : (
        <span data-tip={`${fullNumber(rows)} rows per month`}>{abbreviateNumber(rows)}</span>
      ),
  },
  {
    id: 'default_deadline',
    header: 'Default deadline',
    width: wide,
    cell: ({ defaultDeadline }) => <CutText value={defaultDeadline ?? ''} mono={false} />,
  },
  {
    id: 'daily_summary',
    header: 'Daily summary',
    width: wide,
    cell: (account) => <Summary {...account} />,
  },
];

/** When the daily summary is sent, with its recipients in the tooltip. */
function Summary({ dailySummaryTime: time, dailySummaryRecipients: recipients }: Account) {
  if (time === null) return <CutText value="" mono={false} />;
  return (
    <span className={text['cut']} data-tip={recipients.length === 0 ? 'No recipients' : `To ${recipients.join(', ')}`}>
      {time}
    </span>
  );
}
