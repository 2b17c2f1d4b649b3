import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { UserFactsFragment } from '../../api/generated/graphql.ts';
import { usePerson } from '../../api/session/session.ts';
import styles from '../../entities/administration/administration.module.css';
import { RemoveFromAccount } from '../../entities/administration/remove-from-account.tsx';
import { RoleChips } from '../../entities/administration/roles.tsx';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Row, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS, ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';

const RolesDialog = lazyLayer(async () => (await import('../../entities/administration/roles-dialog.tsx')).RolesDialog);
const AddToAccountsDialog = lazyLayer(async () => (await import('./add-to-accounts-dialog.tsx')).AddToAccountsDialog);

type Account = UserFactsFragment['accounts'][number];
type Open = { readonly dialog: 'add' } | { readonly dialog: 'roles' | 'remove'; readonly account: Account };

const COLUMNS: readonly Column<Account>[] = [
  {
    id: 'url_name',
    header: 'URL Name',
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: ({ urlName }) => (
      <Text as={Link} size="small" mono underline="none" to={`/${urlName}/users`} truncate>
        {urlName}
      </Text>
    ),
  },
  { id: 'name', header: 'Name', width: COLUMN_WIDTHS.wide, grow: 1, cell: ({ name }) => name },
  {
    id: 'roles',
    header: 'Roles',
    part: 'status',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ roles }) => <RoleChips roles={roles} />,
  },
];

type Props = { readonly user: UserFactsFragment; readonly isOwn: boolean };

/** The accounts that a user belongs to. */
export function UserAccounts({ user, isOwn }: Props) {
  const { permissions } = usePerson();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const columns: readonly Column<Account>[] = isOwn
    ? COLUMNS
    : [
        ...COLUMNS,
        {
          id: 'actions',
          header: 'Actions',
          width: 2 * COLUMN_WIDTHS.medium,
          cell: (account) => (
            <>
              <Button
                variant="subtle"
                leftSection={<IconPencil size={SMALL_ICON_SIZE} />}
                aria-label={`Edit roles in ${account.name}`}
                onClick={() => setOpen({ dialog: 'roles', account })}
              >
                Edit roles
              </Button>
              <Button
                variant="subtle"
                leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
                aria-label={`Remove from ${account.name}`}
                onClick={() => setOpen({ dialog: 'remove', account })}
              >
                Remove
              </Button>
            </>
          ),
        },
      ];
  return (
    <>
      {!isOwn && permissions.has('manage-accounts') && (
        <Row gap={2} align="center" wrap paddingBlock={3} className={styles['bar']}>
          <Row as="span" gap={2} atEnd>
            <Button leftSection={<IconPlus size={ICON_SIZE} />} onClick={() => setOpen({ dialog: 'add' })}>
              Add account
            </Button>
          </Row>
        </Row>
      )}
      <NestedTable
        label="Accounts"
        columns={columns}
        rows={user.accounts}
        loading={false}
        note="The user belongs to no account."
      />
      {open?.dialog === 'add' && <AddToAccountsDialog user={user} permissions={permissions} onClose={close} />}
      {open?.dialog === 'roles' && (
        <RolesDialog
          user={user}
          account={open.account}
          roles={open.account.roles}
          permissions={permissions}
          onClose={close}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveFromAccount user={user} account={open.account} isLast={user.accounts.length === 1} onClose={close} />
      )}
    </>
  );
}
