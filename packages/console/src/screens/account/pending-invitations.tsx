import { Button } from '@mantine/core';
import { IconMailForward, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ResendInvitationDocument, RevokeInvitationDocument } from '../../api/generated/documents/administration.ts';
import type { AccountFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { RoleChips } from '../../entities/administration/roles.tsx';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Box, Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { Timestamp } from '../../ui/text/timestamp.tsx';
import { COLUMN_WIDTHS, SMALL_ICON_SIZE } from '../../ui/theme/metrics.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

type Invitation = AccountFactsFragment['invitations'][number];

const COLUMNS: readonly Column<Invitation>[] = [
  {
    id: 'email',
    header: 'Invited',
    part: 'title',
    width: COLUMN_WIDTHS.wide,
    grow: 2,
    cell: ({ name, email }) => (
      <Text tone="text" weight="medium" truncate data-tip={`${name}, ${email}`}>
        {email}
      </Text>
    ),
  },
  {
    id: 'state',
    header: 'State',
    part: 'status',
    width: COLUMN_WIDTHS.medium,
    cell: ({ hasExpired }) =>
      hasExpired ? <StatusBadge tone="warning" label="Expired" /> : <StatusBadge tone="working" label="Invited" />,
  },
  {
    id: 'roles',
    header: 'Roles',
    width: COLUMN_WIDTHS.wide,
    grow: 1,
    cell: ({ roles }) => <RoleChips roles={roles} />,
  },
  {
    id: 'inviter',
    header: 'Sent by',
    width: COLUMN_WIDTHS.medium,
    cell: ({ inviterName }) => (
      <Text truncate data-tip={inviterName}>
        {inviterName}
      </Text>
    ),
  },
  { id: 'expires', header: 'Ends', width: COLUMN_WIDTHS.medium, cell: ({ expires }) => <Timestamp value={expires} /> },
];

/** The invitations of an account that were not answered, with their names as their senders wrote them. */
export function PendingInvitations({
  account: { urlName, invitations },
}: {
  readonly account: Pick<AccountFactsFragment, 'urlName' | 'invitations'>;
}) {
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const resend = useMutationAction(ResendInvitationDocument, {
    done: () => 'Invitation sent',
    failed: 'Error when sending the invitation',
  });
  const revoke = useMutationAction(RevokeInvitationDocument, {
    done: () => 'Invitation revoked',
    failed: 'Error when revoking the invitation',
  });
  if (invitations.length === 0) return null;
  const columns: readonly Column<Invitation>[] = [
    ...COLUMNS,
    {
      id: 'actions',
      header: 'Actions',
      width: 2 * COLUMN_WIDTHS.medium,
      cell: (invitation) => (
        <>
          <Button
            variant="subtle"
            leftSection={<IconMailForward size={SMALL_ICON_SIZE} />}
            aria-label={`Send the invitation to ${invitation.email} again`}
            onClick={() => void resend.run({ urlName, id: invitation.id })}
          >
            Resend
          </Button>
          <Button
            variant="subtle"
            leftSection={<IconTrash size={SMALL_ICON_SIZE} />}
            aria-label={`Revoke the invitation to ${invitation.email}`}
            onClick={() => setRevoked(invitation)}
          >
            Revoke
          </Button>
        </>
      ),
    },
  ];
  return (
    <Box paddingBlock={3}>
      <NestedTable label="Invitations" columns={columns} rows={invitations} loading={false} note="No invitations" />
      {revoked !== null && (
        <ConfirmDialog
          title="Revoke invitation?"
          confirmLabel="Revoke"
          danger
          onClose={() => setRevoked(null)}
          onConfirm={async () => (await revoke.run({ urlName, id: revoked.id })) !== null}
        >
          The link that was mailed to <b>{revoked.email}</b> stops working. You can invite them again.
        </ConfirmDialog>
      )}
    </Box>
  );
}
