import { Button } from '@mantine/core';
import { LIMITS } from '@switchboard/model/limits';
import { ROLES } from '@switchboard/model/permissions';
import { IconListDetails, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { ConnectionGrid } from '../../api/lists/connection-grid.tsx';
import type { Connection } from '../../api/lists/use-connection.ts';
import { useGridLayout } from '../../api/preferences/preferences.ts';
import { usePerson } from '../../api/session/session.ts';
import styles from '../../entities/administration/administration.module.css';
import { RemoveFromAccount } from '../../entities/administration/remove-from-account.tsx';
import { roleLabel } from '../../entities/administration/roles.tsx';
import { useUrlState } from '../../lib/address/use-url-state.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import { ColumnsButton } from '../../ui/data-table/columns-button.tsx';
import type { RowAction } from '../../ui/data-table/types.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { ToggleChips } from '../../ui/filters/toggle-chips.tsx';
import { Row } from '../../ui/layout/layout.tsx';
import { ICON_SIZE } from '../../ui/theme/metrics.ts';
import { ACCOUNT_USER_COLUMNS, type AccountUser } from './account-user-columns.tsx';
import { ACCOUNT_PARAMETERS } from './account-view.ts';
import { PendingInvitations } from './pending-invitations.tsx';

const AddUserDialog = lazyLayer(
  async () => (await import('../../entities/administration/add-user-dialog.tsx')).AddUserDialog,
);
const RolesDialog = lazyLayer(async () => (await import('../../entities/administration/roles-dialog.tsx')).RolesDialog);

const nothing = (): void => undefined;

/** All users of the account came with it. */
const loaded = (rows: readonly AccountUser[]): Connection<AccountUser> => ({
  rows,
  phase: 'ready',
  stale: false,
  failure: null,
  hasMore: false,
  loadingMore: false,
  moreFailed: false,
  waiting: 0,
  updated: null,
  fetchMore: nothing,
  refresh: nothing,
  update: nothing,
  release: nothing,
  remove: nothing,
});

type Open = { readonly dialog: 'add' } | { readonly dialog: 'roles' | 'remove'; readonly user: AccountUser };

/** The users of an account, by role and by a part of their name or email. */
export function AccountUsers({ account }: { readonly account: AccountFactsFragment }) {
  const navigate = useNavigate();
  const { email: ownEmail, permissions } = usePerson();
  const [{ roles, nameOrEmail }, change] = useUrlState<typeof ACCOUNT_PARAMETERS>(ACCOUNT_PARAMETERS);
  const [layout, setLayout] = useGridLayout('accountUsers');
  const [open, setOpen] = useState<Open | null>(null);
  const rows = useMemo(() => {
    const word = nameOrEmail.toLowerCase();
    return account.users.filter(
      (user) =>
        (roles.length === 0 || roles.some((role) => user.roles.includes(role))) &&
        (user.name.toLowerCase().includes(word) || user.email.toLowerCase().includes(word)),
    );
  }, [account.users, roles, nameOrEmail]);
  const roleOptions = useMemo(() => {
    const held = account.users.flatMap((user) => user.roles);
    return [...new Set<string>([...ROLES, ...held.toSorted()])].map((value) => ({ value, label: roleLabel(value) }));
  }, [account.users]);
  const isNarrowed = roles.length > 0 || nameOrEmail !== '';
  const clear = (): void => change({ roles: [], nameOrEmail: '' });
  const close = (): void => setOpen(null);
  const actions = (user: AccountUser): readonly RowAction[] => {
    const disabledReason = user.email === ownEmail ? 'Other administrators change your own access.' : undefined;
    return [
      {
        label: 'Edit roles',
        icon: <IconPencil size={ICON_SIZE} />,
        disabledReason,
        run: () => setOpen({ dialog: 'roles', user }),
      },
      ...(permissions.has('list-accounts-v2')
        ? [
            {
              label: 'View user',
              icon: <IconListDetails size={ICON_SIZE} />,
              disabledReason,
              run: () => void navigate(`/users/${encodeURIComponent(user.id)}`),
            },
          ]
        : []),
      {
        label: 'Remove from account',
        icon: <IconTrash size={ICON_SIZE} />,
        danger: true,
        disabledReason,
        run: () => setOpen({ dialog: 'remove', user }),
      },
    ];
  };
  return (
    <>
      <Row as="search" gap={2} align="center" wrap paddingBlock={3} className={styles['bar']} aria-label="User filters">
        <SearchField
          primary
          value={nameOrEmail}
          placeholder="Search by name or email."
          debounce={LIMITS.searchDebounce}
          onChange={(word) => change({ nameOrEmail: word })}
        />
        <ToggleChips
          label="Roles"
          options={roleOptions}
          selected={roles}
          onToggle={(value, isSelected) =>
            change({
              roles: roleOptions
                .map((option) => option.value)
                .filter((role) => (role === value ? isSelected : roles.includes(role))),
            })
          }
        />
        {isNarrowed && (
          <Button variant="subtle" color="gray" onClick={clear}>
            Clear all filters
          </Button>
        )}
        <Row as="span" gap={2} atEnd>
          <ColumnsButton columns={ACCOUNT_USER_COLUMNS} hasActions layout={layout} onLayoutChange={setLayout} />
          <Button
            variant="filled"
            leftSection={<IconPlus size={ICON_SIZE} />}
            onClick={() => setOpen({ dialog: 'add' })}
          >
            Add user
          </Button>
        </Row>
      </Row>
      <PendingInvitations account={account} />
      <ConnectionGrid
        label="Users"
        columns={ACCOUNT_USER_COLUMNS}
        actions={actions}
        rowName={(user) => user.name}
        connection={loaded(rows)}
        layout={layout}
        onLayoutChange={setLayout}
        onScrolledChange={nothing}
        emptyTitle="No users"
        emptyText="Add a user who signs in to this account."
        narrowing={nameOrEmail !== '' ? 'search' : roles.length > 0 ? 'filter' : 'none'}
        onClearFilters={clear}
      />
      {open?.dialog === 'add' && (
        <AddUserDialog account={account} permissions={permissions} onClose={close} onSaved={nothing} />
      )}
      {open?.dialog === 'roles' && (
        <RolesDialog
          user={open.user}
          account={account}
          roles={open.user.roles}
          permissions={permissions}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveFromAccount user={open.user} account={account} isLast={open.user.isLastAccount} onClose={close} />
      )}
    </>
  );
}
