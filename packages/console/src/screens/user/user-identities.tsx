import { Button, Switch } from '@mantine/core';
import '../../ui/theme/mantine-layer-styles.ts';
import { useState } from 'react';
import { BlockIdentityDocument, ResetUserFactorsDocument } from '../../api/generated/documents/user.ts';
import type { UserFactsFragment } from '../../api/generated/graphql.ts';
import { useMutationAction } from '../../api/use-mutation-action.ts';
import { lazyLayer } from '../../lib/load-chunk.ts';
import type { Column } from '../../ui/data-table/types.ts';
import { Text } from '../../ui/layout/layout.tsx';
import { NestedTable } from '../../ui/nested-table/nested-table.tsx';
import { COLUMN_WIDTHS } from '../../ui/theme/metrics.ts';

const ConfirmDialog = lazyLayer(async () => (await import('../../ui/feedback/confirm-dialog.tsx')).ConfirmDialog);

type Identity = UserFactsFragment['identities'][number];

const COLUMNS: readonly Column<Identity>[] = [
  { id: 'name', header: 'Name', width: COLUMN_WIDTHS.wide, grow: 1, cell: ({ name }) => name },
  { id: 'email', header: 'Email', part: 'title', width: COLUMN_WIDTHS.wide, grow: 2, cell: ({ email }) => email },
  { id: 'type', header: 'Type', width: COLUMN_WIDTHS.medium, cell: ({ connectionType }) => connectionType },
  {
    id: 'verified',
    header: 'Email verified',
    width: COLUMN_WIDTHS.medium,
    cell: ({ emailVerified }) => (emailVerified ? 'Yes' : 'No'),
  },
];

/** The factors besides the password; null for none. */
function factorsText({ hasAuthenticatorApp, passkeyCount }: Identity): string | null {
  const passkeys = passkeyCount === 1 ? '1 passkey' : `${passkeyCount} passkeys`;
  const parts = [...(hasAuthenticatorApp ? ['Authenticator app'] : []), ...(passkeyCount === 0 ? [] : [passkeys])];
  return parts.length === 0 ? null : parts.join(', ');
}

type Props = { readonly user: UserFactsFragment; readonly isOwn: boolean };

/** The sign-in methods of a user, each of which can be blocked. */
export function UserIdentities({ user, isOwn }: Props) {
  const { run, isPending } = useMutationAction(BlockIdentityDocument, {
    done: (_, { blocked }) => (blocked ? 'User blocked' : 'User unblocked'),
  });
  const reset = useMutationAction(ResetUserFactorsDocument, {
    done: () => 'Factors reset',
  });
  const [isResetting, setIsResetting] = useState(false);
  const columns: readonly Column<Identity>[] = [
    ...COLUMNS,
    {
      id: 'blocked',
      header: 'Blocked',
      part: 'status',
      width: COLUMN_WIDTHS.medium,
      cell: ({ id, blocked, connectionType }) => (
        <Switch
          aria-label={`Block ${connectionType}`}
          checked={blocked}
          disabled={isPending || isOwn}
          onChange={(event) => void run({ id, blocked: event.currentTarget.checked })}
        />
      ),
    },
    {
      id: 'factors',
      header: 'Second factor',
      width: COLUMN_WIDTHS.wide,
      grow: 1,
      cell: (row) => {
        const factors = factorsText(row);
        if (factors === null) return <Text tone="faint">—</Text>;
        return (
          <>
            <Text truncate data-tip={factors}>
              {factors}
            </Text>
            {!isOwn && (
              <Button variant="subtle" aria-label="Reset second factor" onClick={() => setIsResetting(true)}>
                Reset
              </Button>
            )}
          </>
        );
      },
    },
  ];
  return (
    <>
      <NestedTable
        label="Identities"
        columns={columns}
        rows={user.identities}
        loading={false}
        note="The user has never signed in."
      />
      {isResetting && (
        <ConfirmDialog
          title="Reset second factor?"
          confirmLabel="Reset"
          danger
          onClose={() => setIsResetting(false)}
          onConfirm={async () => (await reset.run({ userId: user.id })) !== null}
        >
          <strong>{user.name}</strong> loses the authenticator app, the passkeys and the recovery codes, is signed out
          everywhere and gets an email. Until another factor is added, the password alone signs in.
        </ConfirmDialog>
      )}
    </>
  );
}
