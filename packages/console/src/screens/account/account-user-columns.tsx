import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { emailColumn, nameColumn } from '../../entities/administration/person-columns.tsx';
import { RoleChips } from '../../entities/administration/roles.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

export type AccountUser = AccountFactsFragment['users'][number];

export const ACCOUNT_USER_COLUMNS: readonly Column<AccountUser>[] = [
  nameColumn(),
  emailColumn(),
  {
    id: 'roles',
    header: 'Roles',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ roles }) => <RoleChips roles={roles} />,
  },
];
