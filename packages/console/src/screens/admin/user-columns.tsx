import { Link } from 'react-router';
import type { AdministeredUserFragment } from '../../api/generated/graphql.ts';
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
    id: 'name',
    header: 'Name',
    essential: true,
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
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
