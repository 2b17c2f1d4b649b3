import { Button } from '@mantine/core';
import { IconDownload, IconRestore, IconTrash } from '@tabler/icons-react';
import type { DeactivatedAccountFactsFragment, DeactivatedQuery } from '../../api/generated/graphql.ts';
import { emailColumn, nameColumn } from '../../entities/administration/person-columns.tsx';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';

export type DeactivatedAccount = DeactivatedAccountFactsFragment;
export type DeactivatedUser = DeactivatedQuery['deactivatedUsers']['nodes'][number];

type AccountActions = {
  readonly onActivate: (account: DeactivatedAccount) => void;
  readonly onExport: (account: DeactivatedAccount) => void;
  readonly onErase: (account: DeactivatedAccount) => void;
};

/** The columns of deactivated accounts. */
export const accountColumns = ({
  onActivate,
  onExport,
  onErase,
}: AccountActions): readonly Column<DeactivatedAccount>[] => [
  {
    id: 'name',
    header: 'Name',
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ name, urlName }) => (
      <Text truncate data-tip={`${name} (${urlName})`}>
        <Text tone="text" weight="medium">
          {name}
        </Text>{' '}
        <Text mono size="small">
          {urlName}
        </Text>
      </Text>
    ),
  },
  {
    id: 'since',
    header: 'Deactivated',
    width: COLUMN_WIDTHS.medium,
    cell: ({ deactivatedOn }) => <Timestamp value={deactivatedOn} />,
  },
  {
    id: 'erased',
    header: 'Erasure',
    part: 'status',
    width: 2 * COLUMN_WIDTHS.medium,
    cell: (account) => <Erasure account={account} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 3 * COLUMN_WIDTHS.medium,
    cell: (account) =>
      account.isBeingErased ? null : (
        <>
          <Button
            variant="subtle"
            leftSection={<IconRestore size={SMALL_ICON_SIZE} />}
            aria-label={`Activate ${account.name} again`}
            onClick={() => onActivate(account)}
          >
            Activate
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={SMALL_ICON_SIZE} />}
            aria-label={`Export ${account.name}`}
            onClick={() => onExport(account)}
          >
            Export
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
            aria-label={`Erase ${account.name} now`}
            onClick={() => onErase(account)}
          >
            Erase now
          </Button>
        </>
      ),
  },
];

function Erasure({ account: { isBeingErased, erasesOn } }: { readonly account: DeactivatedAccount }) {
  if (isBeingErased) return <StatusBadge tone="working" label="Being erased" />;
  if (erasesOn === null)
    return (
      <Text tone="dim" truncate data-tip="ERASE_ACCOUNTS_AFTER_DAYS is not set.">
        Erased only by hand
      </Text>
    );
  return (
    <span>
      Will be erased on <Timestamp value={erasesOn} />
    </span>
  );
}

/** The columns of deactivated users. */
export const userColumns = (onErase: (user: DeactivatedUser) => void): readonly Column<DeactivatedUser>[] => [
  { ...nameColumn(), width: COLUMN_WIDTHS.medium, grow: 2 },
  { ...emailColumn(), part: 'status' },
  {
    id: 'actions',
    header: 'Actions',
    width: 2 * COLUMN_WIDTHS.medium,
    cell: (user) => (
      <Button
        variant="subtle"
        leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
        aria-label={`Erase ${user.name}`}
        onClick={() => onErase(user)}
      >
        Erase
      </Button>
    ),
  },
];
