import { Link } from 'react-router';
import type { AdministeredAccountFragment } from '../../api/generated/graphql.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

type Account = AdministeredAccountFragment;

/** The first screen of an account's console. */
export const consolePath = ({ urlName }: Pick<Account, 'urlName'>): string => `/app/${urlName}/dashboard`;

/** The screen with the users and settings of an account. */
export const accountPath = ({ urlName }: Pick<Account, 'urlName'>): string => `/${urlName}/users`;

export const ACCOUNT_COLUMNS: readonly Column<Account>[] = [
  {
    id: 'name',
    header: 'Name',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ name }) => (
      <Text tone="text" weight="medium" truncate data-tip={name}>
        {name}
      </Text>
    ),
  },
  {
    id: 'url_name',
    header: 'URL Name',
    essential: true,
    part: 'detail',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: (account) => (
      <Text
        as={Link}
        size="small"
        mono
        underline="none"
        to={consolePath(account)}
        truncate
        data-tip={`Open the console of ${account.name}`}
        tabIndex={-1}
      >
        {account.urlName}
      </Text>
    ),
  },
];
