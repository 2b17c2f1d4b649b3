import { Link } from 'react-router';
import type { AdministeredUserFragment } from '../../api/generated/graphql.ts';
import { emailColumn, nameColumn } from '../../entities/administration/person-columns.tsx';
import { RoleChips } from '../../entities/administration/roles.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

type User = AdministeredUserFragment;

export const userPath = ({ id }: Pick<User, 'id'>): string => `/users/${encodeURIComponent(id)}`;

/**
 * The columns of the users of the installation.
 * @param ownEmail the address of the person, whose own row leads nowhere
 */
export const userColumns = (ownEmail: string, hasGlobalRoles: boolean): readonly Column<User>[] => [
  {
    ...nameColumn(),
    cell: (user) =>
      user.email === ownEmail ? (
        <Text tone="text" weight="medium" truncate data-tip={user.name}>
          {user.name} (you)
        </Text>
      ) : (
        <Text
          as={Link}
          tone="text"
          weight="medium"
          underline="none"
          to={userPath(user)}
          truncate
          data-tip={user.name}
          tabIndex={-1}
        >
          {user.name}
        </Text>
      ),
  },
  emailColumn(),
  ...(hasGlobalRoles
    ? [
        {
          id: 'global_roles',
          header: 'Global Roles',
          width: COLUMN_WIDTHS.wide,
          grow: 1,
          cell: ({ globalRoles }: User) => <RoleChips roles={globalRoles} />,
        },
      ]
    : []),
];
