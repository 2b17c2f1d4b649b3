import { Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { UsersDocument } from '../../api/generated/documents/users.ts';
import type { AdministeredUserFragment, UsersQuery } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import { useConnection } from '../../api/lists/use-connection.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { usePerson } from '../../api/session/session.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { Row } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { userColumns, userPath } from './user-columns.tsx';

const AddUserDialog = lazyLayer(
  async () => (await import('../../entities/administration/add-user-dialog.tsx')).AddUserDialog,
);

const PAGE_SIZE = 50;
const NO_VARIABLES = {};
const usersOf = (data: UsersQuery): UsersQuery['users'] => data.users;
const nothing = (): void => undefined;

/** The active users of the installation. */
export function UsersTab() {
  const navigate = useNavigate();
  const { email, permissions } = usePerson();
  const hasGlobalRoles = permissions.has('manage-global-users');
  const columns = useMemo(() => userColumns(email, hasGlobalRoles), [email, hasGlobalRoles]);
  const [layout, setLayout] = useGridLayout('users');
  const [isScrolled, setIsScrolled] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const connection = useConnection({
    title: 'Users',
    document: UsersDocument,
    variables: NO_VARIABLES,
    pageSize: PAGE_SIZE,
    select: usersOf,
    held: isScrolled,
  });
  const open = (user: AdministeredUserFragment): void => {
    if (user.email !== email) void navigate(userPath(user));
  };
  const actions = (user: AdministeredUserFragment): readonly RowAction[] => [
    {
      label: 'View details',
      icon: <IconListDetails size={ICON_SIZE} />,
      disabledReason: user.email === email ? 'Other administrators change your own access.' : undefined,
      run: () => open(user),
    },
  ];
  return (
    <>
      <Row gap={2} justify="end" paddingBlock={3}>
        <ColumnsButton columns={columns} hasActions layout={layout} onLayoutChange={setLayout} />
        {permissions.has('manage-users') && (
          <Button variant="filled" leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setIsAdding(true)}>
            Add user
          </Button>
        )}
      </Row>
      <ConnectionGrid
        label="Users"
        columns={columns}
        actions={actions}
        rowName={(user) => user.name}
        connection={connection}
        layout={layout}
        onLayoutChange={setLayout}
        onScrolledChange={setIsScrolled}
        onOpen={open}
        emptyTitle="There are no active users"
        narrowing="none"
        onClearFilters={nothing}
      />
      {isAdding && (
        <AddUserDialog
          account={null}
          permissions={permissions}
          onClose={() => setIsAdding(false)}
          onSaved={connection.refresh}
        />
      )}
    </>
  );
}
