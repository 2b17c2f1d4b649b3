import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { RoleChips } from '../../entities/administration/roles.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

export type AccountUser = AccountFactsFragment['users'][number];

export const ACCOUNT_USER_COLUMNS: readonly Column<AccountUser>[] = [
  {
    id: 'name',
    header: 'Name',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: ({ name }) => (
      <Text tone="text" weight="medium" truncate data-tip={name}>
        {name}
      </Text>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    essential: true,
    part: 'detail',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ email }) => (
      <Text truncate data-tip={email}>
        {email}
      </Text>
    ),
  },
  {
    id: 'roles',
    header: 'Roles',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ roles }) => <RoleChips roles={roles} />,
  },
];
