import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import { describeFailure, GENERIC_FAILURE } from '../../api/failure.ts';
import { AccountRolesDocument, RemoveRoleDocument } from '../../api/generated/documents/account-roles.ts';
import type { RoleFactsFragment } from '../../api/generated/graphql.ts';
import { usePerson } from '../../api/session/session.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { AccountSkeleton } from '../../entities/administration/account-skeleton.tsx';
import styles from '../../entities/administration/administration.module.css';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS, ICON_SIZE, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';
import { PermissionMatrix } from './permission-matrix.tsx';
import { RoleDialog } from './role-dialog.tsx';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

const NONE: readonly RoleFactsFragment[] = [];
type Open =
  | { readonly dialog: 'save'; readonly role: RoleFactsFragment | null }
  | {
      readonly dialog: 'remove';
      readonly role: RoleFactsFragment;
    };
type Props = { readonly account: { readonly urlName: string; readonly name: string } };

const COLUMNS: readonly Column<RoleFactsFragment>[] = [
  {
    id: 'name',
    header: 'Name',
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ name }) => (
      <Text tone="text" weight="medium" truncate data-tip={name}>
        {name}
      </Text>
    ),
  },
  { id: 'holders', header: 'People', width: COLUMN_WIDTHS.medium, cell: ({ holders }) => holders },
  {
    id: 'permissions',
    header: 'Permissions',
    width: COLUMN_WIDTHS.medium,
    cell: ({ permissions }) => permissions.length,
  },
];

/** The roles that an account defines, and what they and the presets permit. */
export function AccountRoles({ account: { urlName, name } }: Props) {
  const { permissions } = usePerson();
  const [open, setOpen] = useState<Open | null>(null);
  const [{ data, error }, refetch] = useQuery({
    query: AccountRolesDocument,
    variables: { urlName },
    requestPolicy: 'cache-and-network',
  });
  const retry = useCallback(() => refetch({ requestPolicy: 'network-only' }), [refetch]);
  const { run } = useMutationAction(RemoveRoleDocument, {
    done: () => 'Role deleted',
    failed: 'Error when deleting role',
  });
  const close = (): void => setOpen(null);
  if (data === undefined && error !== undefined) {
    return <ErrorState title={GENERIC_FAILURE} failure={describeFailure(error)} onRetry={retry} />;
  }
  if (data === undefined) return <AccountSkeleton />;
  const roles = data.account?.definedRoles ?? NONE;
  const actions: Column<RoleFactsFragment> = {
    id: 'actions',
    header: 'Actions',
    width: 2 * COLUMN_WIDTHS.medium,
    cell: (role) => (
      <>
        <Button
          variant="subtle"
          leftSection={<IconPencil size={SMALL_ICON_SIZE} />}
          aria-label={`Edit ${role.name}`}
          onClick={() => setOpen({ dialog: 'save', role })}
        >
          Edit
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
          aria-label={`Delete ${role.name}`}
          disabled={role.holders > 0}
          data-tip={role.holders > 0 ? 'People hold the role. Give them other roles first.' : undefined}
          onClick={() => setOpen({ dialog: 'remove', role })}
        >
          Delete
        </Button>
      </>
    ),
  };
  return (
    <Stack gap={4} padding={[2, 5, 6]} minHeight={0} flex={1} overflowY="auto" className={styles['content']}>
      <Row gap={2} align="center" wrap>
        <Text as="p" tone="dim">
          A person holds any number of roles, and may do what one of them permits.
        </Text>
        <Row as="span" gap={2} atEnd>
          <Button
            variant="filled"
            leftSection={<IconPlus size={ICON_SIZE} />}
            onClick={() => setOpen({ dialog: 'save', role: null })}
          >
            Add role
          </Button>
        </Row>
      </Row>
      <NestedTable
        label="Roles of the account"
        columns={[...COLUMNS, actions]}
        rows={roles}
        loading={false}
        note="Every role is a preset so far. Add one that separates, say, those who write scripts from those who approve them."
      />
      <PermissionMatrix definedRoles={roles} />
      {open?.dialog === 'save' && (
        <RoleDialog urlName={urlName} role={open.role} permissions={permissions} onClose={close} />
      )}
      {open?.dialog === 'remove' && (
        <ConfirmDialog
          title="Delete role"
          confirmLabel="Delete"
          danger
          onClose={close}
          onConfirm={async () => {
            const { id: roleId, version } = open.role;
            return (await run({ urlName, roleId, version })) !== null;
          }}
        >
          <strong>{name}</strong> loses the role <strong>{open.role.name}</strong>, which people do not hold.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
